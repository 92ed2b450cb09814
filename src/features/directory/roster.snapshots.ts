import {
  accountOf,
  addressVisible,
  ANY_ADMIN,
  ANYBODY,
  contactVisible,
  type Viewer,
} from '../../policy/privacy-mask.js';
import type { PrefetchByQuery, Prefetch } from '../../platform/auth/prefetch.js';
import {
  type PerViewerPatches,
  revisionOf,
  type SnapshotItem,
  type SnapshotKind,
} from '../../platform/cache/snapshot-kind.js';
import type { GuardianRelation } from './guardian-relation.js';
import { GUARDIAN_COLUMNS, GUARDIAN_NAME, GUARDIAN_ORDER, STUDENT_ORDER } from './roster-student.js';
import type { RosterGuardianContact, RosterStudentFull } from './roster.dto.js';

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  graduation_year: number | null;
  /** Of the guardian; null where the student has none. */
  name: string | null;
  relation: GuardianRelation;
  /** As anybody may see them, or this guardian. */
  latitude: number | null;
  longitude: number | null;
  /** Of the guardian. */
  guardian_id: string;
  membership_id: string | null;
  email: string | null;
  phone: string | null;
  /** Whether it is this guardian who may see them, and not anybody. */
  own_place: boolean;
  own_contact: boolean;
}

/** Names are dear to compare: those of the students are put in order once, by an index, and `place` says it from then on. */
const inOrder = (columns: string): string => `
  (select s.id, s.first_name, s.last_name, s.graduation_year, ${columns}
    row_number() over (order by ${STUDENT_ORDER}) as place
    from students s where s.school_id = $1 and s.archived_at is null) s`;

/** RosterStudent as it is sent: texts that are put together take less than the functions that write JSON of rows. */
const ROSTER_TEXTS = `
  select '{"id":"' || s.id || '","first_name":' || to_json(s.first_name) || ',"last_name":' || to_json(s.last_name) ||
    ',"name":' || to_json(s.first_name || ' ' || s.last_name) ||
    ',"graduation_year":' || coalesce(s.graduation_year::text, 'null') ||
    ',"guardians":[' || coalesce(family.texts, '') || ']}' as text
  from ${inOrder('')}
  left join (
    select g.student_id, string_agg('{"name":' || to_json(${GUARDIAN_NAME}) || ',"relation":"' || g.relation || '"}', ','
      order by ${GUARDIAN_ORDER}) as texts
    from guardians g where g.school_id = $1 group by g.student_id
  ) family on family.student_id = s.id
  order by s.place`;

/** The guardian of a row, if an active member: a deactivated membership counts as none (contract section 0, rule 8). */
const ITSELF: Viewer = { school: 'active.school_id', membership: 'active.id', admin: 'false' };

/** A row for each guardian, and one for a student without any. */
const maskedRows = (anybody: Viewer): string => `
  select s.id, s.first_name, s.last_name, s.graduation_year, ${GUARDIAN_COLUMNS},
    g.id as guardian_id, active.id as membership_id, own.place as own_place, own.contact as own_contact,
    case when open.place or own.place then s.latitude end as latitude,
    case when open.place or own.place then s.longitude end as longitude,
    case when open.contact or own.contact then g.email end as email,
    case when open.contact or own.contact then g.phone end as phone
  from ${inOrder('s.latitude, s.longitude, s.address_visible,')}
  left join guardians g on g.student_id = s.id and g.school_id = $1
  left join memberships active on active.school_id = $1 and active.id = ${accountOf('g')} and active.deactivated_at is null
  cross join lateral (select (${addressVisible('s', anybody)}) is true as place,
    (${contactVisible('g', anybody)}) is true as contact) open
  cross join lateral (select not open.place and (${addressVisible('s', ITSELF)}) is true as place,
    not open.contact and (${contactVisible('g', ITSELF)}) is true as contact) own
  order by s.place, ${GUARDIAN_ORDER}`;

const ALONG_WITH_ROSTER: Prefetch = {
  name: 'roster',
  sql: ({ school }) => `json_build_object('revision', ${revisionOf('directory', school)})`,
};

const ALONG_WITH_FULL_ROSTER: Prefetch = {
  name: 'full roster',
  sql: ({ school, membership }) => `json_build_object('revision', ${revisionOf('directory', school)},
    'notes', array(select array[student_id::text, body] from notes
      where school_id = ${school} and author_membership_id = ${membership}))`,
};

/** What is read along with a roster. */
export interface SeenWithRoster {
  revision: number;
  /** The caller's own, each with its student; in the full roster alone. */
  notes?: [studentId: string, body: string][];
}

const noteOf = (note: string | null) => ({ note });

/** Of the caller alone in the full roster. */
export const ownNotes = ({ notes = [] }: SeenWithRoster): PerViewerPatches =>
  notes.map(([id, body]) => [id, noteOf(body)] as const);

/** Without `full` there is nothing of the caller's own in it. */
export const prefetchRoster: PrefetchByQuery = ({ full }) =>
  full === 'true' ? ALONG_WITH_FULL_ROSTER : ALONG_WITH_ROSTER;

export const ROSTER: SnapshotKind<{ text: string }> = {
  name: 'roster',
  subject: 'directory',
  list: 'students',
  rows: ROSTER_TEXTS,
  write: (students) => students,
};

export const FULL_ROSTER = fullRoster('full roster', ANYBODY);
export const FULL_ROSTER_OF_ADMINS = fullRoster('full roster of admins', ANY_ADMIN);

function fullRoster(name: string, anybody: Viewer): SnapshotKind<Row> {
  const write = (found: Row[]): SnapshotItem[] =>
    families(found).map((family) => ({
      id: family[0].id,
      text: fullStudent(family, null),
      viewerOverrides: new Map(
        family
          .filter((guardian) => guardian.own_place || guardian.own_contact)
          .map((guardian) => [guardian.membership_id!, fullStudent(family, guardian)]),
      ),
    }));
  return {
    name,
    subject: 'directory',
    list: 'students',
    rows: maskedRows(anybody),
    write,
    own: noteOf(null),
    hasPrivateTexts: true,
  };
}

type Family = [Row, ...Row[]];

const families = (found: Row[]): Family[] => [
  ...(Map.groupBy(found, ({ id }) => id) as Map<string, Family>).values(),
];

const guardiansIn = (family: Family): (Row & { name: string })[] =>
  family.filter((row): row is Row & { name: string } => row.name !== null);

/** @param viewer the guardian who looks; null: anybody */
function fullStudent(family: Family, viewer: Row | null): string {
  const [first] = family;
  const { id, first_name, last_name, graduation_year } = first;
  const place = viewer ?? (first.own_place ? NOWHERE : first);
  return JSON.stringify({
    id,
    first_name,
    last_name,
    name: `${first_name} ${last_name}`,
    graduation_year,
    latitude: place.latitude,
    longitude: place.longitude,
    ...noteOf(null),
    guardians: guardiansIn(family).map((guardian) =>
      contact(guardian, viewer !== null && guardian.membership_id === viewer.membership_id),
    ),
  } satisfies RosterStudentFull);
}

const NOWHERE = { latitude: null, longitude: null };

function contact(guardian: Row & { name: string }, isViewer: boolean): RosterGuardianContact {
  const { guardian_id, membership_id, name, relation, own_contact } = guardian;
  const { email, phone } = own_contact && !isViewer ? NO_CONTACT : guardian;
  return { id: guardian_id, membership_id, name, relation, email, phone };
}

const NO_CONTACT = { email: null, phone: null };
