import {
  isMemberOfOrganization,
  isMemberStill,
  organizationsEditedBy,
  organizationsOf,
  type OrganizationViewer,
} from './organization-access.js';

export const AUDIENCE_TYPES = ['school', 'graduation_years', 'organizations', 'admins'] as const;
export type AudienceType = (typeof AUDIENCE_TYPES)[number];

/** The caller for whom the conditions are evaluated. Every member is a placeholder. */
export interface AudienceViewer extends OrganizationViewer {
  /** Whether the caller is an admin of the school. */
  admin: string;
  /** Arrays that the statement has found of the caller already; without them each condition finds them by itself. */
  found?: { years: string; organizations: string; edited: string };
}

/*
 * Contract section 0.3, evaluated now and from storage. An item's table has the columns `audience_type`,
 * `audience_years`, `audience_organization_ids` and `organization_id`. The inner queries are the same for every row:
 * each runs once a statement.
 */

const ownYears = ({ school, membership, found }: AudienceViewer): string =>
  found?.years ??
  `array(select pupil.graduation_year from family_guardians family
    join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
      and pupil.archived_at is null
    where family.school_id = ${school}::uuid and family.membership_id = ${membership}::uuid)`;

const inSchool = (organizations: string, { school }: AudienceViewer): string =>
  `array(select own.id from (${organizations}) part_of join organizations own on own.id = part_of.id
    and own.school_id = ${school}::uuid and own.archived_at is null)`;

const ownOrganizations = (viewer: AudienceViewer): string =>
  viewer.found?.organizations ?? inSchool(organizationsOf(viewer), viewer);

const editedOrganizations = (viewer: AudienceViewer): string =>
  viewer.found?.edited ?? inSchool(organizationsEditedBy(viewer), viewer);

/** True where the item is addressed to the caller. */
export const isAddressedTo = (item: string, viewer: AudienceViewer): string =>
  addressed(item, viewer, `${item}.audience_organization_ids && ${ownOrganizations(viewer)}`);

/**
 * True where the item is addressed to the caller, for a statement that goes through few items and many members one by one:
 * it reads the item's organizations for each member, and not those of the whole school.
 */
export const isAddressedToEach = (item: string, viewer: AudienceViewer): string =>
  addressed(
    item,
    viewer,
    `exists (select from organizations own where own.id = any (${item}.audience_organization_ids)
      and own.school_id = ${viewer.school}::uuid and own.archived_at is null
      and ${isMemberOfOrganization('own', viewer)})`,
  );

const addressed = (item: string, viewer: AudienceViewer, toOwnOrganizations: string): string =>
  byType(item, {
    admins: `${viewer.admin}::boolean`,
    graduation_years: `${item}.audience_years && ${ownYears(viewer)}`,
    organizations: toOwnOrganizations,
  });

const byType = (item: string, conditions: Record<Exclude<AudienceType, 'school'>, string>): string =>
  `case ${item}.audience_type
    when 'school' then true
    when 'admins' then ${conditions.admins}
    when 'graduation_years' then ${conditions.graduation_years}
    when 'organizations' then ${conditions.organizations} end`;

/**
 * SQL of the members of a school with what makes them an audience: id, user_id, is_admin, years and organizations. For a statement
 * that counts the audiences of many items: what a member belongs to is found once for all of them.
 */
export function membersOfSchool(school: string, now: string): string {
  const member: AudienceViewer = { school, membership: 'm.id', admin: `(m.role <> 'parent')`, now };
  return `
    select m.id, m.user_id, ${member.admin} as is_admin, ${ownYears(member)} as years,
      ${ownOrganizations(member)} as organizations
    from memberships m where m.school_id = ${school}::uuid and ${isMemberStill('m', now)}`;
}

/** True where the item is addressed to a row of `membersOfSchool`. */
export const isAddressedToMember = (item: string, member: string): string =>
  byType(item, {
    admins: `${member}.is_admin`,
    graduation_years: `${item}.audience_years && ${member}.years`,
    organizations: `${item}.audience_organization_ids && ${member}.organizations`,
  });

/**
 * True where the caller may change the item: an admin, or an editor with a live grant on its organization. The cast is for a
 * subquery that gives one array: ANY would compare with its rows.
 */
export const isManagedBy = (item: string, viewer: AudienceViewer): string =>
  `(${viewer.admin}::boolean or ${item}.organization_id = any (${editedOrganizations(viewer)}::uuid[]))`;

/*
 * Keys state the same policy for lists that are cached for all readers at once: a member sees the items of which they hold a
 * key. What opens an item changes with the item; what a member holds is read again with each request.
 */

const keys = (kind: string, ids: string): string => `array(select '${kind} ' || id from unnest(${ids}) id
    where id is not null)`;

/** A text array: the keys of which each shows an item, to those it is addressed to and those who manage it. */
export const keysTo = (item: string): string =>
  `array['admin'] || ${keys('editor of', `array[${item}.organization_id]`)} || case ${item}.audience_type
    when 'school' then array['member']
    when 'graduation_years' then ${keys('family of', `${item}.audience_years`)}
    when 'organizations' then ${keys('member of', `${item}.audience_organization_ids`)}
    else '{}' end`;

/** A text array: the keys that the caller holds now. */
export const keysOf = (viewer: AudienceViewer): string =>
  `array['member'] || case when ${viewer.admin}::boolean then array['admin'] else '{}' end
    || ${keys('family of', ownYears(viewer))} || ${keys('member of', ownOrganizations(viewer))}
    || ${keys('editor of', editedOrganizations(viewer))}`;

/** The caller, in the first parameters of every query of what the caller may see of a school. */
export const VIEWER: AudienceViewer = { school: '$1', membership: '$2', admin: '$3', now: '$4' };

/*
 * For a statement that asks of many kinds of items whether they are addressed: PostgreSQL prepares and reads once what makes
 * the viewer an audience, and not for each condition.
 */

const audienceColumns = (viewer: AudienceViewer): string => `
  ${ownYears(viewer)} as years, ${ownOrganizations(viewer)} as organizations, ${editedOrganizations(viewer)} as edited`;

const foundIn = (viewer: AudienceViewer, column: (name: string) => string): AudienceViewer => ({
  ...viewer,
  found: { years: column('years'), organizations: column('organizations'), edited: column('edited') },
});

export const FIND_VIEWER = `viewer as materialized (select ${audienceColumns(VIEWER)})`;

/** The caller, in a statement that begins with `with ${FIND_VIEWER}`. */
export const FOUND_VIEWER = foundIn(VIEWER, (name) => `(select viewer.${name} from viewer)`);

/** An item of FROM, for a viewer who is a row of the statement. OFFSET keeps it from being read in each place that names it. */
export const findAudience = (viewer: AudienceViewer): string =>
  `(select ${audienceColumns(viewer)} offset 0) found`;

/** The viewer, below `findAudience`. */
export const foundViewer = (viewer: AudienceViewer): AudienceViewer =>
  foundIn(viewer, (name) => `found.${name}`);

/** A member as the caller's conditions know one. */
export interface AudienceMember {
  schoolId: string;
  membershipId: string;
  isAdmin: boolean;
}

export const viewerParameters = (member: AudienceMember, now: Date): unknown[] => [
  member.schoolId,
  member.membershipId,
  member.isAdmin,
  now,
];
