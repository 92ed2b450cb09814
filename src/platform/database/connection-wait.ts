import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.js';
import { poolOf } from './driver-pool.js';

/**
 * How long a statement waits for one of the connections of this process. It is measured by a place of our own in their queue,
 * which is taken when a statement waits and given up as soon as its turn comes: where nobody waits it costs nothing.
 */
@Injectable()
export class ConnectionWait {
  /** When the place was taken (`Clock.elapsedMs`); null while there is none. */
  private takenAt: number | null = null;
  private latestMs = 0;
  /** When somebody was last seen waiting (`Clock.elapsedMs`). */
  private seenAt = -Infinity;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Milliseconds that the first of the queue has waited, as far as is known; 0 while nobody waits. */
  currentMs(): number {
    const pool = poolOf(this.dataSource);
    if (!pool || pool.waitingCount === 0) return (this.latestMs = 0);
    this.seenAt = this.clock.elapsedMs();
    if (this.takenAt === null) void this.takePlace(pool);
    return Math.max(this.latestMs, this.sincePlaceTaken());
  }

  /** Whether a statement has waited within so many milliseconds, as far as `currentMs` was asked. */
  haveWaited(withinMs: number): boolean {
    return this.clock.elapsedMs() - this.seenAt <= withinMs;
  }

  private async takePlace(pool: Pool): Promise<void> {
    this.takenAt = this.clock.elapsedMs();
    // A queue that is given up on, since the database is away, has been waited in as well.
    await pool.connect().then(
      (connection) => connection.release(),
      () => undefined,
    );
    this.latestMs = this.sincePlaceTaken();
    this.takenAt = null;
  }

  private sincePlaceTaken(): number {
    return this.takenAt === null ? 0 : this.clock.elapsedMs() - this.takenAt;
  }
}
