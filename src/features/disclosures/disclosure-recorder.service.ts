import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import type { DisclosedSubject, Shown } from './disclosed-subject.js';
import { DisclosuresRepository, type DisclosureRow } from './disclosures.repository.js';
import { oneYearBefore } from './retention.js';

const FLUSH_AFTER_MS = 1_000;
/** Rows that make it worth while not to wait. */
const MANY = 2_000;
/** Rows that are kept while the database is away, about 8 MB. */
const MOST = 20_000;
const TIDY_AFTER_MS = 60 * 60 * 1000;
/** Rows removed at once. */
const TIDY_AT_ONCE = 20_000;

export interface Read {
  reader: Pick<Member, 'membershipId' | 'schoolId' | 'role' | 'isAdmin'>;
  /** The operation's id in the OpenAPI document. */
  operation: string;
  /** The student, the list or the school. */
  resourceId: string;
  at: Date;
  shown: Shown;
}

/**
 * Keeps reads for at most a second and writes them together, so that a hot read does not wait for its record. A
 * process that is killed loses that second, one that stops loses nothing.
 */
@Injectable()
export class DisclosureRecorderService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(DisclosureRecorderService.name);
  private waiting: DisclosureRow[] = [];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private queued: Promise<void> | undefined;
  private failing = false;
  private nextTidyAt = 0;

  constructor(
    private readonly disclosures: DisclosuresRepository,
    private readonly clock: Clock,
  ) {}

  record(read: Read): void {
    const { contacts, addresses } = read.shown;
    const rows = [...rowsOf(read, 'contact', contacts), ...rowsOf(read, 'address', addresses)];
    if (rows.length === 0) return;
    this.keep([...this.waiting, ...rows]);
    if (this.waiting.length >= MANY && !this.failing) void this.flush();
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

  private keep(rows: DisclosureRow[]): void {
    const tooMany = Math.max(0, rows.length - MOST);
    if (tooMany > 0) this.logger.error(`${tooMany} reads stay unrecorded: the database did not take them`);
    this.waiting = rows.slice(tooMany);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queued = undefined;
    const rows = this.waiting;
    this.waiting = [];
    if (rows.length === 0) return;
    this.failing = !(await this.added(rows));
    if (this.failing) this.keep([...rows, ...this.waiting]);
    else await this.tidy();
  }

  private async added(rows: DisclosureRow[]): Promise<boolean> {
    try {
      await this.disclosures.add(rows);
      return true;
    } catch (error) {
      this.logger.warn(`${rows.length} reads could not be recorded yet: ${kindOf(error)}`);
      return false;
    }
  }

  private async tidy(): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() < this.nextTidyAt) return;
    this.nextTidyAt = now.getTime() + TIDY_AFTER_MS;
    try {
      const removed = await this.disclosures.removeUntil(oneYearBefore(now), TIDY_AT_ONCE);
      if (removed === TIDY_AT_ONCE) this.nextTidyAt = 0;
    } catch (error) {
      this.logger.warn(`Old records of reads could not be removed yet: ${kindOf(error)}`);
    }
  }
}

function rowsOf(read: Read, subject: DisclosedSubject, ids: string[] = []): DisclosureRow[] {
  const { reader, operation, resourceId, at } = read;
  return [...new Set(ids)].map((subjectId) => ({
    school_id: reader.schoolId,
    subject,
    subject_id: subjectId,
    reader_membership_id: reader.membershipId,
    reader_role: reader.role,
    operation,
    resource_id: resourceId,
    unmasked: reader.isAdmin,
    at,
  }));
}

/** A driver's message may quote what it was given. */
const kindOf = (error: unknown): string => {
  const { name, code } = error as { name?: string; code?: unknown };
  return typeof code === 'string' ? code : (name ?? typeof error);
};
