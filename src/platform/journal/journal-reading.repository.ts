import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ChangedType, ChangeKind } from './change-kinds.js';
import { type ChangeAudience, JournalEntry } from './journal-entry.entity.js';

/** A place in the journal of a school. */
export interface JournalPoint {
  sequence: number;
  /** The transaction of the row with that number; null before the first row, and once the row is too old to be kept. */
  transactionId: string | null;
}

/** A row of the journal as one member reads it: without the ids of other members' notifications. */
export interface ChangeForMember {
  sequence: number;
  at: Date;
  kind: ChangeKind;
  itemType: ChangedType;
  itemId: string;
  membershipId: string | null;
  audience: ChangeAudience | null;
  audienceBefore: ChangeAudience | null;
  ids: Record<string, string | string[]> | null;
}

const HEAD = `
  select head.sequence::float8 as sequence, last.transaction_id as "transactionId"
  from journal_heads head left join changes last on last.school_id = head.school_id and last.sequence = head.sequence
  where head.school_id = $1`;

/** Whatever the members of one request are, an own list, note or star is read by its owner alone. */
const CONCERNS_MEMBER = `
  (ids is null or not ids ? 'readers' or ids -> 'readers' ? $4)
  and (item_type not in ('list', 'note') or membership_id = $4::uuid or ids ? 'readers')`;

/** Of one row about up to 1,000 notifications those of the member. */
const IDS = `
  case when item_type = 'notification' then (
    select jsonb_build_object('notifications', jsonb_agg(own.id))
    from rows from (jsonb_array_elements_text(ids -> 'readers'), jsonb_array_elements_text(ids -> 'notifications'))
      as own(reader, id) where own.reader = $4)
  else ids end`;

const READ = `
  select sequence::float8 as sequence, at, kind, item_type as "itemType", item_id as "itemId",
    membership_id as "membershipId", audience, audience_before as "audienceBefore", ${IDS} as ids
  from changes where school_id = $1 and sequence > $2 and sequence <= $3 and ${CONCERNS_MEMBER}
  order by sequence limit $5`;

/** Reads of the journal in the name of a member. */
@Injectable()
export class JournalReadingRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findHead(schoolId: string): Promise<JournalPoint> {
    const [head] = await this.dataSource.query<JournalPoint[]>(HEAD, [schoolId]);
    return head ?? { sequence: 0, transactionId: null };
  }

  /** The transaction of the row with this number; null where there is none. */
  async findTransactionAt(schoolId: string, sequence: number): Promise<string | null> {
    const row = await this.dataSource.getRepository(JournalEntry).findOne({
      select: { schoolId: true, sequence: true, at: true, transactionId: true },
      where: { schoolId, sequence: String(sequence) },
    });
    return row?.transactionId ?? null;
  }

  /** Rows after one number and up to another that may concern the member, in the order of commits. */
  readForMember(
    { schoolId, membershipId }: { schoolId: string; membershipId: string },
    { after, until, limit }: { after: number; until: number; limit: number },
  ): Promise<ChangeForMember[]> {
    return this.dataSource.query(READ, [schoolId, after, until, membershipId, limit]);
  }
}
