import { isManagedBy, VIEWER } from '../../policy/audience.js';
import { eventId } from '../../policy/event-visibility.js';
import type { SchoolFeature } from '../../policy/school-feature.js';
import type { ItemType } from './changes.dto.js';

/*
 * What an item shows of others: from a cause (a row `seed`: kind, id, sequence) to the items that read differently by it. Whatever is
 * found here is asked afterwards whether the caller may read it, so that a cause may lead to more items than it changes.
 */

/** The id of `events e` as the API knows it. */
export const EVENT_ID = eventId('e');

const seeds = (kind: string): string =>
  `select seed.id::uuid as id, seed.sequence from seed where seed.kind = '${kind}'`;

/** A member is shown with their students, in the staff directory, and as the author of what they have made. */
const STUDENTS = `
  ${seeds('student')}
  union all select g.student_id, member.sequence from member
    join guardians g on g.school_id = $1 and (g.membership_id = member.id or g.shared_membership_id = member.id)`;

const STAFF = `
  ${seeds('staff_member')}
  union all select employed.id, member.sequence from member
    join memberships m on m.school_id = $1 and m.id = member.id
    join user_addresses held on held.user_id = m.user_id and held.verified_at is not null
    join staff_members employed on employed.school_id = $1 and lower(employed.email) = held.email`;

interface PublishedTable {
  type: ItemType;
  table: string;
  feature: SchoolFeature;
  /** SQL of the id of the row `e`, as the API knows it. */
  id?: string;
  /** Shows the name of its organization. */
  named?: true;
  /** Shows its category. */
  categorized?: true;
  /** Shows who has made it. */
  authored?: true;
  /** A manager reads how many people it is addressed to. */
  answered?: true;
}

const PUBLISHED_TABLES: PublishedTable[] = [
  ...([
    { type: 'notice', table: 'notices', feature: 'notices', named: true, categorized: true, authored: true },
    {
      ...{ type: 'document', table: 'documents', feature: 'document_library' },
      ...{ named: true, categorized: true, authored: true },
    },
    { type: 'event', table: 'events', feature: 'calendar', id: EVENT_ID, named: true, categorized: true },
    { type: 'series', table: 'event_series', feature: 'calendar' },
    { type: 'poll', table: 'polls', feature: 'polls', answered: true },
    { type: 'signup', table: 'signups', feature: 'signups', named: true, answered: true },
    { type: 'permission_slip', table: 'permission_slips', feature: 'signups', named: true, answered: true },
  ] as PublishedTable[]),
];

/** Rows `e` of a table of published items, with what they are found by. */
function publishedBy({ type, table, feature, id = 'e.id::text', ...shows }: PublishedTable): string[] {
  const found = (cause: string, condition: string): string =>
    `select '${type}' as type, ${id} as id, cause.sequence
     from ${cause} cause join ${table} e on e.school_id = $1 and ${condition}`;
  return [
    found(`(select * from seed where seed.kind = 'feature')`, `cause.id = '${feature}'`),
    ...(shows.named ? [found(`(${seeds('name')})`, 'e.organization_id = cause.id')] : []),
    ...(shows.categorized ? [found(`(${seeds('category')})`, 'e.category_id = cause.id')] : []),
    ...(shows.authored ? [found('member', 'e.created_by_membership_id = cause.id')] : []),
    ...(shows.answered
      ? [
          found(`(${seeds('answers')})`, isManagedBy('e', VIEWER)),
          found(`(${seeds('answers_of')})`, 'cause.id = any (e.audience_organization_ids)'),
        ]
      : []),
  ];
}

