import { accountOf, type Viewer } from '../../../policy/privacy-mask.js';
import { hasMemberPhoto, hasStudentPhoto } from '../../../policy/photo-visibility.js';
import { fullName, nameSortKey } from '../../../policy/name-order.js';

/** The sort key of a guardian among those of a student, for `guardians g`. */
export const GUARDIAN_SORT_KEY = nameSortKey('g', ['not g.is_primary']);

/** The sort key of a student in every list, for `students s`. */
export const STUDENT_SORT_KEY = nameSortKey('s');

export const studentColumns = (viewer: Viewer): string => `
  s.id, s.first_name, s.last_name, ${fullName('s')} as name, s.graduation_year,
  ${hasStudentPhoto('s', viewer)} as has_photo,
  ${STUDENT_SORT_KEY} as sort_key`;
export const GUARDIAN_COLUMNS = `${fullName('g')} as name, g.relation, ${GUARDIAN_SORT_KEY} as sort_key`;

/** The membership of `guardians g`. A deactivated one counts as none (contract section 0, rule 8). */
export const ACTIVE_MEMBERSHIP = `
  (select m.id from memberships m
    where m.school_id = g.school_id and m.id = ${accountOf('g')} and m.deactivated_at is null)`;

/** True where the guardian `g` has a photo. A deactivated member is not visible any more, and neither is their photo. */
export const GUARDIAN_HAS_PHOTO = hasMemberPhoto('g.school_id', ACTIVE_MEMBERSHIP);

/**
 * The guardians of the students in `found`, as objects: one pass over the school's ($1) and no look-up a student.
 * Rows are a good deal cheaper than `json_build_object`.
 */
export const families = (columns: string): string => `
  left join (
    select g.student_id, json_agg(listed) as list
    from family_guardians g cross join lateral (select ${columns}) listed
    where g.school_id = $1 and g.student_id in (select id from found)
    group by g.student_id
  ) family on family.student_id = s.id`;

/** SQL for RosterStudent with its sort key, for the students in a CTE called `found`, in a school that is $1. */
export const rosterStudents = (viewer: Viewer): string => `
  select ${studentColumns(viewer)}, coalesce(family.list, '[]') as guardians
  from found s ${families(GUARDIAN_COLUMNS)}`;

/**
 * SQL for a student's address as an object, null while street or town is missing. It is not masked: whoever uses it
 * asks `addressVisible` first.
 */
export const postalAddress = (student: string, school: string): string => `
  case when ${student}.address_line1 is not null and ${student}.address_city is not null then json_build_object(
    'line1', ${student}.address_line1, 'line2', ${student}.address_line2, 'city', ${student}.address_city,
    'region', ${student}.address_region, 'postal_code', ${student}.address_postal_code,
    'country', coalesce(${student}.address_country, ${school}.country)) end`;
