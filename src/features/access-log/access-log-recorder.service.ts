import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { EVERYONE } from './access-log-subject.js';
import { AccessLogRepository, type Read, type ReadTally } from './access-log.repository.js';
import { oneYearBefore } from './access-log.sql.js';

const FLUSH_AFTER_MS = 1_000;
/** Contacts and addresses in the waiting reads from which on they are written at once. */
const MANY = 2_000;
/** Contacts and addresses in the reads that are retained while the database is away, about 8 MB. */
const MAX = 20_000;
const TIDY_AFTER_MS = 60 * 60 * 1000;
/** Rows removed at once. */
const TIDY_AT_ONCE = 20_000;
const MONTH_MS = 31 * 24 * 60 * 60 * 1000;

/**
 * Keeps reads for at most a second and writes them together, so that a hot read does not wait for its record. A
 * process that is killed loses that second, one that stops loses nothing.
 */
@Injectable()
export class AccessLogRecorder implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AccessLogRecorder.name);
  /** Reads to be written. Reads that the table does not tell apart are one entry, with its count. */
  private waiting = new Map<string, ReadTally>();
  /** Number of contacts and addresses in the waiting reads: a read of both of a student counts two. */
  private waitingSubjects = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private queued: Promise<void> | undefined;
  private failing = false;
  /** Number of reads that were dropped since the log last said how many. */
  private forgotten = 0;
  private nextTidyAt = 0;

  constructor(
    private readonly disclosures: AccessLogRepository,
    private readonly clock: Clock,
  ) {}

  record(read: Read): void {
    if (subjectsIn(read) === 0) return;
    this.add({ ...read, count: 1 });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
    if (this.failing) this.forgetOldest();
    else if (this.waitingSubjects >= MANY) void this.flush();
  }

  /** Whatever was recorded before the call is in the database afterwards, unless the database refuses it. */
  flush(): Promise<void> {
    if (this.queued) return this.queued;
    this.queued = this.running.then(() => this.write());
    this.running = this.queued;
    return this.queued;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  private add(tally: ReadTally): void {
    const key = keyOf(tally);
    const same = this.waiting.get(key);
    if (same) {
      same.count += tally.count;
      same.at = tally.at;
    } else {
      this.waiting.set(key, tally);
      this.waitingSubjects += subjectsIn(tally);
    }
  }

  private forgetOldest(): void {
    for (const [key, tally] of this.waiting) {
      if (this.waitingSubjects <= MAX) break;
      this.waiting.delete(key);
      this.waitingSubjects -= subjectsIn(tally);
      this.forgotten += tally.count;
    }
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queued = undefined;
    const tallies = [...this.waiting.values()];
    this.clear();
    if (tallies.length === 0) return;
    this.failing = !(await this.added(tallies));
    this.tellForgotten();
    if (!this.failing) return this.tidy();
    // These reads are older than those that came in the meantime: added first, they are dropped first.
    const since = [...this.waiting.values()];
    this.clear();
    for (const tally of [...tallies, ...since]) this.add(tally);
    this.forgetOldest();
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  private clear(): void {
    this.waiting = new Map();
    this.waitingSubjects = 0;
  }

  private async added(reads: ReadTally[]): Promise<boolean> {
    try {
      await this.disclosures.addReads(reads);
      return true;
    } catch (error) {
      this.logger.warn(`${reads.length} reads could not be recorded yet: ${kindOf(error)}`);
      return false;
    }
  }

  private tellForgotten(): void {
    if (this.forgotten > 0)
      this.logger.error(`${this.forgotten} reads stay unrecorded: the database did not take them`);
    this.forgotten = 0;
  }

  private async tidy(): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() < this.nextTidyAt) return;
    this.nextTidyAt = now.getTime() + TIDY_AFTER_MS;
    try {
      await this.disclosures.makeMonths([new Date(now.getTime() + MONTH_MS)]);
      const removed = await this.disclosures.removeUntil(oneYearBefore(now), TIDY_AT_ONCE);
      if (removed === TIDY_AT_ONCE) this.nextTidyAt = 0;
    } catch (error) {
      this.logger.warn(`Old records of reads could not be removed yet: ${kindOf(error)}`);
    }
  }
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Reads are counted by the hour. What a read of everyone has shown is found out from when it was: somebody may have changed
 * their visibility between one and the next.
 */
function keyOf({
  reader,
  operation,
  resourceId,
  at,
  loggedAccess: { contacts = [], addresses = [] },
}: Read): string {
  const moment = contacts[0] === EVERYONE || addresses[0] === EVERYONE ? 1 : HOUR_MS;
  const time = Math.floor(at.getTime() / moment);
  return [
    time,
    reader.membershipId,
    reader.role,
    operation,
    resourceId,
    ...contacts,
    '',
    ...addresses,
  ].join();
}

const subjectsIn = ({ loggedAccess: { contacts = [], addresses = [] } }: Read): number =>
  contacts.length + addresses.length;

/** A driver's message may quote what it was given. */
export const kindOf = (error: unknown): string => {
  const { name, code } = error as { name?: string; code?: unknown };
  return typeof code === 'string' ? code : (name ?? typeof error);
};