/** A member is shown beside their claims, to managers beside their answers, and with their students to themselves beside events and slips. */
const ANSWERED_BY_MEMBER = [
  `select 'event', ${EVENT_ID}, cause.sequence from (${seeds('event_row')}) cause
   join events e on e.school_id = $1 and e.id = cause.id`,
  `select 'event', ${EVENT_ID}, cause.sequence from (${seeds('occurrences')}) cause
   join events e on e.school_id = $1 and e.series_id = cause.id`,
  `select 'event', ${EVENT_ID}, cause.sequence from (${seeds('answers_of')}) cause
   join events e on e.school_id = $1 and e.rsvp_by is not null and cause.id = any (e.audience_organization_ids)`,
  `select 'event', ${EVENT_ID}, student.sequence from student
   join event_rsvps given on given.school_id = $1 and given.student_id = student.id
   join events e on e.school_id = $1 and e.id = given.event_id`,
  `select 'event', ${EVENT_ID}, student.sequence from student
   join family_guardians own on own.school_id = $1 and own.student_id = student.id and own.membership_id = $2
   join events e on e.school_id = $1 and e.rsvp_by = 'student'`,
  `select 'event', ${EVENT_ID}, member.sequence from member
   join event_rsvps given on given.school_id = $1 and member.id in (given.membership_id, given.answered_by_membership_id)
   join events e on e.school_id = $1 and e.id = given.event_id`,
  `select 'event', ${EVENT_ID}, member.sequence from member
   join events e on e.school_id = $1 and e.rsvp_by = 'person' where member.id = $2`,
  `select 'signup', claim.signup_id::text, reached.sequence from reached
   join signup_claims claim on claim.school_id = $1 and claim.membership_id = reached.id`,
  `select 'poll', given.poll_id::text, member.sequence from member
   join memberships m on m.school_id = $1 and m.id = member.id
   join poll_responses given on given.school_id = $1 and given.user_id = m.user_id`,
  `select 'permission_slip', slip.id::text, student.sequence from student
   join family_guardians own on own.school_id = $1 and own.student_id = student.id and own.membership_id = $2
   join permission_slips slip on slip.school_id = $1`,
  `select 'permission_slip', given.slip_id::text, member.sequence from member
   join permission_slip_responses given on given.school_id = $1
     and member.id in (given.signed_by_membership_id, given.recorded_by_membership_id)`,
];

const SEEDED_PUBLISHED = `select seed.kind, seed.id, seed.sequence from seed
  where seed.kind in (${PUBLISHED_TABLES.map(({ type }) => `'${type}'`).join(', ')})`;

/** An event shows the first sign-up and the first slip for it. */
const eventsOf = (type: ItemType, table: string): string => `
  select ${EVENT_ID} as id, published.sequence from published
  join ${table} item on item.school_id = $1 and item.id::text = published.id
  join events e on e.school_id = $1 and e.id = item.event_id where published.type = '${type}'`;

/** An organization counts what is published for it, and shows its next event. */
const organizationsOf = ({ type, table, id = 'e.id::text' }: PublishedTable): string => `
  select e.organization_id, published.sequence from published
  join ${table} e on e.school_id = $1 and ${id} = published.id
  where published.type = '${type}' and e.organization_id is not null`;

const LEADERS = `
  select leader.organization_id, shown.sequence from (
    select 'parent' as type, id, sequence from member union all select 'staff', id, sequence from staff
    union all select 'student', id, sequence from student) shown
  join organization_leaders leader on leader.school_id = $1
    and case shown.type when 'parent' then leader.membership_id when 'staff' then leader.staff_member_id
      else leader.student_id end = shown.id`;

/** An organization counts the students of its roster who are at the school. */
const COUNTED_IN = `
  select enrolled.organization_id, counted.sequence from (${seeds('counted_student')}) counted
  join organization_students enrolled on enrolled.school_id = $1 and enrolled.student_id = counted.id`;

const ROSTERS = `
  ${seeds('organization_roster')}
  union all select on_roster.organization_id, reached.sequence from reached
    join organization_parents on_roster on on_roster.school_id = $1 and on_roster.membership_id = reached.id
  union all select enrolled.organization_id, student.sequence from student
    join organization_students enrolled on enrolled.school_id = $1 and enrolled.student_id = student.id`;

const LISTS = `
  ${seeds('list')}
  union all select own.id, student.sequence from student
    join list_students entry on entry.school_id = $1 and entry.student_id = student.id
    join lists own on own.school_id = $1 and own.id = entry.list_id and own.owner_membership_id = $2
  union all select own.id, reached.sequence from reached
    join list_guardians entry on entry.school_id = $1 and entry.guardian_membership_id = reached.id
    join lists own on own.school_id = $1 and own.id = entry.list_id and own.owner_membership_id = $2
  union all select own.id, shown.sequence from
    (select id, sequence from student union all ${seeds('student_contact')}) shown
    join list_guardians entry on entry.school_id = $1 and entry.linked_student_id = shown.id
    join lists own on own.school_id = $1 and own.id = entry.list_id and own.owner_membership_id = $2`;

