import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { normalizeEmail } from '../../../platform/text/normalize.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { BruteForceLimits } from '../attempts/brute-force-limits.js';
import { AccountMails } from '../mails/account-mails.service.js';
import { sha256 } from '../secrets.js';
import { SignInCodesRepository } from './sign-in-codes.repository.js';

const LIFETIME_MS = 10 * 60_000;
/** Wrong codes, after which a right one comes too late (contract section 27, rule 1). */
const MAX_FAILURES = 5;

/** What a browser sends back: the code, for what was asked there. */
export interface GivenSignInCode {
  id: string;
  code: string;
  /** The address that was asked for. */
  email: string;
}

/** @param given the address normalised */
const hashOf = ({ id, email, code }: GivenSignInCode): string => sha256(`${id} ${email} ${code}`);

/** Codes by mail, in the place of a password. */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly transactions: Transactions,
    private readonly codes: SignInCodesRepository,
    private readonly limits: BruteForceLimits,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
  ) {}

  /**
   * The work until the answer, and the answer, are equal for every address: the job that sends the mails finds out whether
   * somebody has it. The limits are those of links for a new password.
   * @returns id of the code, for the browser that has asked
   * @throws RateLimitedError where the source has asked for too many
   */
  async request(given: string, language: string, source: string): Promise<string> {
    const email = normalizeEmail(given);
    const id = randomUUID();
    if (!(await this.limits.countLink(email, source))) return id;
    const expiresAt = new Date(this.clock.now().getTime() + LIFETIME_MS);
    await this.transactions.run(async (manager) => {
      await this.codes.insert(manager, { id, expiresAt });
      await this.mails.sendSignInCode(manager, { id, email, language });
    });
    return id;
  }

  /**
   * A code for the mail that is being written, good from now on.
   * @param id of the code
   * @param email normalised
   * @returns null where nobody is to get one; `refused` for whose second step is the mailbox
   */
  async create(id: string, userId: string, email: string): Promise<{ code: string } | 'refused' | null> {
    const offer = await this.codes.findOffer(userId, email);
    if (!offer) return null;
    if (!offer.offered) return 'refused';
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = new Date(this.clock.now().getTime() + LIFETIME_MS);
    await this.codes.give(id, { userId, codeHash: hashOf({ id, email, code }), expiresAt });
    return { code };
  }

  /**
   * Uses a code up. Of many tries at once each is counted.
   * @returns whose it is; null where it is wrong, was used, or is too old
   */
  async take(manager: EntityManager, { id, ...given }: GivenSignInCode): Promise<string | null> {
    const now = this.clock.now();
    const email = normalizeEmail(given.email);
    const code = isUuid(id) ? await this.codes.lock(manager, id) : null;
    if (!code?.codeHash || !code.userId || code.usedAt || code.expiresAt <= now) return null;
    if (code.failures >= MAX_FAILURES) return null;
    if (code.codeHash !== hashOf({ id: code.id, email, code: given.code.replace(/[\s-]/g, '') })) {
      await this.codes.countFailure(manager, id);
      return null;
    }
    await this.codes.use(manager, id, now);
    return code.userId;
  }

  /** Whether the account still has the address that a code went to, and is offered codes. @param email as it was typed */
  async isOffered(manager: EntityManager, userId: string, email: string): Promise<boolean> {
    const offer = await this.codes.findOffer(userId, normalizeEmail(email), manager);
    return offer?.offered ?? false;
  }
}
