import { fullName, namePlace } from '../../policy/name-order.js';
import { inNormalForm } from '../../platform/text/normalize.js';

/** The place of one of the guardians of a student, for `guardians g`. */
export const GUARDIAN_PLACE = namePlace('g', ['not g.is_primary']);

/** The place in every list of students, for `students s`. */
export const STUDENT_PLACE = namePlace('s');

export const STUDENT_COLUMNS = `
  s.id, s.first_name, s.last_name, ${fullName('s')} as name, s.graduation_year, ${STUDENT_PLACE} as place`;
export const GUARDIAN_COLUMNS = `${fullName('g')} as name, g.relation, ${GUARDIAN_PLACE} as place`;

/** The membership of `guardians g`. A deactivated one counts as none (contract section 0, rule 8). */
export const ACTIVE_MEMBERSHIP = `
  (select m.id from memberships m
    where m.school_id = g.school_id and m.id = g.membership_id and m.deactivated_at is null)`;

/**
 * The guardians of the students in `found`, as objects: one pass over the school's ($1) and no look-up a student.
 * Rows are a good deal cheaper than `json_build_object`.
 */
export const families = (columns: string): string => `
  left join (
    select g.student_id, json_agg(shown) as list
    from guardians g cross join lateral (select ${columns}) shown
    where g.school_id = $1 and g.student_id in (select id from found)
    group by g.student_id
  ) family on family.student_id = s.id`;

/** SQL for RosterStudent with its place, of the students in a CTE called `found`, in a school that is $1. */
export const ROSTER_STUDENTS = `
  select ${STUDENT_COLUMNS}, coalesce(family.list, '[]') as guardians
  from found s ${families(GUARDIAN_COLUMNS)}`;

/** What a search text asks for. */
export interface RosterSearch {
  /** As a whole: part of an email, to be compared in lower case; never a pattern. */
  text: string;
  /** Each has to be in a name; cut at blanks. */
  pieces: string[];
  /** Four digits are a graduation year as well. */
  year: number | null;
  /** What looks like a phone number, or part of one, without a zero in brackets: digits, after a plus with the code of a country. */
  phone: string | null;
}

/** UTF-16 units: more than two names of 200 characters have, however their case is folded. */
const MAX_LENGTH = 2_000;

/** Null: no search. */
export function rosterSearch(q: string | undefined): RosterSearch | null {
  const trimmed = q?.trim();
  if (!trimmed) return null;
  // One that is longer finds nothing, whatever its form.
  const text = trimmed.length > MAX_LENGTH ? trimmed : inNormalForm(trimmed);
  return {
    text,
    pieces: [...new Set(text.split(/\s+/))],
    year: /^\d{4}$/.test(text) ? Number(text) : null,
    phone: phoneIn(text),
  };
}

/** At least three digits and nothing but what stands between them; the plus may be `00`. */
function phoneIn(text: string): string | null {
  const written = inNormalForm(text, 'NFKC').replace(/\(\s*0\s*\)/g, '');
  const digits = written.replace(/\D/g, '');
  if (digits.length < 3 || !/^[\d\s+()./\p{Pd}]+$/u.test(written)) return null;
  return /^\s*\+|^\s*00/.test(written) ? `+${digits.replace(/^00/, '')}` : digits;
}

/**
 * How a phone that is stored may begin (`phone_key`) which is dialled like this one: with the code of the country, or as it is
 * dialled at home, with a zero before it or without.
 * @param code calling code of the school's country
 */
export function phoneBeginnings(phone: string, code: string): string[] {
  if (phone.startsWith(`+${code}`)) {
    const national = phone.slice(code.length + 1).replace(/^0/, '');
    return national ? [phone, `+${code}0${national}`, phone.slice(1), national, `0${national}`] : [phone];
  }
  if (phone.startsWith('+')) return [phone];
  const national = phone.replace(/^0/, '');
  return phone === national ? [] : [`+${code}${national}`, `+${code}0${national}`, national];
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
