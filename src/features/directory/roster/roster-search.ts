import { etagValueOf, PreparedJson } from '../../../platform/http/prepared-json.js';
import { inNormalForm, nameKey } from '../../../platform/text/normalize.js';
import { phoneBeginnings, phoneKey } from '../../../platform/text/phone.js';
import { TextLines } from '../text-lines.js';

/** The parts of a search text. */
export interface RosterSearch {
  /** The whole text, in small letters: part of an email. */
  text: string;
  /** Words, as `nameKey` has them: all have to be in the names of one person. An empty list finds nobody. */
  pieces: string[];
  /** Four digits are a graduation year as well. */
  year: number | null;
  /** The text as `phoneKey` has it, where it looks like a phone number or part of one. */
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

/** A student as they are looked for, with keys that are made once for each state of the directory. */
export interface SearchedStudent {
  id: string;
  graduationYear: number | null;
  /** Key of last and first name. */
  names: string;
  /** Key of those in the records; null where they are no others. */
  legal: string | null;
  guardians: SearchedGuardian[];
  /** ISO 3166-1 alpha-2, of the school. */
  country: string;
  /** RosterStudent, as JSON. */
  text: string;
}

export interface SearchedGuardian {
  /** Key of last and first name. */
  names: string;
  email: string | null;
  /** In small letters. */
  phone: string | null;
  phoneKey: string | null;
}

export interface RosterFilter {
  search: RosterSearch | null;
  graduationYear: number | null;
}

/** The person who searches. */
export interface Searcher {
  isAdmin: boolean;
  /** Ids of their own students. */
  students: readonly string[];
}

const NOTHING = Buffer.alloc(0);

/** The students of a school, as they are looked through again and again. */
class SearchedRoster {
  private readonly names = new TextLines();
  /** Names in use and in the records, of students for whom they differ. */
  private readonly legal = new TextLines();
  private readonly guardians = new TextLines();
  private readonly emails = new TextLines();
  private readonly phones = new TextLines();
  private readonly phoneKeys = new TextLines();
  /** The answer for every student, with a comma after it, and the offset at which it begins. */
  private readonly answers: Buffer;
  private readonly starts: number[] = [0];

  private readonly students: Pick<SearchedStudent, 'id' | 'graduationYear'>[];
  private readonly country: string;

  constructor(students: SearchedStudent[]) {
    // Their texts and keys stand in those of all.
    this.students = students.map(({ id, graduationYear }) => ({ id, graduationYear }));
    this.country = students[0]?.country ?? '';
    this.answers = Buffer.from(students.map(({ text }) => `${text},`).join(''));
    for (const [at, { names, legal, guardians, text }] of students.entries()) {
      this.starts.push(this.starts[at]! + Buffer.byteLength(text) + 1);
      this.names.add(names, at);
      if (legal !== null) this.legal.add(`${names} ${legal}`, at);
      for (const guardian of guardians) {
        this.guardians.add(guardian.names, at);
        if (guardian.email) this.emails.add(guardian.email, at);
        if (guardian.phone) this.phones.add(guardian.phone, at);
        if (guardian.phoneKey) this.phoneKeys.add(guardian.phoneKey, at);
      }
    }
  }

  /** In the order of the list. */
  find({ search, graduationYear }: RosterFilter, by: Searcher): PreparedJson {
    const found = search ? this.matching(search, by) : new Uint8Array(this.students.length).fill(1);
    if (graduationYear !== null)
      for (const [at, student] of this.students.entries())
        if (student.graduationYear !== graduationYear) found[at] = 0;
    const answers = this.answersOf(found);
    const withoutComma = answers.pop()?.subarray(0, -1) ?? NOTHING;
    const text = Buffer.concat([Buffer.from('{"students":['), ...answers, withoutComma, Buffer.from(']}')]);
    return new PreparedJson([text], etagValueOf(text));
  }

  /** A 1 for each student of the list who is found. */
  private matching(search: RosterSearch, { isAdmin, students }: Searcher): Uint8Array {
    const { pieces, year } = search;
    const found = new Uint8Array(this.students.length);
    this.names.mark(pieces, found);
    const known = isAdmin ? found : found.slice();
    this.legal.mark(pieces, known);
    for (const id of students) {
      const at = this.students.findIndex((student) => student.id === id);
      if (known[at] === 1) found[at] = 1;
    }
    if (year !== null)
      for (const [at, { graduationYear }] of this.students.entries())
        if (graduationYear === year) found[at] = 1;
    // Only for admins: a search must not tell a parent whose phone or email a piece of text belongs to.
    if (isAdmin) this.markGuardians(search, found);
    return found;
  }

  private markGuardians({ text, pieces, phone }: RosterSearch, found: Uint8Array): void {
    this.guardians.mark(pieces, found);
    this.emails.mark([text], found);
    if (phone === null) return this.phones.mark([text], found);
    // In any form: by its beginning; as it is written also in its middle.
    if (!phone.startsWith('+')) this.phoneKeys.mark([phone], found);
    this.phoneKeys.markBeginning(phoneBeginnings(phone, this.country), found);
  }

  /** The answers of the found students; neighbours share one piece. */
  private answersOf(found: Uint8Array): Buffer[] {
    const rows: Buffer[] = [];
    for (let first = found.indexOf(1); first !== -1;) {
      const end = found.indexOf(0, first);
      const next = end === -1 ? found.length : end;
      rows.push(this.answers.subarray(this.starts[first], this.starts[next]));
      first = found.indexOf(1, next);
    }
    return rows;
  }
}

/** The parsed form of a cached list: it is the same object for as long as nothing has changed. */
const read = new WeakMap<PreparedJson, SearchedRoster>();

export function searchedIn(list: PreparedJson): SearchedRoster {
  let roster = read.get(list);
  if (!roster) {
    const { students } = JSON.parse(list.text()) as { students: SearchedStudent[] };
    roster = new SearchedRoster(students);
    read.set(list, roster);
  }
  return roster;
}
