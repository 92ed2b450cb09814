import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { schoolOfChain } from '../../platform/audit/operation.js';
import type { Actor } from '../../platform/audit/operation.js';
import { MEMBER_NAME } from '../../policy/name-order.js';

export const MAX_ENTRIES = 1000;

/** What is asked for; undefined: all. */
export interface AuditFilter {
  schoolId?: string;
  /** The person who did it, or in whose name. */
  userId?: string;
  item?: string;
  /** UTC. */
  since?: Date;
}

export interface AuditRow {
  id: string;
  /** Null: of the installation. */
  school_id: string | null;
  at: Date;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  membership_id: string | null;
  /** Of the person, in the school of the entry. */
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
  /** Of the first entry that is wrong, or that is not there. */
  position: number;
  fault: 'altered' | 'missing' | 'removed before its period was over';
}

const LIST = `
  select e.id, ${schoolOfChain('e.school_id')} as school_id, e.at, e.actor_kind, e.actor_id, e.membership_id,
    ${MEMBER_NAME} as name, e.operator, e.reason, e.operation, e.item_type, e.item_id, e.source
  from audit_entries e
  left join memberships m on m.school_id = e.school_id and m.id = e.membership_id
  left join users u on u.id = m.user_id
  where ($1::uuid is null or e.school_id = $1) and ($2::uuid is null or e.actor_id = $2)
    and ($3::text is null or e.item_id = $3) and ($4::timestamptz is null or e.at >= $4)
  order by e.at desc, e.school_id, e.position desc limit ${MAX_ENTRIES}`;

const OF_SCHOOL = LIST.replace(
  '($1::uuid is null or e.school_id = $1)',
  'e.school_id = $1 and e.operation <> all ($5)',
);

/** Each entry beside the one before; and the head beside the last, where nothing may be missing either. */
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
    select e.school_id, min(e.position), 'missing' from audit_entries e
    where not exists (select from audit_heads h where h.school_id = e.school_id) group by e.school_id
  )
  select ${schoolOfChain('school_id')} as school_id, position::int, fault from faults
  order by school_id, position limit 1`;

@Injectable()
export class AuditRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list({ schoolId, userId, item, since }: AuditFilter): Promise<AuditRow[]> {
    const rows = await this.dataSource.query<AuditRow[]>(LIST, [schoolId, userId, item, since]);
    return rows;
  }

  /** The same, but for some operations. */
  listOfSchool(
    { schoolId, item, since }: AuditFilter & { schoolId: string },
    without: readonly string[],
  ): Promise<AuditRow[]> {
    return this.dataSource.query(OF_SCHOOL, [schoolId, null, item, since, without]);
  }

  /** @param keptSince nothing of that moment or later may have been removed (UTC) */
  async firstFault(keptSince: Date): Promise<AuditFault | undefined> {
    const [fault] = await this.dataSource.query<AuditFault[]>(FIRST_FAULT, [keptSince]);
    return fault;
  }

  async count(): Promise<number> {
    const [{ rows }] = await this.dataSource.query<[{ rows: number }]>(
      'select count(*)::int as rows from audit_entries',
    );
    return rows;
  }
}
