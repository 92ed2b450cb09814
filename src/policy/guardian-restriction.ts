import type { Viewer } from './viewer.js';

/*
 * What a restriction takes from a guardian (contract section 21). The link itself counts for nothing, since statements about families
 * read `family_guardians`; what is masked beyond that, for the restricted guardian alone, is decided here. Each array is the same
 * for every row of a statement, and is empty for everybody who is kept apart from nobody.
 */

/**
 * Restricted records of the viewer, after `from` and as `apart`: those that are linked to their account, and those with an address that
 * it has proven, whomever they say that the record is of.
 */
const foundRecords = ({ school, membership, admin }: Viewer): string => `
  guardians apart where not ${admin}::boolean and apart.school_id = ${school}::uuid and apart.restricted_at is not null
    and (apart.membership_id = ${membership}::uuid or apart.shared_membership_id = ${membership}::uuid
      or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
        and held.verified_at is not null where holder.school_id = ${school}::uuid and holder.id = ${membership}::uuid))`;

export const restrictedRecords = (viewer: Viewer): string =>
  viewer.restrictedStudents
    ? `(select ${viewer.school}::uuid as school_id, unnest(${viewer.restrictedStudents}::uuid[]) as student_id) apart`
    : foundRecords(viewer);

/** SQL, an array: the students from whom the viewer is kept apart. */
export const restrictedStudents = (viewer: Viewer): string =>
  `array(select apart.student_id from ${restrictedRecords(viewer)})`;

/** True for a student from whom the viewer is kept apart. Admins are kept apart from nobody. */
export const isRestrictedStudent = (student: string, viewer: Viewer): string =>
  `(${student}.id = any(${restrictedStudents(viewer)}))`;

/** True for the id of a student from whom the viewer is kept apart. @param id SQL; null for no student */
export const isRestrictedStudentId = (id: string, viewer: Viewer): string =>
  `coalesce(${id} = any(${restrictedStudents(viewer)}), false)`;

/**
 * The caller of a snapshot of their own: $1 is the school, $2 the students from whom they are kept apart, and $3 their membership,
 * which only statements with contacts and addresses have. What is found from accounts and addresses would change without a change
 * of the directory. Lists that are cached for all readers at once are not for whoever is kept apart from somebody.
 */
export const RESTRICTED_VIEWER: Viewer = {
  school: '$1',
  membership: '$3',
  admin: 'false',
  restrictedStudents: '$2',
};

/** A list of ids as PostgreSQL reads an array, the same for the same ids. */
export const asArray = (ids: readonly string[]): string => `{${ids.toSorted().join()}}`;

/** Two records of a person, at whatever students: of one account, with one address, or one adult of a source. Each way has an index. */
const isPersonOf = (record: string, other: string): string => `(${record}.id = ${other}.id
  or ${record}.membership_id = coalesce(${other}.membership_id, ${other}.shared_membership_id)
  or ${record}.shared_membership_id = coalesce(${other}.membership_id, ${other}.shared_membership_id)
  or ${record}.email = ${other}.email or (${record}.source_id = ${other}.source_id and ${record}.source = ${other}.source))`;

/** After `from`: as `near` the students from whom the viewer is kept apart, and whoever shares a guardian with them, but the viewer's own. */
const studentsNear = (viewer: Viewer): string => `
  (select apart.school_id, apart.student_id from ${restrictedRecords(viewer)}) apart
  join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
  join guardians near on near.school_id = kin.school_id and ${isPersonOf('near', 'kin')}
    and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
      and own.membership_id = ${viewer.membership}::uuid)`;

/** True for a student whose address would tell where one lives from whom the viewer is kept apart. */
export const isRelatedToRestricted = (student: string, viewer: Viewer): string =>
  `(${student}.id = any(array(select near.student_id from ${studentsNear(viewer)})))`;

/** After `from`: every record of the guardians of those students, as `record`. */
const recordsNear = (viewer: Viewer): string => `
  ${studentsNear(viewer)}
  join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
  join guardians record on record.school_id = parent.school_id and ${isPersonOf('record', 'parent')}`;

/**
 * True for a guardian of those students, at whatever student they stand: no contact of theirs is shown.
 * @param person SQL of a row with the id of a guardian record, membership_id and shared_membership_id, each of which may be null
 */
export const isContactRestricted = (person: string, viewer: Viewer): string => `coalesce(
  ${person}.id = any(array(select record.id from ${recordsNear(viewer)}))
  or coalesce(${person}.membership_id, ${person}.shared_membership_id)
    = any(array(select coalesce(record.membership_id, record.shared_membership_id) from ${recordsNear(viewer)})), false)`;
