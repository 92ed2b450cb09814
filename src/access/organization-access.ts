/**
 * What a member is to an organization, as conditions for SQL (contract sections 0.2 and 0.3): read from storage every
 * time, in one place for every operation. Arguments are SQL: the alias of an `organizations` row, and placeholders.
 */
export interface OrganizationViewer {
  /** The caller's membership id. */
  membership: string;
  /** Now, UTC. */
  now: string;
}

/** True where the organization is there for the caller at all: archived ones are for admins alone. */
export const isOrganizationThere = (organization: string, admin: string): string =>
  `(${organization}.archived_at is null or ${admin}::boolean)`;

/** True for a row of `organization_grants` that has started, has not expired and is not revoked. */
export const isInForce = (grant: string, now: string): string =>
  `(${grant}.revoked_at is null and ${grant}.starts_at <= ${now}::timestamptz
    and (${grant}.expires_at is null or ${grant}.expires_at > ${now}::timestamptz))`;

/** True while the member holds a live grant: one in force, of an organization that is not archived. */
export const holdsLiveGrant = (organization: string, { membership, now }: OrganizationViewer): string =>
  `(${organization}.archived_at is null and exists (select from organization_grants held
    where held.organization_id = ${organization}.id and held.membership_id = ${membership}::uuid
      and ${isInForce('held', now)}))`;

/** True for a row of `memberships` that may publish something: an admin's, or one with a live grant. */
export const mayPublish = (member: string, now: string): string =>
  `(${member}.role <> 'parent' or exists (select from organizations own where own.school_id = ${member}.school_id
    and ${holdsLiveGrant('own', { membership: `${member}.id`, now })}))`;

/**
 * True for those whom the audience `organizations` means: on the roster as a parent, in the leadership (staff by
 * their verified email), with a linked student on the roster, or with a live grant.
 */
export const isMemberOfOrganization = (organization: string, viewer: OrganizationViewer): string =>
  `(exists (select from organization_parents on_roster
      where on_roster.organization_id = ${organization}.id and on_roster.membership_id = ${viewer.membership}::uuid)
    or exists (select from organization_students enrolled
      join guardians family on family.student_id = enrolled.student_id
        and family.membership_id = ${viewer.membership}::uuid
      join students pupil on pupil.id = enrolled.student_id and pupil.archived_at is null
      where enrolled.organization_id = ${organization}.id)
    or exists (select from organization_leaders leader
      left join staff_members employed on employed.id = leader.staff_member_id and employed.archived_at is null
      left join memberships self on self.id = ${viewer.membership}::uuid
      left join users person on person.id = self.user_id and person.email_verified_at is not null
      where leader.organization_id = ${organization}.id
        and (leader.membership_id = ${viewer.membership}::uuid or lower(employed.email) = person.email))
    or ${holdsLiveGrant(organization, viewer)})`;
