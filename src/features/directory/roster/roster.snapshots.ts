import {
  accountOf,
  addressVisible,
  ANY_ADMIN,
  ANYBODY,
  contactVisible,
  isVisibleAsGuardian,
  type Viewer,
} from '../../../policy/privacy-mask.js';
import { notesBy } from '../../../policy/own-notes.js';
import { joinMemberPhotos, joinStudentPhotos } from '../../../policy/photo-visibility.js';
import { inOrder, nameOf, schoolLocale } from '../../../policy/name-order.js';
import { asArray, RESTRICTED_VIEWER } from '../../../policy/guardian-restriction.js';
import type { Member } from '../../../platform/auth/caller.js';
import type { PrefetchByQuery, Prefetch } from '../../../platform/auth/prefetch.js';
import {
  type PerViewerPatches,
  revisionOf,
  type SnapshotItem,
  type SnapshotKind,
} from '../../../platform/cache/snapshot-kind.js';
import { nameKey } from '../../../platform/text/normalize.js';
import { phoneKey } from '../../../platform/text/phone.js';
import type { GuardianRelation } from '../guardians/guardian-relation.js';
import type { SearchedStudent } from './roster-search.js';
import type { StudentGuardian, RosterStudent, RosterStudentFull } from './roster.dto.js';

/** A row for each guardian, and one for a student without any. */
interface Row {
  id: string;
  first_name: string;
  last_name: string;
  graduation_year: number | null;
  has_photo: boolean;
  /** Id of the guardian, as all that follows; null where the student has none. */
  guardian_id: string | null;
  given_name: string;
  family_name: string;
  is_primary: boolean;
  relation: GuardianRelation;
  /** Locale of the school. */
  locale: string;
}

interface FullRow extends Row {
  /** Whether the guardian is kept apart from the student: for admins alone. */
  restricted: boolean;
  /** Coordinates that anybody may see, or this guardian. */
  latitude: number | null;
  longitude: number | null;
  /** Membership of the guardian. */
  membership_id: string | null;
  guardian_has_photo: boolean;
  email: string | null;
  phone: string | null;
  /** Whether it is this guardian who may see them, and not anybody. */
  own_address: boolean;
  own_contact: boolean;
}

const NAMES = `
  s.id, s.first_name, s.last_name, s.graduation_year, face.student_id is not null as has_photo, g.id as guardian_id, g.first_name as given_name,
  g.last_name as family_name, g.is_primary, g.relation, ${schoolLocale('$1')} as locale`;

const faces = (viewer: Viewer): string => joinStudentPhotos('$1', 's', viewer);

const rosterRows = (viewer: Viewer): string => `
  select ${NAMES} from students s ${faces(viewer)}
  left join family_guardians g on g.student_id = s.id and g.school_id = $1
  where s.school_id = $1 and s.archived_at is null`;

/** The guardian of a row, if an active member: a deactivated membership counts as none (contract section 0, rule 8). */
const ITSELF: Viewer = { ...ANYBODY, school: 'active.school_id', membership: 'active.id' };

const IS_ACTIVE = 'active.id is not null';

const maskedRows = (anybody: Viewer): string => `
  select ${NAMES}, g.restricted_at is not null as restricted, active.id as membership_id, photo.membership_id is not null as guardian_has_photo, own.address as own_address, own.contact as own_contact,
    case when open.address or own.address then s.latitude end as latitude,
    case when open.address or own.address then s.longitude end as longitude,
    case when open.contact or own.contact then g.email end as email,
    case when open.contact or own.contact then g.phone end as phone
  from students s ${faces(anybody)}
  left join guardians g on g.student_id = s.id and g.school_id = $1 and ${isVisibleAsGuardian('g', anybody)}
  left join memberships active on active.school_id = $1 and active.id = ${accountOf('g')} and active.deactivated_at is null
  ${joinMemberPhotos('$1', 'active.id')}
  cross join lateral (select (${addressVisible('s', anybody)}) is true as address,
    (${contactVisible('g', anybody, IS_ACTIVE)}) is true as contact) open
  cross join lateral (select not open.address and (${addressVisible('s', ITSELF)}) is true as address,
    not open.contact and (${contactVisible('g', ITSELF, IS_ACTIVE)}) is true as contact) own
  where s.school_id = $1 and s.archived_at is null`;

