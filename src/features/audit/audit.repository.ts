import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, auditedId, schoolOfChain } from '../../platform/audit/operation.js';
import { MEMBER_NAME } from '../../policy/name-order.js';

export const MAX_ENTRIES = 1000;

/** Filter of a list; undefined: all. */
export interface AuditFilter {
  schoolId?: string;
  /** The person who did it, or in whose name. */
  userId?: string;
  item?: string;
  /** UTC; of that moment and later. */
  since?: Date;
  /** UTC; of that millisecond and before. */
  until?: Date;
}

/** Equal entries as one row: the newest, and their number. */
export interface AuditRow {
  count: number;
  id: string;
  /** Null: of the installation. */
  school_id: string | null;
  at: Date;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  membership_id: string | null;
  /** Name of the person, in the school of the entry. */
  name: string | null;
  operator: string | null;
  reason: string | null;
  operation: string;
  item_type: string | null;
  item_id: string | null;
  source: string;
}

export interface AuditFault {
  school_id: string | null;
  /** Position of the first entry that is wrong, or missing. */
  position: number;
  fault: 'altered' | 'missing' | 'removed before its period was over' | 'not the one of before';
}

/** Where a chain ends. */
export interface AuditChainHead {
  /** The id of the school, or of one of the installation's. */
  chain: string;
  position: number;
  /** Hexadecimal. */
  hash: string;
}

/** Entries that are looked at for one answer: a person may change one thing again and again for hours. */
const MAX_ROWS = 10_000;

/**
 * $1 to $5: school, person, item, since and until. What a person does again with the same thing, from the same source and in the
 * same minute of the clock, is told once: the trail has each. Whole minutes are read, so that an entry is the same one whatever the
 * times that are asked for; where there are too many rows, the last minute is left to whoever asks on from there.
 */
const listOf = (school: string, newestFirst: string): string => `
  with recent as materialized (
    select e.*, date_trunc('minute', e.at) as minute from audit_entries e
    where ${school} and ($2::uuid is null or e.actor_id = $2) and ($3::text is null or e.item_id = $3)
      and ($4::timestamptz is null or e.at >= date_trunc('minute', $4::timestamptz))
      and ($5::timestamptz is null or e.at < date_trunc('minute', $5::timestamptz) + interval '1 minute')
    order by ${newestFirst} limit ${MAX_ROWS}
  ), whole as (
    select r.* from recent r, (select count(*) as rows, min(minute) as first, max(minute) as last from recent) of
    where of.rows < ${MAX_ROWS} or r.minute > of.first or of.first = of.last
  ), told as (
    select w.*, count(*) over same as count, row_number() over (same order by at desc, position desc) as nth from whole w
    window same as (partition by school_id, minute, coalesce(actor_id, id), actor_kind, operator, reason, operation,
      item_type, item_id, source)
  )
  select e.id, ${schoolOfChain('e.school_id')} as school_id, e.at, e.actor_kind, e.actor_id, e.membership_id,
    ${MEMBER_NAME} as name, e.operator, e.reason, e.operation, e.item_type, e.item_id, e.source, e.count::int
  from told e
  left join memberships m on m.school_id = e.school_id and m.id = e.membership_id
  left join users u on u.id = m.user_id
  where e.nth = 1 and ($4::timestamptz is null or e.at >= $4)
    and ($5::timestamptz is null or e.at < $5::timestamptz + interval '1 millisecond')
  order by e.at desc, e.school_id, e.position desc limit ${MAX_ENTRIES}`;

const LIST = listOf('($1::uuid is null or e.school_id = $1)', 'e.at desc, e.school_id, e.position desc');

// Positions of one chain have the order of their times, and there is an index of them.
const OF_SCHOOL = listOf('e.school_id = $1 and e.operation <> all ($6)', 'e.position desc');

