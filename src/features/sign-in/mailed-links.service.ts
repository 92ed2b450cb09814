import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditActor } from '../../platform/audit/operation.js';
import type { Form } from '../../platform/pages/form-page.js';
import { type HtmlPage, seeOther, type Told } from '../../platform/pages/html-page.js';
import { looksLikeEmail, normalizeEmail } from '../../platform/text/normalize.js';
import { type AccountHoldings, AccountHoldingsService } from '../identity/account-holdings.service.js';
import { AccountMails } from '../identity/account-mails.service.js';
import { BruteForceLimits } from '../identity/brute-force-limits.js';
import { CredentialsService } from '../identity/credentials.service.js';
import { WeakPasswordError } from '../identity/identity.errors.js';
import { OneTimeLinks } from '../identity/one-time-links.service.js';
import { type AddressedAccount, UsersService } from '../identity/users.service.js';
import type { Visit } from './account-visit.service.js';
import {
  forgottenPage,
  linkSentPage,
  passwordSetPage,
  setPasswordPage,
  voidPasswordLinkPage,
} from './mailed-link-pages.js';

/** The link was used by somebody else a moment ago, or what it is for is no longer there. */
export class VoidLinkError extends Error {}

/** The secret of a link, of which people may paste the whole or the end. */
export const secretIn = (text = ''): string => text.trim().split('#').at(-1) ?? '';

/** What whoever knows the person would try first. */
export const wordsOf = ({
  email,
  firstName,
  lastName,
}: Omit<AddressedAccount, 'id' | 'signsInByPassword'>): string[] =>
  [email, firstName, lastName].filter((word) => word !== null);

/** Of an address that was typed. */
const MAX_SHOWN = 254;

/** Of those who have no password, or no longer know it. */
@Injectable()
export class PasswordLinkRequests {
  constructor(
    private readonly limits: BruteForceLimits,
    private readonly mails: AccountMails,
  ) {}

  show({ told: { wrong }, language }: Visit): HtmlPage {
    return forgottenPage(language, { wrong: wrong ?? null });
  }

  /**
   * What is done until the answer is the same for every address, and so is the answer: whether somebody has it, the job finds
   * out that sends the mails.
   */
  async request({ email: given = '' }: Form, { language, source }: Visit): Promise<HtmlPage> {
    const email = normalizeEmail(given);
    if (!looksLikeEmail(email)) return seeOther('/password/forgotten', { wrong: given.slice(0, MAX_SHOWN) });
    if (await this.limits.countLink(email, source)) await this.mails.sendPasswordLink(email, language);
    return linkSentPage(language);
  }
}

/** What the owner of an address may do who has read a mail that went there. */
@Injectable()
export class AddressProofs {
  constructor(
    private readonly links: OneTimeLinks,
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
    private readonly mails: AccountMails,
    private readonly holdings: AccountHoldingsService,
  ) {}

  /**
   * Null for a password that is too easy to guess: the link is good still.
   * @param words that are the person's own
   */
  hashPassword(password: string, words: string[]): Promise<string | null> {
    return this.credentials.hashPassword(password, words).catch((error: unknown) => {
      if (!(error instanceof WeakPasswordError)) throw error;
      return null;
    });
  }

  /**
   * Within the caller's transaction, once the account is locked: an erasure locks it first, too.
   * @throws VoidLinkError when it was used, or is too old
   */
  async take(
    manager: EntityManager,
    { purpose, secret }: { purpose: 'password' | 'invitation'; secret: string },
    userId: string,
  ): Promise<void> {
    auditActor(userId);
    if (!(await this.links.take(manager, purpose, secret))) throw new VoidLinkError();
  }

  /**
   * Within the caller's transaction. It ends every session, leaves two-step verification as it is, and suspends what may be a way
   * back for somebody else.
   * @returns what one comes into the account by
   */
  async setPassword(
    manager: EntityManager,
    { id, email, isNew = false }: { id: string; email: string; isNew?: boolean },
    passwordHash: string,
  ): Promise<AccountHoldings> {
    await this.users.proveAddress(manager, id, email);
    await this.credentials.replacePassword(manager, id, passwordHash);
    const held = await this.holdings.suspendYoung(manager, id, email);
    // Whoever has left an address here may have made it the first one.
    for (const address of held.addresses)
      if (!isNew && !address.isSuspended)
        await this.mails.tellOfChange(manager, id, 'password_changed', address.email);
    return held;
  }
}

const AGAIN = '/password/set/again';

/** `/password/set`: what the link of a mail leads to. */
@Injectable()
export class PasswordLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: OneTimeLinks,
    private readonly users: UsersService,
    private readonly proofs: AddressProofs,
    private readonly limits: BruteForceLimits,
  ) {}

  show({ language }: Visit): HtmlPage {
    return setPasswordPage(language);
  }

  /** Another page than links lead to: a second one must not find the secret of the first there. */
  showAgain({ told: { secret, email, refused }, language }: Visit): HtmlPage {
    if (refused === 'void') return voidPasswordLinkPage(language);
    if (secret === undefined || email === undefined) return seeOther('/password/set');
    // For who reloads the page: no address has the secret any more.
    return {
      ...setPasswordPage(language, { secret, email, isWeak: refused === 'weak' }),
      told: { secret, email },
    };
  }

  async set({ token, password = '' }: Form, { language }: Visit): Promise<HtmlPage> {
    const secret = secretIn(token);
    const found = await this.dataSource.transaction((manager) => this.find(manager, secret));
    const refuse = (told: Told) => seeOther(AGAIN, told);
    if (!found) return refuse({ refused: 'void' });
    const passwordHash = await this.limits.countWeak(found.account.id, () =>
      this.proofs.hashPassword(password, wordsOf(found.account)),
    );
    if (passwordHash === null) return refuse({ secret, email: found.email, refused: 'weak' });
    try {
      const held = await this.dataSource.transaction((manager) =>
        this.use(manager, found, { secret, passwordHash }),
      );
      return passwordSetPage(language, held);
    } catch (error) {
      if (error instanceof VoidLinkError) return refuse({ refused: 'void' });
      throw error;
    }
  }

  /** Null, too, where the account has the address no more. */
  private async find(manager: EntityManager, secret: string): Promise<FoundAccount | null> {
    const { email, userId } = (await this.links.find(manager, 'password', secret)) ?? {};
    const account = email ? await this.users.findByAddress(manager, email) : null;
    return email && account && account.id === userId ? { email, account } : null;
  }

  private async use(
    manager: EntityManager,
    { email, account: { id } }: FoundAccount,
    { secret, passwordHash }: { secret: string; passwordHash: string },
  ): Promise<AccountHoldings> {
    const locked = await this.users.lockByAddress(manager, email);
    if (locked?.id !== id) throw new VoidLinkError();
    await this.proofs.take(manager, { purpose: 'password', secret }, id);
    return this.proofs.setPassword(manager, { id, email }, passwordHash);
  }
}

interface FoundAccount {
  /** That the link was mailed to. */
  email: string;
  account: AddressedAccount;
}
