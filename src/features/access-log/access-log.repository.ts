import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { rowsOf } from '../../platform/database/row-cursor.js';
import { isMemberStill } from '../../policy/organization-access.js';
import type { Member, ReaderRole } from '../../platform/auth/caller.js';
import type { LoggedAccess } from './access-log-subject.js';
import type { DisclosureBody } from './access-log.dto.js';
import {
  dropMonthsBefore,
  makeMonths,
  monthOf,
  removeRowsUntil,
} from '../../platform/database/monthly-partitions.js';
import { ADD, OF_PERSON, oneYearBefore } from './access-log.sql.js';

/** Partitioned by the month of `since`. */
const TABLE = 'disclosures';
/** Milliseconds for which one row counts, at most. */
const SPAN_MS = 60 * 60 * 1000;

/** One answer that showed something. */
export interface Read {
  reader: Pick<Member, 'membershipId' | 'schoolId' | 'isAdmin'> & { role: ReaderRole };
  /** The operation's id in the OpenAPI document. */
  operation: string;
  /**
   * The value of the first path parameter, such as the id of a student, list or organization; the reader's school where the
   * path has none.
   */
  resourceId: string;
  at: Date;
  loggedAccess: LoggedAccess;
}

/** Reads that the record does not tell apart. */
export interface ReadTally extends Read {
  count: number;
}

@Injectable()
export class AccessLogRepository {
  /** Months that have their partition. */
  private readonly months = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  async addReads(reads: ReadTally[]): Promise<void> {
    await this.makeMonths(reads.flatMap(({ at }) => [at, new Date(at.getTime() - SPAN_MS)]));
    await this.dataSource.query(ADD, [JSON.stringify(reads.map(columnsOf))]);
  }

  /** So that the first reads of a month need not wait for their partition. */
  async makeMonths(moments: Date[]): Promise<void> {
    const missing = moments.filter((moment) => !this.months.has(monthOf(moment)));
    if (missing.length === 0) return;
    await makeMonths(this.dataSource.manager, TABLE, missing);
    for (const moment of missing) this.months.add(monthOf(moment));
  }

  /**
   * Whole months, those in which nothing was read after that moment; and of the rows from before there were months, at most
   * `limit`.
   * @returns how many of these
   */
  async removeUntil(moment: Date, limit: number): Promise<number> {
    const { manager } = this.dataSource;
    const before = new Date(moment.getTime() - SPAN_MS);
    if ((await dropMonthsBefore(manager, TABLE, before)).length > 0) this.months.clear();
    return removeRowsUntil(manager, { table: TABLE, column: 'last_at' }, moment, limit);
  }

  /**
   * Reads of the person's family in the last year, newest first.
   * @param schoolId null: over all their active memberships
   */
  ofPerson(userId: string, schoolId: string | null, now: Date): Promise<DisclosureBody[]> {
    return this.dataSource.query(OF_PERSON, [userId, schoolId, oneYearBefore(now), now]);
  }

  /** Reads over all active memberships, one after the other; to be read to the end. */
  eachOfPerson(manager: EntityManager, userId: string, now: Date): AsyncGenerator<DisclosureBody> {
    return rowsOf(manager, OF_PERSON, [userId, null, oneYearBefore(now), now]);
  }

  async isMember(userId: string, schoolId: string, now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from memberships m where m.user_id = $1 and m.school_id = $2 and ${isMemberStill('m', '$3')}`,
      [userId, schoolId, now],
    );
    return rows.length > 0;
  }
}

const columnsOf = ({ reader, operation, resourceId, at, loggedAccess, count }: ReadTally) => ({
  school_id: reader.schoolId,
  reader_membership_id: reader.membershipId,
  reader_role: reader.role,
  unmasked: reader.isAdmin,
  operation,
  resource_id: resourceId,
  at,
  count,
  contact: onceEach(loggedAccess.contacts),
  address: onceEach(loggedAccess.addresses),
});

const onceEach = (ids: string[] = []): string[] => [...new Set(ids)];
