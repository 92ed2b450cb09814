import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataKeys } from '../../../platform/auth/data-keys.js';
import { Clock } from '../../../platform/clock/clock.js';
import { BackgroundJobs } from '../../../platform/jobs/background-jobs.js';
import { StoredTotpRepository, type StoredTotpOf } from './stored-totp.repository.js';
import { TotpSeal } from './totp-seal.js';

const HOUR = 60 * 60_000;
const BATCH = 500;

/** Result of `secrets rotate`. */
export interface Rotation {
  /** Sealed by the key of now, which another key had sealed, or nobody. */
  sealed: number;
  /** Secrets that no key opens: the person's second step goes by email until it is set up again. */
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
    const sealed = known.length > 0 ? await this.stored.replaceSecrets(known) : 0;
    return { sealed, unopenable: opened.length - known.length };
  }

  private async assertOneOpens(): Promise<void> {
    const sealed = (await this.stored.countByKey()).flatMap(({ prefix }) => prefix ?? []);
    if (sealed.length > 0 && !sealed.some((prefix) => this.keys.knows(prefix))) this.logger.error(NONE_OPENS);
  }
}

const NONE_OPENS =
  'None of the sealed secrets can be opened: DATA_KEY or AUTH_SIGNING_KEY is not the one that they were sealed with';
