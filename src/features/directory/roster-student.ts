import { accountOf } from '../../policy/privacy-mask.js';
import { inNormalForm } from '../../platform/text/normalize.js';

/** SQL in which the guardians of a student are ordered, for `guardians g`. */
export const GUARDIAN_ORDER = 'g.is_primary desc, g.last_name, g.first_name, g.id';

/** SQL in which every list of students is ordered, for `students s`. */
export const STUDENT_ORDER = 's.last_name, s.first_name, s.id';

export const STUDENT_COLUMNS = `s.id, s.first_name, s.last_name, s.first_name || ' ' || s.last_name as name, s.graduation_year`;
export const GUARDIAN_NAME = `trim(g.first_name || ' ' || g.last_name)`;
export const GUARDIAN_COLUMNS = `${GUARDIAN_NAME} as name, g.relation`;

/** The membership of `guardians g`. A deactivated one counts as none (contract section 0, rule 8). */
export const ACTIVE_MEMBERSHIP = `
  (select m.id from memberships m
    where m.school_id = g.school_id and m.id = ${accountOf('g')} and m.deactivated_at is null)`;

/**
 * The guardians of the students in `found`, as objects: one pass over the school's ($1) and no look-up a student.
 * Rows are a good deal cheaper than `json_build_object`.
 */
export const families = (columns: string): string => `
  left join (
    select g.student_id, json_agg(shown order by ${GUARDIAN_ORDER}) as list
    from guardians g cross join lateral (select ${columns}) shown
    where g.school_id = $1 and g.student_id in (select id from found)
    group by g.student_id
  ) family on family.student_id = s.id`;

/** SQL for RosterStudent, of the students in a CTE called `found`, in a school that is $1. */
export const ROSTER_STUDENTS = `
  select ${STUDENT_COLUMNS}, coalesce(family.list, '[]') as guardians
  from found s ${families(GUARDIAN_COLUMNS)}`;

/** What a search text asks for. */
export interface RosterSearch {
  /** Part of a name, to be compared in lower case; never a pattern. */
  text: string;
  /** Four digits are a graduation year as well. */
  year: number | null;
  /** Digits of what looks like part of a phone number. */
  phoneDigits: string | null;
}

/** UTF-16 units: more than two names of 200 characters have, however their case is folded. */
const MAX_LENGTH = 2_000;

/** Null: no search. */
export function rosterSearch(q: string | undefined): RosterSearch | null {
  const trimmed = q?.trim();
  if (!trimmed) return null;
  // One that is longer finds nothing, whatever its form.
  const text = trimmed.length > MAX_LENGTH ? trimmed : inNormalForm(trimmed);
  const digits = text.replace(/\D/g, '');
  return {
    text,
    year: /^\d{4}$/.test(text) ? Number(text) : null,
    phoneDigits: /^[\d\s+().-]+$/.test(text) && digits.length >= 3 ? digits : null,
  };
}

/** Nothing that is stored contains a NUL, which PostgreSQL cannot hold, or is that long. */
export const matchesNothing = (search: RosterSearch | null): boolean =>
  search !== null && (search.text.length > MAX_LENGTH || search.text.includes('\0'));

/**
 * SQL for a student's address as an object, null while street or town is missing. It is not masked: whoever uses it
 * asks `addressVisible` first.
 */
export const postalAddress = (student: string, school: string): string => `
  case when ${student}.address_line1 is not null and ${student}.address_city is not null then json_build_object(
    'line1', ${student}.address_line1, 'line2', ${student}.address_line2, 'city', ${student}.address_city,
    'region', ${student}.address_region, 'postal_code', ${student}.address_postal_code,
    'country', coalesce(${student}.address_country, ${school}.country)) end`;
