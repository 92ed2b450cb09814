import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inRole, type Member, type MemberRole } from './caller.js';
import {
  holdsLiveGrant,
  isInForce,
  isOrganizationThere,
  mayPublish,
} from '../../policy/organization-access.js';
import { VIEWER, viewerParameters } from '../../policy/audience.js';

const RIGHTS = `
  select ${VIEWER.admin}::boolean or ${holdsLiveGrant('o', VIEWER)} as can_edit
  from organizations o where o.school_id = $1 and o.id = $5 and ${isOrganizationThere('o', VIEWER.admin)}`;

const LOCK_ORGANIZATION = `
  select 1 from organizations o
  where o.school_id = $1 and o.id = $2 and ${isOrganizationThere('o', '$3')} for no key update`;

const LOCK_GRANT = `
  select 1 from organization_grants held
  where held.school_id = $1 and held.membership_id = $2 and held.organization_id = $3
    and ${isInForce('held', '$4')} for share`;

// The member as they are now: an upload may take minutes. Whoever would remove the membership waits for the
// transaction.
const MAY_UPLOAD = `
  select 1 from memberships m where m.id = ${VIEWER.membership} and m.school_id = $1 and m.deactivated_at is null
    and ${mayPublish('m', '$3')}
  for key share of m`;

// Expired ones too: what lasts is what the statements that follow find.
const LOCK_GRANTS = `
  select 1 from organization_grants held
  join organizations o on o.school_id = held.school_id and o.id = held.organization_id
  where held.school_id = $1 and held.membership_id = $2 order by o.id for share`;

@Injectable()
export class OrganizationAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when it is not there for the caller. */
  async findRights(member: Member, organizationId: string, now: Date): Promise<{ can_edit: boolean } | null> {
    const [row] = await this.dataSource.query<{ can_edit: boolean }[]>(RIGHTS, [
      ...viewerParameters(member, now),
      organizationId,
    ]);
    return row ?? null;
  }

  async mayUpload(manager: EntityManager, { schoolId, membershipId }: Member, now: Date): Promise<boolean> {
    return (await manager.query<unknown[]>(MAY_UPLOAD, [schoolId, membershipId, now])).length > 0;
  }

  /** Whether it is there for the caller; if so, whoever else would change or archive it waits. */
  async lockOrganization(manager: EntityManager, member: Member, organizationId: string): Promise<boolean> {
    const parameters = [member.schoolId, organizationId, member.isAdmin];
    return (await manager.query<unknown[]>(LOCK_ORGANIZATION, parameters)).length > 0;
  }

  /** Whether the member holds a grant in force; if so, whoever would revoke it waits. */
  async lockGrant(
    manager: EntityManager,
    member: Member,
    organizationId: string,
    now: Date,
  ): Promise<boolean> {
    const parameters = [member.schoolId, member.membershipId, organizationId, now];
    return (await manager.query<unknown[]>(LOCK_GRANT, parameters)).length > 0;
  }

  /** Locks the member's grants: a change of one of them, or the archiving of its organization, waits. */
  async lockGrants(manager: EntityManager, { schoolId, membershipId }: Member): Promise<void> {
    await manager.query(LOCK_GRANTS, [schoolId, membershipId]);
  }
}

/**
 * The member as they are now, not as the request found them: whoever would change that waits until the transaction ends.
 * In a write it comes before every other row.
 * @returns null where they are no active member any more
 */
export async function presentMember(manager: EntityManager, member: Member): Promise<Member | null> {
  const [row] = await manager.query<{ role: MemberRole }[]>(
    'select role from memberships where school_id = $1 and id = $2 and deactivated_at is null for share',
    [member.schoolId, member.membershipId],
  );
  return row ? inRole(member, row.role) : null;
}
