import { performance } from 'node:perf_hooks';

/** The most moments that are remembered: of an hour, where one is taken every five seconds. */
const MAX_MOMENTS = 720;

/** A place in the log that PostgreSQL writes ahead, such as `16/B374D848`. */
export const positionOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/**
 * Tells how far a replica is behind by what the database had written at which moment: by our clock alone, and also for a
 * replica that hears of nothing any more and believes that it is up to date.
 */
export class ReplicaLag {
  /** Oldest first. */
  private readonly moments: { at: number; position: bigint }[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @param lsn what the database has written by now */
  addMoment(lsn: string): void {
    const position = positionOf(lsn);
    // Another history than before: a failover, or a database that was set back.
    if (position < (this.moments.at(-1)?.position ?? 0n)) this.moments.length = 0;
    if (position === this.moments.at(-1)?.position) return;
    this.moments.push({ at: this.now(), position });
    if (this.moments.length > MAX_MOMENTS) this.moments.shift();
  }

  /** Milliseconds since the database had written something that the replica still lacks. */
  lagOf(lsn: string): number {
    const position = positionOf(lsn);
    const missing = this.moments.find((moment) => moment.position > position);
    return missing ? this.now() - missing.at : 0;
  }
}
