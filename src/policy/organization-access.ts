import { isActiveMember } from './present-people.js';

/**
 * Conditions for SQL on what a member is to an organization (contract sections 0.2 and 0.3): read from storage every time,
 * here for every operation. Arguments are SQL: the alias of an `organizations` row, and placeholders.
 */
export interface OrganizationViewer {
  school: string;
  /** The caller's membership id. */
  membership: string;
  /** Now, UTC. */
  now: string;
}

/** True where the caller may see the organization: archived ones are for admins alone. */
export const isOrganizationVisible = (organization: string, admin: string): string =>
  `(${organization}.archived_at is null or ${admin}::boolean)`;

/** True for a row of `organization_grants` that has started, has not expired and is not revoked. */
export const isInForce = (grant: string, now: string): string =>
  `(${grant}.revoked_at is null and ${grant}.starts_at <= ${now}::timestamptz
    and (${grant}.expires_at is null or ${grant}.expires_at > ${now}::timestamptz))`;

/** The ids of the organizations that the member edits: with a grant in force, and not archived. */
export const organizationsEditedBy = ({ school, membership, now }: OrganizationViewer): string => `
  select granted.id from organization_grants held
  join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
    and granted.archived_at is null
  where held.school_id = ${school}::uuid and held.membership_id = ${membership}::uuid and ${isInForce('held', now)}`;

/** True while the member holds a live grant. */
export const holdsLiveGrant = (organization: string, viewer: OrganizationViewer): string =>
  `(${organization}.id in (${organizationsEditedBy(viewer)}))`;

/** True for a row of `memberships` that may publish something: an admin's, or one with a live grant. */
export const mayPublish = (member: string, now: string): string =>
  `(${member}.role <> 'parent' or exists (select from organizations own where own.school_id = ${member}.school_id
    and ${holdsLiveGrant('own', { school: `${member}.school_id`, membership: `${member}.id`, now })}))`;

/** True for a row of `memberships` that does not end for want of students: an admin's, an editor's, or one of the staff. */
export const staysWithoutStudents = (member: string, now: string): string =>
  `(${mayPublish(member, now)} or exists (select from staff_members employed join user_addresses held on held.user_id = ${member}.user_id
    where employed.school_id = ${member}.school_id and employed.archived_at is null and lower(employed.email) = held.email))`;

/**
 * True for a row of `memberships` that nobody has deactivated yet, and whose last student has been gone for longer than the
 * school waits (contract section 16, rule 5). It ends what the members themselves may read at that moment. Others find them
 * until the hourly job has deactivated the row, since lists that are cached for many readers change with rows and not by the
 * clock.
 */
const isOverdue = (member: string, now: string): string =>
  `(${member}.students_gone_at is not null and ${member}.students_gone_at + make_interval(days => (
      select waiting.grace_days from schools waiting where waiting.id = ${member}.school_id)) <= ${now}::timestamptz
    and not ${staysWithoutStudents(member, now)})`;

/** True for a row of `memberships` by which its owner may still read: neither deactivated nor overdue. */
export const isMemberStill = (member: string, now: string): string =>
  `(${isActiveMember(member)} and not ${isOverdue(member, now)})`;

/** True for a row of `students` that has left the school by the day `on`: a graduation year ends with July. */
export const hasGraduated = (student: string, on: string): string =>
  `make_date(${student}.graduation_year, 8, 1) <= ${on}`;

/**
 * The ids of the organizations whose audience the member is in, some of them twice: on the roster as a parent, with a linked
 * student on the roster, in the leadership (staff by their verified email), or with a live grant. Found from the member:
 * a school may have hundreds of classes.
 */
export const organizationsOf = ({ school, membership, now }: OrganizationViewer): string => `
  select on_roster.organization_id as id from organization_parents on_roster
  where on_roster.school_id = ${school}::uuid and on_roster.membership_id = ${membership}::uuid
  union all
  select enrolled.organization_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
  where family.school_id = ${school}::uuid and family.membership_id = ${membership}::uuid
  union all
  select leader.organization_id from organization_leaders leader
  where leader.school_id = ${school}::uuid and leader.membership_id = ${membership}::uuid
  union all
  select leader.organization_id from memberships self
  join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
  join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
    and lower(employed.email) = held.email
  join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
  where self.school_id = ${school}::uuid and self.id = ${membership}::uuid
  union all ${organizationsEditedBy({ school, membership, now })}`;

/** True for those whom the audience `organizations` means. */
export const isMemberOfOrganization = (organization: string, viewer: OrganizationViewer): string =>
  `(${organization}.id in (${organizationsOf(viewer)}))`;

/** In the order in which organizations are listed (contract section 14, rule 19). */
export const ORGANIZATION_KINDS = ['team', 'club', 'class'] as const;

export type OrganizationKind = (typeof ORGANIZATION_KINDS)[number];

/** SQL by which organizations are ordered, before their name. */
export const kindOrder = (organization: string): string =>
  `array_position('{${ORGANIZATION_KINDS.join()}}'::text[], ${organization}.kind)`;