const ROSTER_PREFETCH: Prefetch = {
  name: 'roster',
  sql: ({ school }) => `json_build_object('revision', ${revisionOf('directory', school)})`,
};

const FULL_ROSTER_PREFETCH: Prefetch = {
  name: 'full roster',
  sql: ({ school, membership }) => `json_build_object('revision', ${revisionOf('directory', school)},
    'notes', array(select array[student_id::text, body] from ${notesBy({ school, membership })} note))`,
};

/** The caller's own students are found by their names in the records as well. */
const SEARCH_PREFETCH: Prefetch = {
  name: 'roster search',
  sql: ({
    school,
    membership,
  }) => `json_build_object('revision', ${revisionOf('directory', school)}, 'students', array(
    select student_id from family_guardians where school_id = ${school} and membership_id = ${membership}))`,
};

/** The reader's part of a roster, prefetched. */
export interface RosterContext {
  revision: number;
  /** The caller's own, each with its student; in the full roster alone. */
  notes?: [studentId: string, body: string][];
  /** The caller's own, with a search alone. */
  students?: string[];
}

const noteOf = (note: string | null) => ({ note });

/** The caller's notes, as patches of the full roster. */
export const ownNotes = ({ notes = [] }: RosterContext): PerViewerPatches =>
  notes.map(([id, body]) => [id, noteOf(body)] as const);

/** Without `full` there is nothing of the caller's own in it. */
export const prefetchRoster: PrefetchByQuery = ({ full, q }) => {
  if (full === 'true') return FULL_ROSTER_PREFETCH;
  return q ? SEARCH_PREFETCH : ROSTER_PREFETCH;
};

const roster = (name: string, viewer: Viewer): SnapshotKind<Row> => ({
  name,
  subject: 'directory',
  list: 'students',
  rows: rosterRows(viewer),
  write: (found) => families(found).map((family) => ({ text: student(family) })),
});

interface SearchRow extends Row {
  legal_first_name: string | null;
  legal_last_name: string | null;
  email: string | null;
  phone: string | null;
  restricted: boolean;
  country: string;
}

/** The list that is searched. It is never sent: every search decides what its caller may find. */
const searchedRoster = (name: string, viewer: Viewer): SnapshotKind<SearchRow> => ({
  name,
  subject: 'directory',
  list: 'students',
  rows: `
    select ${NAMES}, s.legal_first_name, s.legal_last_name, g.email, g.phone, g.restricted_at is not null as restricted, school.country
    from students s join schools school on school.id = s.school_id ${faces(viewer)}
    left join guardians g on g.student_id = s.id and g.school_id = $1
    where s.school_id = $1 and s.archived_at is null`,
  write: (found) => families(found).map((family) => ({ text: JSON.stringify(searched(family)) })),
  hasPrivateTexts: true,
});

export const ROSTER = roster('roster', ANYBODY);
const SEARCHED = searchedRoster('roster search', ANYBODY);
export const FULL_ROSTER = fullRoster('full roster', ANYBODY);

const ROSTER_OF_THE_RESTRICTED = roster('roster of the restricted', RESTRICTED_VIEWER);
const SEARCHED_OF_THE_RESTRICTED = searchedRoster('roster search of the restricted', RESTRICTED_VIEWER);
const FULL_ROSTER_OF_THE_RESTRICTED = fullRoster('full roster of the restricted', RESTRICTED_VIEWER);
const FULL_ROSTER_OF_ADMINS = fullRoster('full roster of admins', ANY_ADMIN);

/** What is cached for all readers at once is not for whoever is kept apart from somebody. */
const choose =
  <Row>(shared: SnapshotKind<Row>, own: SnapshotKind<Row>, more: (member: Member) => string[] = () => []) =>
  (member: Member): SnapshotKind<Row> =>
    member.restrictedStudentIds.length > 0
      ? { ...own, parameters: [asArray(member.restrictedStudentIds), ...more(member)] }
      : shared;

