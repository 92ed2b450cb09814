import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditItem } from '../../platform/audit/operation.js';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { Clock } from '../../platform/clock/clock.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { withdrawFeedTokens } from '../subscriptions/subscriptions.service.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import { CredentialsRepository, StoredTotpRepository, type StoredTotpOf } from './credentials.repository.js';
import { WeakPasswordError } from './identity.errors.js';
import { newRecoveryCode, Passwords, RECOVERY_CODES, recoveryCodeHash } from './recovery-codes.js';
import { newTotpSecret, TotpSeal, totpUri } from './secrets.js';

export interface TwoStepSetup {
  /** `otpauth://…`, for an authenticator app. */
  totpUri: string;
  /** Shown once: only their digests are kept. */
  recoveryCodes: string[];
}

/** What goes with a change, in its transaction. */
export interface Within {
  /** A refusal of it leaves everything as it was. */
  before?: (manager: EntityManager) => Promise<unknown>;
  after?: (manager: EntityManager) => Promise<unknown>;
}

const HOUR = 60 * 60_000;
const BATCH = 500;

/** What of the secrets became of `secrets rotate`. */
export interface Rotation {
  /** Sealed by the key of now, which another key had sealed, or nobody. */
  sealed: number;
  /** That no key opens: the person's second step goes by email until it is set up again. */
  unopenable: number;
}

/** The secrets that codes of authenticator apps are computed from, as they are stored: sealed. */
@Injectable()
export class AuthenticatorSecrets implements OnModuleInit {
  private readonly logger = new Logger(AuthenticatorSecrets.name);
  private readonly startedAt: number;
  private isChecked = false;

  constructor(
    private readonly stored: StoredTotpRepository,
    private readonly keys: DataKeys,
    private readonly seal: TotpSeal,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock.now().getTime();
  }

  onModuleInit(): void {
    this.jobs.add({ name: 'readable secrets', everyMs: HOUR, round: () => this.lookAfter() });
  }

  /** Seals all by the key of now. It can be begun again, and by several at once. */
  async rotate(): Promise<Rotation> {
    const rotation = { sealed: 0, unopenable: 0 };
    const prefix = this.keys.currentPrefix;
    let after: string | null = null;
    for (;;) {
      const found: StoredTotpOf[] = await this.stored.findOthers(prefix, after, BATCH);
      const { sealed, unopenable } = await this.sealAll(found);
      rotation.sealed += sealed;
      rotation.unopenable += unopenable;
      after = found.at(-1)?.user_id ?? null;
      if (found.length < BATCH) return rotation;
    }
  }

  /**
   * Says once that the keys are the wrong ones, where they are; and seals what is still readable once a release that
   * cannot open it has had the time to go.
   * @returns whether there may be more
   */
  async lookAfter(): Promise<boolean> {
    if (!this.isChecked) await this.assertOneOpens();
    this.isChecked = true;
    if (this.clock.now().getTime() - this.startedAt < HOUR) return false;
    const found = await this.stored.findReadable(BATCH);
    await this.sealAll(found);
    return found.length === BATCH;
  }

  private async sealAll(found: StoredTotpOf[]): Promise<Rotation> {
    const opened = found.map((before) => ({ before, secret: this.seal.open(before) }));
    const known = opened.flatMap(({ before, secret }) =>
      secret === null ? [] : [{ before, totp_sealed: this.seal.seal(secret) }],
    );
    const sealed = known.length > 0 ? await this.stored.replace(known) : 0;
    return { sealed, unopenable: opened.length - known.length };
  }

  private async assertOneOpens(): Promise<void> {
    const sealed = (await this.stored.countByKey()).flatMap(({ prefix }) => prefix ?? []);
    if (sealed.length > 0 && !sealed.some((prefix) => this.keys.knows(prefix))) this.logger.error(NONE_OPENS);
  }
}

const NONE_OPENS =
  'None of the sealed secrets can be opened: DATA_KEY or AUTH_SIGNING_KEY is not the one that they were sealed with';

/** What a person signs in with, set by themselves or by the operator. */
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
   * What is stored of a password. It takes tens of milliseconds, which no transaction should.
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
    const secret = proven?.secret ?? newTotpSecret();
    const { recoveryCodes, hashes } = newRecoveryCodes(userId);
    await this.change(userId, within, async (manager) => {
      await this.credentials.saveTwoStep(manager, userId, { secret, lastStep: proven?.step ?? null });
      await this.credentials.saveRecoveryCodes(manager, userId, hashes);
      await this.sessions.revokeAll(manager, userId, this.clock.now());
    });
    return { totpUri: totpUri(secret, email), recoveryCodes };
  }

  /** None of those before is good any more. */
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

  private async change(
    userId: string,
    { before, after }: Within,
    work: (manager: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      auditItem('user', userId);
      await before?.(manager);
      await work(manager);
      await after?.(manager);
    });
  }
}

function newRecoveryCodes(userId: string): { recoveryCodes: string[]; hashes: string[] } {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = recoveryCodes.map((code) => recoveryCodeHash(userId, code.replaceAll('-', '')));
  return { recoveryCodes, hashes };
}
