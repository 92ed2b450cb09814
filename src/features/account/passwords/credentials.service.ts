import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditItem } from '../../../platform/audit/operation.js';
import { Clock } from '../../../platform/clock/clock.js';
import { withdrawFeedTokens } from '../../subscriptions/feed-tokens.service.js';
import { AuthSessionsRepository } from '../sessions/auth-sessions.repository.js';
import { CredentialsRepository } from './credentials.repository.js';
import { WeakPasswordError } from '../account.errors.js';
import { newRecoveryCode, RECOVERY_CODES, recoveryCodeHash } from '../two-step/recovery-codes.js';
import { Passwords } from './passwords.js';
import { newTotpSecret, totpUri } from '../secrets.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

export interface TwoStepSetup {
  /** `otpauth://…`, for an authenticator app. */
  totpUri: string;
  /** Shown once: only their digests are kept. */
  recoveryCodes: string[];
}

/** Further work in the transaction of a change. */
export interface Within {
  /** A refusal of it leaves everything as it was. */
  before?: (manager: EntityManager) => Promise<unknown>;
  after?: (manager: EntityManager) => Promise<unknown>;
}

/** Secrets that a person signs in with, set by themselves or by the operator. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly credentials: CredentialsRepository,
    private readonly passwords: Passwords,
    private readonly sessions: AuthSessionsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends every session of the person and withdraws the addresses of their feeds: who knew the old password is out at once.
   * @throws WeakPasswordError
   */
  async setPassword(userId: string, password: string, within: Within = {}): Promise<void> {
    const passwordHash = await this.hashPassword(password, await this.wordsOf(userId));
    await this.change(userId, within, (manager) => this.replacePassword(manager, userId, passwordHash));
  }

  /** Within the caller's transaction: as `setPassword`. Links by mail that would set another one are void. */
  async replacePassword(manager: EntityManager, userId: string, passwordHash: string): Promise<void> {
    auditItem('user', userId);
    await this.credentials.savePassword(manager, userId, passwordHash);
    await this.credentials.removePasswordLinks(manager, userId);
    await this.sessions.revokeAll(manager, userId, this.clock.now());
    await withdrawFeedTokens(manager, userId);
  }

  /**
   * The stored form of a password. It takes tens of milliseconds to compute, which no transaction should.
   * @param words that are the person's own: email and names
   * @throws WeakPasswordError
   */
  async hashPassword(password: string, words: string[]): Promise<string> {
    await this.checkPassword(password, words);
    return this.passwords.hash(password);
  }

  /** Email and names: what whoever knows the person would try first. */
  wordsOf(userId: string): Promise<string[]> {
    return this.credentials.wordsOf(userId);
  }

  /** Signs the person out everywhere. */
  endSessions(userId: string): Promise<void> {
    return this.change(userId, {}, (manager) => this.sessions.revokeAll(manager, userId, this.clock.now()));
  }

  /** Ends sessions, links and the addresses of feeds, within the caller's transaction. */
  async endAll(manager: EntityManager, userId: string): Promise<void> {
    auditItem('user', userId);
    await this.credentials.removePasswordLinks(manager, userId);
    await this.sessions.revokeAll(manager, userId, this.clock.now());
    await withdrawFeedTokens(manager, userId);
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

  /**
   * Turns two-step verification on, or again, with another secret and other recovery codes. Ends every session.
   * @param proven the secret that is in the person's app already, and the time step of the code that has shown it, if one has
   */
  async setUpTwoStep(
    userId: string,
    email: string,
    proven: { secret: string; step: number | null } | null = null,
    within: Within = {},
  ): Promise<TwoStepSetup> {
    return this.change(userId, within, (manager) =>
      this.replaceTwoStep(manager, { id: userId, email }, proven),
    );
  }

  /** Within the caller's transaction: as `setUpTwoStep`. */
  async replaceTwoStep(
    manager: EntityManager,
    { id: userId, email }: { id: string; email: string },
    proven: { secret: string; step: number | null } | null = null,
  ): Promise<TwoStepSetup> {
    const secret = proven?.secret ?? newTotpSecret();
    const { recoveryCodes, hashes } = newRecoveryCodes(userId);
    auditItem('user', userId);
    await this.credentials.saveTwoStep(manager, userId, { secret, lastStep: proven?.step ?? null });
    await this.credentials.saveRecoveryCodes(manager, userId, hashes);
    await this.sessions.revokeAll(manager, userId, this.clock.now());
    return { totpUri: totpUri(secret, email), recoveryCodes };
  }

  /** Replaces the recovery codes: earlier ones stop working. */
  async renewRecoveryCodes(userId: string, within: Within = {}): Promise<string[]> {
    const { recoveryCodes, hashes } = newRecoveryCodes(userId);
    await this.change(userId, within, (manager) =>
      this.credentials.saveRecoveryCodes(manager, userId, hashes),
    );
    return recoveryCodes;
  }

  /** The password alone is enough from now on. Ends every session. */
  async turnTwoStepOff(userId: string, within: Within = {}): Promise<void> {
    await this.change(userId, within, async (manager) => {
      await this.credentials.removeTwoStep(manager, userId);
      await this.sessions.revokeAll(manager, userId, this.clock.now());
    });
  }

  private change<T>(
    userId: string,
    { before, after }: Within,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(async (manager) => {
      auditItem('user', userId);
      await before?.(manager);
      const done = await work(manager);
      await after?.(manager);
      return done;
    });
  }
}

function newRecoveryCodes(userId: string): { recoveryCodes: string[]; hashes: string[] } {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = recoveryCodes.map((code) => recoveryCodeHash(userId, code.replaceAll('-', '')));
  return { recoveryCodes, hashes };
}
