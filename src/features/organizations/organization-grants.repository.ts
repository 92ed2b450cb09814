import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { utcText } from '../../platform/database/utc-text.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName } from '../../policy/name-order.js';
import type { RowCounts } from '../../platform/import-report.js';
import type { Departure, Leaver } from '../memberships/member-holdings.service.js';

/** A grant as an operator or a file states it. */
export interface ImportedGrant {
  organizationId: string;
  membershipId: string;
  /** UTC; null keeps what is stored, and for a new grant is now. */
  startsAt: Date | null;
  /** One that is stored and has yet to start does so now. */
  atOnce?: boolean;
  /** UTC; absent keeps what is stored, null: until revoked. */
  expiresAt?: Date | null | undefined;
  /** Absent keeps what is stored. */
  revoked?: boolean | undefined;
}

/** By whom and what an operator names a grant. */
export interface GrantReference {
  schoolId: string;
  /** Short name or id. */
  organization: string;
  email: string;
}

const GIVEN = `jsonb_to_recordset($1::jsonb) as g(organization_id uuid, membership_id uuid,
  starts_at timestamptz, expires_at timestamptz, expiry_given boolean, revoked boolean, at_once boolean)`;

// The unique key decides between two who make the same grant at once: the second one finds it there.
const CREATE = `
insert into organization_grants (school_id, organization_id, membership_id, starts_at, expires_at, revoked_at)
select $2, organization_id, membership_id, coalesce(starts_at, $3), expires_at,
  case when revoked then $3::timestamptz end
from ${GIVEN}
on conflict do nothing
returning id`;

const UPDATE = `
with wanted as (
  select held.id,
    case when g.at_once then least(held.starts_at, $3) else coalesce(g.starts_at, held.starts_at) end as starts_at,
    case when g.expiry_given then g.expires_at else held.expires_at end as expires_at,
    case when g.revoked is null then held.revoked_at when g.revoked then coalesce(held.revoked_at, $3) end as revoked_at
  from ${GIVEN}
  join organization_grants held
    on held.school_id = $2 and held.organization_id = g.organization_id and held.membership_id = g.membership_id
)
update organization_grants held
set starts_at = w.starts_at, expires_at = w.expires_at, revoked_at = w.revoked_at
from wanted w
where held.school_id = $2 and held.id = w.id
  and (held.starts_at, held.expires_at, held.revoked_at) is distinct from (w.starts_at, w.expires_at, w.revoked_at)
returning held.id`;

/** A grant as an operator sees it. Times are UTC. */
export interface ListedGrant {
  grant_id: string;
  organization: string;
  name: string;
  email: string;
  state: 'live' | 'to come' | 'expired' | 'revoked' | 'deactivated' | 'archived';
  starts_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface FoundMember {
  id: string;
  deactivated: boolean;
}

@Injectable()
export class OrganizationGrantsRepository {
  async writeGrants(
    manager: EntityManager,
    target: { schoolId: string; grants: ImportedGrant[]; now: Date },
  ): Promise<RowCounts> {
    const params = [JSON.stringify(target.grants.map(grantRow)), target.schoolId, target.now];
    const created = (await manager.query<unknown[]>(CREATE, params)).length;
    const [rows] = await manager.query<[unknown[], number]>(UPDATE, params);
    const updated = rows.length;
    return { created, updated, archived: 0, unchanged: target.grants.length - created - updated };
  }

  async findOrganization(
    manager: EntityManager,
    schoolId: string,
    shortNameOrId: string,
  ): Promise<{ id: string; archived: boolean } | null> {
    const [organization] = await manager.query<{ id: string; archived: boolean }[]>(
      `select id, archived_at is not null as archived from organizations
       where school_id = $1 and (short_name = $2 or id::text = lower($2)) order by short_name = $2 desc limit 1`,
      [schoolId, shortNameOrId],
    );
    return organization ?? null;
  }

  async findMember(manager: EntityManager, schoolId: string, email: string): Promise<FoundMember | null> {
    const [member] = await manager.query<FoundMember[]>(
      `select m.id, m.deactivated_at is not null as deactivated
       from memberships m join user_addresses held on held.user_id = m.user_id where m.school_id = $1 and held.email = $2`,
      [schoolId, email],
    );
    return member ?? null;
  }

  async findGrant(
    manager: EntityManager,
    schoolId: string,
    organizationId: string,
    membershipId: string,
  ): Promise<string | null> {
    const [grant] = await manager.query<{ id: string }[]>(
      `select id from organization_grants
       where school_id = $1 and organization_id = $2 and membership_id = $3`,
      [schoolId, organizationId, membershipId],
    );
    return grant?.id ?? null;
  }

  /** Organizations that a leaver may no longer edit because the right was revoked. */
  async findRevoked(
    manager: EntityManager,
    { schoolId, membershipId }: Leaver,
  ): Promise<{ revokedOrganizationIds: string[] }> {
    const rows = await manager.query<{ id: string }[]>(
      `select organization_id as id from organization_grants
       where school_id = $1 and membership_id = $2 and revoked_at is not null order by organization_id`,
      [schoolId, membershipId],
    );
    return { revokedOrganizationIds: rows.map(({ id }) => id) };
  }

  /** A person who comes back edits nothing of which the right was taken from them. */
  async restoreRevoked(
    manager: EntityManager,
    { schoolId, membershipId }: Leaver,
    departure: Departure | null,
  ): Promise<void> {
    if (!departure || departure.revokedOrganizationIds.length === 0) return;
    await manager.query(
      `insert into organization_grants (school_id, organization_id, membership_id, starts_at, revoked_at)
       select own.school_id, own.id, $2, $4, $4 from organizations own where own.school_id = $1 and own.id = any ($3::uuid[])`,
      [schoolId, membershipId, departure.revokedOrganizationIds, departure.leftAt],
    );
  }

  /** By organization, then name. */
  listGrants(manager: EntityManager, schoolId: string, now: Date): Promise<ListedGrant[]> {
    return manager.query(
      `select held.id as grant_id, o.short_name as organization, ${fullName('person')} as name, u.email,
         case when held.revoked_at is not null then 'revoked' when held.expires_at <= $2 then 'expired'
           when held.starts_at > $2 then 'to come' when m.deactivated_at is not null then 'deactivated'
           when o.archived_at is not null then 'archived' else 'live' end as state,
         ${utcText('held.starts_at')} as starts_at, ${utcText('held.expires_at')} as expires_at,
         ${utcText('held.revoked_at')} as revoked_at
       from organization_grants held
       join organizations o on o.school_id = held.school_id and o.id = held.organization_id
       join memberships m on m.school_id = held.school_id and m.id = held.membership_id
       join users u on u.id = m.user_id ${memberContact('null')}
       where held.school_id = $1 order by o.short_name, name, u.email`,
      [schoolId, now],
    );
  }
}

const grantRow = (grant: ImportedGrant): object => ({
  organization_id: grant.organizationId,
  membership_id: grant.membershipId,
  starts_at: grant.startsAt,
  expires_at: grant.expiresAt,
  expiry_given: grant.expiresAt !== undefined,
  revoked: grant.revoked,
  at_once: grant.atOnce,
});
