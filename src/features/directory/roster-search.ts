import type { PreparedJson } from '../../platform/http/prepared-json.js';
import { inNormalForm, nameKey } from '../../platform/text/normalize.js';
import { phoneBeginnings, phoneKey } from '../../platform/text/phone.js';

/** What a search text asks for. */
export interface RosterSearch {
  /** As a whole, in small letters: part of an email. */
  text: string;
  /** Each has to be in the names of one person; cut at blanks, as `nameKey` has them. Of none left nobody is found. */
  pieces: string[];
  /** Four digits are a graduation year as well. */
  year: number | null;
  /** What looks like a phone number, or part of one: as `phoneKey` has it. */
  phone: string | null;
}

/** UTF-16 units: more than two names of 200 characters have, however their case is folded. */
const MAX_LENGTH = 2_000;

/** Null: no search. One that is longer finds nothing, whatever its form. */
export function rosterSearch(q: string | undefined): RosterSearch | null {
  const trimmed = q?.trim();
  if (!trimmed) return null;
  if (trimmed.length > MAX_LENGTH) return { text: '', pieces: [], year: null, phone: null };
  const text = inNormalForm(trimmed);
  return {
    text: text.toLowerCase(),
    pieces: [...new Set(text.split(/\s+/).map(nameKey).filter(Boolean))],
    year: /^\d{4}$/.test(text) ? Number(text) : null,
    phone: phoneIn(text),
  };
}

/** At least three digits, and nothing but what stands between them. */
function phoneIn(text: string): string | null {
  const isPhone = /^[\d\s+()./\p{Pd}]+$/u.test(inNormalForm(text, 'NFKC'));
  const key = phoneKey(text);
  return isPhone && key.replace('+', '').length >= 3 ? key : null;
}

/** A student as they are looked for: keys that are made once for each state of the directory, and what is answered. */
export interface SearchedStudent {
  id: string;
  graduationYear: number | null;
  /** Last and first name. */
  names: string;
  /** Those in the records; null where they are no others. */
  legal: string | null;
  /** Of the guardians, a line each and one before them: last and first names, emails, phones in small letters, and their keys. */
  adults: string;
  emails: string;
  phones: string;
  phoneKeys: string;
  /** ISO 3166-1 alpha-2, of the school. */
  country: string;
  /** RosterStudent, as JSON. */
  text: string;
}

export interface RosterFilter {
  search: RosterSearch | null;
  graduationYear: number | null;
}

/** Who looks. */
export interface Searcher {
  isAdmin: boolean;
  /** Ids of their own students. */
  students: readonly string[];
}

/** As text; in the order of the list. */
export function rosterOf(
  students: SearchedStudent[],
  { search, graduationYear }: RosterFilter,
  by: Searcher,
): string {
  const matches: Matcher = search ? matcher(search, by, students[0]?.country ?? '') : () => true;
  const found = students.filter(
    (student) => (graduationYear === null || student.graduationYear === graduationYear) && matches(student),
  );
  return `{"students":[${found.map(({ text }) => text).join(',')}]}`;
}

type Matcher = (student: SearchedStudent) => boolean;

function matcher(search: RosterSearch, { isAdmin, students }: Searcher, country: string): Matcher {
  const { pieces, year } = search;
  const own = new Set(students);
  // Only for admins: a search must not tell a parent whose phone or email a piece of text belongs to.
  const hasParent = isAdmin ? parentMatcher(search, country) : () => false;
  return (student) => {
    const { id, names, legal, graduationYear } = student;
    const known = legal !== null && (isAdmin || own.has(id)) ? `${names} ${legal}` : names;
    return isIn(known, pieces) || (year !== null && graduationYear === year) || hasParent(student);
  };
}

function isIn(names: string, pieces: string[]): boolean {
  for (const piece of pieces) if (!names.includes(piece)) return false;
  return true;
}

function parentMatcher({ text, pieces, phone }: RosterSearch, country: string): Matcher {
  const isEmail = !text.includes('\n');
  const hasPhone = phone === null ? null : phoneMatcher(phone, country);
  return ({ adults, emails, phones, phoneKeys }) =>
    (isIn(adults, pieces) && adults.split('\n').some((names) => isIn(names, pieces))) ||
    (isEmail && emails.includes(text)) ||
    (hasPhone ? hasPhone(phoneKeys) : isEmail && phones.includes(text));
}

/** In any form: by its beginning; as it is written also in its middle. */
function phoneMatcher(phone: string, country: string): (keys: string) => boolean {
  const beginnings = phoneBeginnings(phone, country).map((beginning) => `\n${beginning}`);
  const isPart = !phone.startsWith('+');
  return (keys) =>
    (isPart && keys.includes(phone)) || beginnings.some((beginning) => keys.includes(beginning));
}

/** What was read of a list that is kept: it is the same object for as long as nothing has changed. */
const read = new WeakMap<PreparedJson, SearchedStudent[]>();

export function searchedIn(list: PreparedJson): SearchedStudent[] {
  let students = read.get(list);
  if (!students) {
    ({ students } = JSON.parse(list.text()) as { students: SearchedStudent[] });
    read.set(list, students);
  }
  return students;
}
