import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DataKeys } from '../auth/data-keys.js';
import { Clock } from '../clock/clock.js';
import { ConnectionWatch } from '../database/connection-watch.js';
import { WriteCheck } from '../database/write-check.js';
import { poolOf } from '../database/driver-pool.js';
import { UnavailableError } from '../errors/app-error.js';

const DEADLINE_MS = 2_000;
/** How long the database is taken to serve after it was found to, while a check waits for a connection behind other statements. */
const SERVES_FOR_MS = 10_000;
/** Who has not asked for so long does not watch this process. */
const WATCHED_FOR_MS = 15_000;
/** What a proxy needs, once it has been told, for the last request to arrive. */
const MOVE_MS = 500;

const READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`;

@Injectable()
export class Readiness {
  private readonly stop = Promise.withResolvers<false>();
  private isStopping = false;
  /** When who asks was first told that it stops (`Clock.elapsedMs`). */
  private toldAt = Infinity;
  /** When somebody last asked (`Clock.elapsedMs`). */
  private askedAt = -Infinity;
  /** When the database was last found to serve (`Clock.elapsedMs`). */
  private servedAt = -Infinity;
  /** One for all who ask within its time: they make no queue longer. */
  private check: Promise<boolean> | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: WriteCheck,
    private readonly dataKeys: DataKeys,
    private readonly watch: ConnectionWatch,
    private readonly clock: Clock,
  ) {}

  /** From now on no new work should be sent here; who waits for an answer is told at once. */
  beginStop(): void {
    this.isStopping = true;
    this.stop.resolve(false);
  }

  /** Whether who watches this process was told a moment ago that it stops; true where nobody watches. */
  isStopKnown(): boolean {
    const now = this.clock.elapsedMs();
    return now - this.toldAt > MOVE_MS || now - this.askedAt > WATCHED_FOR_MS;
  }

  /** @throws UnavailableError */
  async assertReady(): Promise<{ status: 'ready' }> {
    this.askedAt = this.clock.elapsedMs();
    if (await this.isReady()) return { status: 'ready' };
    if (this.isStopping) this.toldAt = Math.min(this.toldAt, this.clock.elapsedMs());
    throw new UnavailableError();
  }

  /**
   * Whether it can serve reads and writes (operations section 2). One that is busy can: were it taken out of service, the others would
   * have its work as well.
   */
  async isReady(): Promise<boolean> {
    if (this.isStopping || !this.dataKeys.canSeal() || this.watch.areWritesSuspended) return false;
    this.check ??= inTime(this.checkDatabase()).finally(() => (this.check = null));
    if (this.isBusy() && this.clock.elapsedMs() - this.servedAt < SERVES_FOR_MS) return true;
    return Promise.race([this.check, this.stop.promise]);
  }

  private isBusy(): boolean {
    return (poolOf(this.dataSource)?.waitingCount ?? 0) > 0;
  }

  private async checkDatabase(): Promise<boolean> {
    const isServing = await this.databaseServes().catch(() => false);
    this.servedAt = isServing ? this.clock.elapsedMs() : -Infinity;
    return isServing;
  }

  private async databaseServes(): Promise<boolean> {
    const [[state], isWritable] = await Promise.all([
      this.dataSource.query<[{ isReadOnly: boolean }]>(READ_ONLY),
      this.writes.isWritable(),
    ]);
    return isWritable && !state.isReadOnly && !this.watch.areWritesSuspended;
  }
}

/** A check that never ends, of a connection that was cut, gives its place to the next one. */
async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), DEADLINE_MS);
  });
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
