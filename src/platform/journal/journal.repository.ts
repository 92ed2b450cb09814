import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isOfSchoolHere } from '../database/moved-schools.js';
import { makeMonths } from '../database/monthly-partitions.js';
import { changedTypeOf, type ChangedType, type ChangeKind } from './change-kinds.js';
import type { ChangeAudience } from './journal-entry.entity.js';
import { JournalPosition } from './journal-position.entity.js';
import type { Change } from './recorded-changes.js';

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

/** Heads are locked in the order of their schools, so that two that write to several never wait for each other. */
const APPEND = `
  with recorded as (
    select change.*, row_number() over (partition by change.school_id order by change.ordinal) as number,
      count(*) over (partition by change.school_id) as total
    from jsonb_to_recordset($1) change(ordinal int, school_id uuid, kind text, item_type text,
      item_id text, membership_id uuid, audience jsonb, audience_before jsonb, ids jsonb)
  ), head as (
    insert into journal_heads (school_id, sequence)
    select distinct school_id, total from recorded order by school_id
    on conflict (school_id) do update set sequence = journal_heads.sequence + excluded.sequence
    returning school_id, sequence
  )
  insert into changes
    (school_id, sequence, at, transaction_id, kind, item_type, item_id, membership_id, audience, audience_before, ids)
  select recorded.school_id, head.sequence - recorded.total + recorded.number, $3, $2, recorded.kind,
    recorded.item_type, recorded.item_id, recorded.membership_id, recorded.audience, recorded.audience_before, recorded.ids
  from recorded join head using (school_id)`;

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

  /** @throws the driver's error with 55P03 while somebody uses the table in a way that does not allow it */
  async makeMonths(moments: Date[]): Promise<void> {
    await makeMonths(this.dataSource.manager, 'changes', moments);
  }
}

/** A path may write a uuid in capitals; the rest of the id of an occurrence is left as it is. */
const inSmallLetters = (id: string): string =>
  id.replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i, (uuid) => uuid.toLowerCase());

/** The last statement of a transaction but its audit entry and its commit. */
export async function appendChanges(
  connection: Pick<EntityManager, 'query'>,
  changes: Change[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change, ordinal) => ({
    ordinal,
    school_id: change.schoolId,
    kind: change.kind,
    item_type: changedTypeOf(change.kind),
    item_id: inSmallLetters(change.id),
    membership_id: change.membershipId ?? null,
    audience: change.audience ?? null,
    audience_before: change.audienceBefore ?? null,
    ids: change.ids ?? null,
  }));
  await connection.query(APPEND, [JSON.stringify(rows), randomUUID(), now]);
}
