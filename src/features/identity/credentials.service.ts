import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { withdrawFeedTokens } from '../subscriptions/subscriptions.service.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import { CredentialsRepository } from './credentials.repository.js';
import { WeakPasswordError } from './identity.errors.js';
import { newRecoveryCode, Passwords, RECOVERY_CODES, recoveryCodeHash } from './recovery-codes.js';
import { newTotpSecret, totpUri } from './secrets.js';

export interface TwoStepSetup {
  /** `otpauth://…`, for an authenticator app. */
  totpUri: string;
  /** Shown once: only their digests are kept. */
  recoveryCodes: string[];
}

/** What a person signs in with, set by the operator; people do it in the product (contract section 11). */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: CredentialsRepository,
    private readonly passwords: Passwords,
    private readonly sessions: AuthSessionsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends every session of the person and withdraws the addresses of their feeds: who knew the old password is out at once.
   * @throws WeakPasswordError
   */
  async setPassword(userId: string, password: string): Promise<void> {
    await this.checkPassword(password, await this.credentials.wordsOf(userId));
    const passwordHash = await this.passwords.hash(password);
    await this.dataSource.transaction(async (manager) => {
      await this.credentials.savePassword(manager, userId, passwordHash);
      await this.sessions.revokeAll(manager, userId, this.clock.now());
      await withdrawFeedTokens(manager, userId);
    });
  }

  hasPassword(userId: string): Promise<boolean> {
    return this.credentials.hasPassword(userId);
  }

  /**
   * @param words that are the person's own: email and names
   * @throws WeakPasswordError
   */
  async checkPassword(password: string, words: string[]): Promise<void> {
    if (!(await this.passwords.isStrong(password, words))) throw new WeakPasswordError();
  }

  /** Turns two-step verification on, or again, with another secret and other recovery codes. Ends every session. */
  async setUpTwoStep(userId: string, email: string): Promise<TwoStepSetup> {
    const secret = newTotpSecret();
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = recoveryCodes.map((code) => recoveryCodeHash(userId, code.replaceAll('-', '')));
    await this.dataSource.transaction(async (manager) => {
      await this.credentials.saveTwoStep(manager, userId, secret, hashes);
      await this.sessions.revokeAll(manager, userId, this.clock.now());
    });
    return { totpUri: totpUri(secret, email), recoveryCodes };
  }

  /** The password alone is enough from now on. Ends every session. */
  async turnTwoStepOff(userId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.credentials.removeTwoStep(manager, userId);
      await this.sessions.revokeAll(manager, userId, this.clock.now());
    });
  }
}