/** A student shows the organizations whose roster they are on. */
const VISIBLE_STUDENTS = `
  select id, sequence from student
  union all ${seeds('shown_student')}
  union all ${seeds('student_contact')}
  union all select g.student_id, reached.sequence from reached
    join guardians g on g.school_id = $1 and (g.membership_id = reached.id or g.shared_membership_id = reached.id)
  union all select enrolled.student_id, named.sequence from (${seeds('name')}) named
    join organization_students enrolled on enrolled.school_id = $1 and enrolled.organization_id = named.id`;

/** A member of staff shows the organizations that they lead. */
const VISIBLE_STAFF = `
  select id, sequence from staff
  union all select leader.staff_member_id, named.sequence from (${seeds('name')}) named
    join organization_leaders leader on leader.school_id = $1 and leader.organization_id = named.id
      and leader.staff_member_id is not null`;

const NOTES = `
  select own.student_id, student.sequence from student
  join notes own on own.school_id = $1 and own.student_id = student.id and own.author_membership_id = $2`;

/** The caller's own data show their students, and the names of organizations that they edit. */
const ME = `
  select $2::uuid as id, shown.sequence from
    (select id, sequence from student union all ${seeds('student_contact')}) shown
    join guardians own on own.school_id = $1 and own.student_id = shown.id and own.membership_id = $2
  union all select $2::uuid, named.sequence from (${seeds('name')}) named join organization_grants held
    on held.school_id = $1 and held.organization_id = named.id and held.membership_id = $2`;

/** Whole lists of a feature that was turned on or off. */
const OF_FEATURE = [
  ['menu', 'menu_entries', 'lunch_menus'],
  ['staff_member', 'staff_members', 'staff_directory'],
  ['organization', 'organizations', null],
]
  .map(
    ([type, table, feature]) => `
  select '${type}', item.id::text, cause.sequence from seed cause join ${table} item on item.school_id = $1
  where cause.kind = 'feature' ${feature ? `and cause.id = '${feature}'` : ''}`,
  )
  .join(' union all ');

const SCHOOL_DETAILS = `
  select 'document', 'school-details', cause.sequence from seed cause
  where cause.kind = 'feature' and cause.id = 'document_library'`;

const typed = (type: ItemType, rows: string): string =>
  `select '${type}' as type, id::text as id, sequence from (${rows}) as found(id, sequence)`;

/** $1 to $4 the viewer, $5 the causes: items (type, id) with the number of the last row that leads to them. */
export const EFFECTS = `
  with seed as materialized (
    select kind, id, sequence from jsonb_to_recordset($5) as given(kind text, id text, sequence bigint)
  ), member as materialized (${seeds('member')}),
  reached as materialized (select id, sequence from member union all ${seeds('contact')}),
  student as materialized (${STUDENTS}),
  staff as materialized (${STAFF}),
  published(type, id, sequence) as materialized (
    ${[SEEDED_PUBLISHED, ...PUBLISHED_TABLES.flatMap(publishedBy), ...ANSWERED_BY_MEMBER].join(' union all ')}
  )
  select type, id, max(sequence)::float8 as sequence from (
    select * from published as told(type, id, sequence)
    union all ${typed('event', `${eventsOf('signup', 'signups')} union all ${eventsOf('permission_slip', 'permission_slips')}`)}
    union all ${typed('organization', [seeds('organization'), seeds('name'), LEADERS, COUNTED_IN, ...PUBLISHED_TABLES.filter(({ type }) => type !== 'permission_slip').map(organizationsOf)].join(' union all '))}
    union all ${typed('organization_roster', ROSTERS)}
    union all ${typed('student', VISIBLE_STUDENTS)}
    union all ${typed('staff_member', VISIBLE_STAFF)}
    union all ${typed('list', LISTS)}
    union all ${typed('note', NOTES)}
    union all ${typed('me', ME)}
    union all ${typed('category', seeds('category'))}
    union all ${typed('menu', seeds('menu'))}
    union all ${OF_FEATURE}
    union all ${SCHOOL_DETAILS}
  ) told group by type, id`;
