import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isInForce } from '../../policy/organization-access.js';

/** Grants that are told of in one statement. */
const BATCH = 100;

/*
 * A grant that another process is at, or whose holder is leaving, is skipped instead of waited for. The period is the hours
 * of a week, whatever the clocks do.
 */
const TELL = `
  with due as materialized (
    select held.id, held.school_id, held.membership_id, o.id as organization_id, o.name
    from organization_grants held
    join memberships m on m.school_id = held.school_id and m.id = held.membership_id and m.deactivated_at is null
    join organizations o on o.school_id = held.school_id and o.id = held.organization_id and o.archived_at is null
    where ${isInForce('held', '$1')} and held.expires_at > $1 and held.expires_at <= $1::timestamptz + interval '168 hours'
      and held.starts_at <= held.expires_at - interval '168 hours'
      and held.expiry_told_for is distinct from held.expires_at
    order by held.expires_at limit ${BATCH}
    for no key update of held skip locked for key share of m skip locked
  ), told as (
    insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
    select school_id, membership_id, 'grant_expiring', 'organization', organization_id::text, name, $1 from due
    on conflict on constraint notifications_once_key do update
    set id = excluded.id, title = excluded.title, created_at = excluded.created_at, read_at = null
  )
  update organization_grants held set expiry_told_for = held.expires_at from due
  where held.school_id = due.school_id and held.id = due.id`;

/** Grants that end soon, of all schools. */
@Injectable()
export class ExpiringGrantsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Tells the holders of live grants that these end within seven days, once for each end; nobody of a grant that was
   * given for less.
   * @returns how many there were, at most as many as go in one statement
   */
  async notify(now: Date): Promise<number> {
    const [, told] = await this.dataSource.query<[unknown, number]>(TELL, [now]);
    return told;
  }
}