export const rosterFor = choose(ROSTER, ROSTER_OF_THE_RESTRICTED);
export const searchedRosterFor = choose(SEARCHED, SEARCHED_OF_THE_RESTRICTED);
const fullRosterOfParent = choose(FULL_ROSTER, FULL_ROSTER_OF_THE_RESTRICTED, ({ membershipId }) => [
  membershipId,
]);

export const fullRosterFor = (member: Member): SnapshotKind<FullRow> =>
  member.isAdmin ? FULL_ROSTER_OF_ADMINS : fullRosterOfParent(member);

function fullRoster(name: string, anybody: Viewer): SnapshotKind<FullRow> {
  const write = (found: FullRow[]): SnapshotItem[] =>
    families(found).map((family) => ({
      id: family[0].id,
      text: fullStudent(family, null),
      viewerOverrides: new Map(
        family
          .filter((guardian) => guardian.own_address || guardian.own_contact)
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

type Family<R extends Row> = [R, ...R[]];
type WithGuardian<R extends Row> = R & { guardian_id: string };

/** Students with their guardians, in the order of the school. */
function families<R extends Row>(found: R[]): Family<R>[] {
  const { locale = '' } = found[0] ?? {};
  const grouped = [...(Map.groupBy(found, ({ id }) => id) as Map<string, Family<R>>).values()];
  return inOrder(grouped, ([{ last_name, first_name, id }]) => [last_name, first_name, id], locale).map(
    (family) =>
      inOrder(
        family,
        (row) => [!row.is_primary, row.family_name, row.given_name, row.guardian_id ?? ''],
        locale,
      ) as Family<R>,
  );
}

const guardiansIn = <R extends Row>(family: Family<R>): WithGuardian<R>[] =>
  family.filter((row): row is WithGuardian<R> => row.guardian_id !== null);

const namesOf = ({ id, first_name, last_name, graduation_year, has_photo }: Row) => ({
  id,
  first_name,
  last_name,
  name: nameOf(first_name, last_name),
  graduation_year,
  has_photo,
});

const guardianOf = ({ given_name, family_name, relation }: WithGuardian<Row>) => ({
  name: nameOf(given_name, family_name),
  relation,
});

const student = <R extends Row>(family: Family<R>, shows: (guardian: R) => boolean = () => true): string =>
  JSON.stringify({
    ...namesOf(family[0]),
    guardians: guardiansIn(family).filter(shows).map(guardianOf),
  } satisfies RosterStudent);

function searched(family: Family<SearchRow>): SearchedStudent {
  const [{ id, first_name, last_name, legal_first_name, legal_last_name, graduation_year, country }] = family;
  const legal = [legal_last_name, legal_first_name].filter((name) => name !== null).join(' ');
  return {
    id,
    graduationYear: graduation_year,
    names: nameKey(`${last_name} ${first_name}`),
    legal: legal ? nameKey(legal) : null,
    guardians: guardiansIn(family).map(({ family_name, given_name, email, phone }) => ({
      names: nameKey(`${family_name} ${given_name}`),
      email,
      phone: phone && phone.toLowerCase(),
      phoneKey: phone && phoneKey(phone),
    })),
    country,
    text: student(family, ({ restricted }) => !restricted),
  };
}

/** @param viewer the guardian who looks; null: anybody */
function fullStudent(family: Family<FullRow>, viewer: FullRow | null): string {
  const [first] = family;
  const coordinates = viewer ?? (first.own_address ? NOWHERE : first);
  return JSON.stringify({
    ...namesOf(first),
    latitude: coordinates.latitude,
    longitude: coordinates.longitude,
    ...noteOf(null),
    guardians: guardiansIn(family).map((guardian) =>
      contact(guardian, viewer !== null && guardian.membership_id === viewer.membership_id),
    ),
  } satisfies RosterStudentFull);
}

const NOWHERE = { latitude: null, longitude: null };

function contact(guardian: WithGuardian<FullRow>, isViewer: boolean): StudentGuardian {
  const { guardian_id, membership_id, own_contact, guardian_has_photo: has_photo } = guardian;
  const { email, phone } = own_contact && !isViewer ? NO_CONTACT : guardian;
  const { restricted } = guardian;
  return { id: guardian_id, membership_id, ...guardianOf(guardian), has_photo, email, phone, restricted };
}

const NO_CONTACT = { email: null, phone: null };