/** Compares every entry with the one before, and the head with the last, where nothing may be missing either. */
const FIRST_FAULT = `
  with chained as (
    select e.school_id, e.position, e.hash, h.removed_at,
      coalesce(lag(e.position) over chain, h.removed_position, 0) + 1 as due,
      audit_hash(coalesce(lag(e.hash) over chain, h.removed_hash, ''), e) as made
    from audit_entries e left join audit_heads h on h.school_id = e.school_id
    window chain as (partition by e.school_id order by e.position)
  ), faults as (
    select school_id, least(position, due) as position,
      case when position <> due then 'missing' else 'altered' end as fault
    from chained where position <> due or hash <> made
    union all
    select h.school_id, least(h.position, coalesce(e.position, h.removed_position) + 1),
      case when e.position = h.position then 'altered' else 'missing' end
    from audit_heads h
    left join lateral (
      select position, hash from audit_entries e where e.school_id = h.school_id order by position desc limit 1) e on true
    where h.position <> coalesce(e.position, h.removed_position) or h.hash <> coalesce(e.hash, h.removed_hash)
    union all
    select h.school_id, h.removed_position, 'removed before its period was over'
    from audit_heads h where h.removed_at > $1
    union all
    select s.id, 1, 'missing' from schools s where not exists (select from audit_heads h where h.school_id = s.id)
    union all
    select e.school_id, min(e.position), 'missing' from audit_entries e
    where not exists (select from audit_heads h where h.school_id = e.school_id) group by e.school_id
  )
  select ${schoolOfChain('school_id')} as school_id, position::int, fault from faults
  order by school_id, position limit 1`;

const HEADS = `
  select school_id as chain, position::int, encode(hash, 'hex') as hash from audit_heads where position > 0 order by school_id`;

/** $1: heads of before. What has outlived its period since cannot be compared any more. */
const FIRST_UNLIKE = `
  with told as (select chain, position, decode(hash, 'hex') as hash
    from json_to_recordset($1::json) as told(chain uuid, position bigint, hash text))
  select ${schoolOfChain('told.chain')} as school_id, told.position::int,
    case when h.position is null or h.position < told.position then 'missing' else 'not the one of before' end as fault
  from told
  left join audit_heads h on h.school_id = told.chain
  left join audit_entries e on e.school_id = told.chain and e.position = told.position
  where h.position is null or h.position < told.position
    or (told.position > h.removed_position and e.hash is distinct from told.hash)
    or (told.position = h.removed_position and h.removed_hash <> told.hash)
  order by told.chain limit 1`;

@Injectable()
export class AuditRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list({ schoolId, userId, item, since, until }: AuditFilter): Promise<AuditRow[]> {
    const rows = await this.dataSource.query<AuditRow[]>(LIST, [
      schoolId,
      userId,
      item && auditedId(item),
      since,
      until,
    ]);
    return rows;
  }

  /** Entries of a school, without some operations. */
  listOfSchool(
    { schoolId, item, since, until }: AuditFilter & { schoolId: string },
    without: readonly string[],
  ): Promise<AuditRow[]> {
    const parameters = [schoolId, null, item && auditedId(item), since, until, without];
    return this.dataSource.query(OF_SCHOOL, parameters);
  }

  /** @param retainedSince nothing of that moment or later may have been removed (UTC) */
  async firstFault(retainedSince: Date): Promise<AuditFault | undefined> {
    const [fault] = await this.dataSource.query<AuditFault[]>(FIRST_FAULT, [retainedSince]);
    return fault;
  }

  heads(): Promise<AuditChainHead[]> {
    return this.dataSource.query(HEADS);
  }

  /** @param heads heads of before */
  async firstUnlike(heads: AuditChainHead[]): Promise<AuditFault | undefined> {
    const [fault] = await this.dataSource.query<AuditFault[]>(FIRST_UNLIKE, [JSON.stringify(heads)]);
    return fault;
  }

  async count(): Promise<number> {
    const [{ rows }] = await this.dataSource.query<[{ rows: number }]>(
      'select count(*)::int as rows from audit_entries',
    );
    return rows;
  }
}
