import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from './caller.js';
import {
  holdsLiveGrant,
  isInForce,
  isOrganizationVisible,
  mayPublish,
} from '../../policy/organization-access.js';
import { VIEWER, viewerParameters } from '../../policy/audience.js';

const RIGHTS = `
  select ${VIEWER.admin}::boolean or ${holdsLiveGrant('o', VIEWER)} as can_edit
  from organizations o where o.school_id = $1 and o.id = $5 and ${isOrganizationVisible('o', VIEWER.admin)}`;

const LOCK_ORGANIZATION = `
  select 1 from organizations o
  where o.school_id = $1 and o.id = $2 and ${isOrganizationVisible('o', '$3')} for no key update`;

const LOCK_GRANT = `
  select 1 from organization_grants held
  where held.school_id = $1 and held.membership_id = $2 and held.organization_id = $3
    and ${isInForce('held', '$4')} for share`;

const UPLOADER = { school: '$1', membership: '$2', now: '$3' };

const MAY_UPLOAD = `
  select 1 from memberships m where m.id = ${UPLOADER.membership} and m.school_id = ${UPLOADER.school} and m.deactivated_at is null
    and ${mayPublish('m', UPLOADER.now)}`;

// Grants that have expired are locked, too: a later statement of the transaction tells which of them are in force.
const LOCK_GRANTS = `
  select 1 from organization_grants held
  join organizations o on o.school_id = held.school_id and o.id = held.organization_id
  where held.school_id = $1 and held.membership_id = $2 order by o.id for share`;

@Injectable()
export class OrganizationAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The rights of the caller; null where they may not see the organization. */
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

  /** Locks the organization: other changes of it wait, and so does its archiving. @returns whether the caller may see it */
  async lockOrganization(manager: EntityManager, member: Member, organizationId: string): Promise<boolean> {
    const parameters = [member.schoolId, organizationId, member.isAdmin];
    return (await manager.query<unknown[]>(LOCK_ORGANIZATION, parameters)).length > 0;
  }

  /** Locks the member's grant: its revocation waits. @returns whether it is in force */
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
