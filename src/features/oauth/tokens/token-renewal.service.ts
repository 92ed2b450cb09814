import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditItem } from '../../../platform/audit/operation.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { CallingApplication } from '../applications.service.js';
import type { TokenPair } from './auth.dto.js';
import { InvalidGrantError } from '../../account/account.errors.js';
import { RefreshTokensRepository, type RenewalRow } from './refresh-tokens.repository.js';
import { BruteForceLimits } from '../../account/attempts/brute-force-limits.js';
import { open, seal, sha256 } from '../../account/secrets.js';
import { TokenPairsService } from './token-pairs.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** Within this time a spent token gives its holder the same pair again: the answer may have been lost. */
const LOST_ANSWER_MS = 30_000;

@Injectable()
export class TokenRenewalService {
  constructor(
    private readonly transactions: Transactions,
    private readonly refreshTokens: RefreshTokensRepository,
    private readonly pairs: TokenPairsService,
    private readonly limits: BruteForceLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Spends a refresh token for a new pair (contract section 11, rule 4). A spent one that comes back later than a
   * lost answer could explain was stolen: it ends the whole session.
   * @throws InvalidGrantError
   * @throws RateLimitedError instead, after too many failures of the source, or too many renewals of the person
   */
  async renew(application: CallingApplication, refreshToken: string, source: string): Promise<TokenPair> {
    let person: string | null = null;
    const token = { tokenHash: sha256(refreshToken), applicationId: application.id };
    const owner = await this.refreshTokens.findOwner(token);
    if (owner) await this.limits.count({ renewed: owner });
    // Refused after the commit: ending the session must not be rolled back with the refusal.
    const pair = await this.transactions.run(async (manager) => {
      const row = await this.refreshTokens.lockRefreshToken(manager, token, this.clock.now());
      if (!row) await this.refreshTokens.revokeBySpentElsewhere(manager, token, this.clock.now());
      if (row) auditItem('user', row.user_id);
      if (!row?.live) return null;
      if (row.fully_deactivated) return this.end(manager, row);
      if (row.spent_at) return this.again(manager, row, refreshToken);
      if (row.expired) return this.end(manager, row);
      person = row.user_id;
      return this.spend(manager, row, refreshToken);
    });
    // A device that holds a live refresh token: it may ask for the password where it is.
    if (pair && person && !pair.mfa_required) await this.limits.remember(person, source);
    if (pair) return pair;
    // Counted after the attempt: nobody guesses 256 bits, and all of a school may renew at once behind one address.
    await this.limits.count({ renewal: source });
    throw new InvalidGrantError();
  }

  private async again(
    manager: EntityManager,
    row: RenewalRow,
    refreshToken: string,
  ): Promise<TokenPair | null> {
    const age = this.clock.now().getTime() - (row.spent_at?.getTime() ?? 0);
    if (age > LOST_ANSWER_MS || !row.sealed_answer) return this.end(manager, row);
    return JSON.parse(open(refreshToken, row.sealed_answer)) as TokenPair;
  }

  private async spend(manager: EntityManager, row: RenewalRow, refreshToken: string): Promise<TokenPair> {
    const now = this.clock.now();
    const pair = await this.pairs.issue(manager, {
      sessionId: row.session_id,
      userId: row.user_id,
      mfaRequired: row.second_step_pending,
    });
    await this.refreshTokens.spend(manager, {
      tokenHash: sha256(refreshToken),
      sessionId: row.session_id,
      sealedAnswer: seal(refreshToken, JSON.stringify(pair)),
      now,
      forgetBefore: new Date(now.getTime() - LOST_ANSWER_MS),
    });
    return pair;
  }

  private async end(manager: EntityManager, row: RenewalRow): Promise<null> {
    await this.refreshTokens.endSession(manager, row.session_id, this.clock.now());
    return null;
  }
}
