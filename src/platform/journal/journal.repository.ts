import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isOfSchoolHere } from '../database/moved-schools.js';
import type { ChangedType, ChangeKind } from './change-kinds.js';
import type { ChangeAudience } from './journal-entry.entity.js';
import { JournalPosition } from './journal-position.entity.js';

/** A change as a subscriber reads it. */
export interface CommittedChange {
  schoolId: string;
  sequence: string;
  at: Date;
  kind: ChangeKind;
  itemType: ChangedType;
  itemId: string;
  membershipId: string | null;
  audience: ChangeAudience | null;
  audienceBefore: ChangeAudience | null;
  ids: Record<string, string | string[]> | null;
}

const READ = `
  select school_id as "schoolId", sequence, at, kind, item_type as "itemType", item_id as "itemId",
    membership_id as "membershipId", audience, audience_before as "audienceBefore", ids
  from changes where school_id = $1 and sequence > $2 order by sequence limit $3`;

const BEHIND = `
  select head.school_id as "schoolId" from journal_heads head
  left join journal_positions reached on reached.school_id = head.school_id and reached.subscriber = $1
  where head.sequence > coalesce(reached.sequence, 0) and ${isOfSchoolHere('head.school_id')} order by head.school_id`;

/** Numbers of the journal are bigint: text in JavaScript. */
const START = '0';

@Injectable()
export class JournalRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Schools in which a subscriber has not read everything. */
  async findBehind(subscriber: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ schoolId: string }[]>(BEHIND, [subscriber]);
    return rows.map(({ schoolId }) => schoolId);
  }

  /**
   * Locks how far the subscriber has read, until the transaction ends.
   * @param wait false: null while another process is at it
   */
  async lockPosition(
    manager: EntityManager,
    { subscriber, schoolId }: { subscriber: string; schoolId: string },
    wait: boolean,
  ): Promise<string | null> {
    await manager.query(
      `insert into journal_positions (subscriber, school_id, sequence) values ($1, $2, ${START}) on conflict do nothing`,
      [subscriber, schoolId],
    );
    const [row] = await manager.query<{ sequence: string }[]>(
      `select sequence from journal_positions where subscriber = $1 and school_id = $2
       for update ${wait ? '' : 'skip locked'}`,
      [subscriber, schoolId],
    );
    return row?.sequence ?? null;
  }

  async movePosition(
    manager: EntityManager,
    { subscriber, schoolId, sequence }: { subscriber: string; schoolId: string; sequence: string },
  ): Promise<void> {
    await manager.getRepository(JournalPosition).update({ subscriber, schoolId }, { sequence });
  }

  /** In the order of commits. */
  readAfter(
    manager: EntityManager,
    schoolId: string,
    sequence: string,
    limit: number,
  ): Promise<CommittedChange[]> {
    return manager.query(READ, [schoolId, sequence, limit]);
  }
}
