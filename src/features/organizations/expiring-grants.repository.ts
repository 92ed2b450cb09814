import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isOfSchoolHere } from '../../platform/database/moved-schools.js';
import { isInForce } from '../../policy/organization-access.js';

/** Grants that are marked in one statement. */
const BATCH = 100;

/** A grant that ends soon, and who holds it. */
export interface ExpiringGrant {
  schoolId: string;
  organizationId: string;
  membershipId: string;
}

/*
 * A grant that another process is at, or whose holder is leaving, is skipped instead of waited for. The period is the hours
 * of a week, whatever the clocks do.
 */
const MARK = `
  with due as materialized (
    select held.id, held.school_id, held.membership_id, held.organization_id
    from organization_grants held
    join memberships m on m.school_id = held.school_id and m.id = held.membership_id and m.deactivated_at is null
    join organizations o on o.school_id = held.school_id and o.id = held.organization_id and o.archived_at is null
    where ${isInForce('held', '$1')} and held.expires_at > $1 and held.expires_at <= $1::timestamptz + interval '168 hours'
      and held.starts_at <= held.expires_at - interval '168 hours'
      and held.expiry_told_for is distinct from held.expires_at and ${isOfSchoolHere('held.school_id')}
    order by held.expires_at limit ${BATCH}
    for no key update of held skip locked for key share of m skip locked
  )
  update organization_grants held set expiry_told_for = held.expires_at from due
  where held.school_id = due.school_id and held.id = due.id
  returning due.school_id as "schoolId", due.organization_id as "organizationId", due.membership_id as "membershipId"`;

/** Grants that end soon, of all schools. */
@Injectable()
export class ExpiringGrantsRepository {
  /**
   * Live grants that end within seven days, each once for each of its ends; none that was given for less.
   * @returns at most as many as go in one statement
   */
  async markExpiring(manager: EntityManager, now: Date): Promise<ExpiringGrant[]> {
    const [marked] = await manager.query<[ExpiringGrant[], number]>(MARK, [now]);
    return marked;
  }
}
