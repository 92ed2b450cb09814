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

/** Who looks. */
export interface Searcher {
  isAdmin: boolean;
  /** Ids of their own students. */
  students: readonly string[];
}

/** The students of a school, as they are looked through again and again. */
class SearchedRoster {
  private readonly names = new Lines();
  /** Of students who have others in the records: both. */
  private readonly legal = new Lines();
  private readonly guardians = new Lines();
  private readonly emails = new Lines();
  private readonly phones = new Lines();
  private readonly phoneKeys = new Lines();

  constructor(private readonly students: SearchedStudent[]) {
    for (const [at, { names, legal, guardians }] of students.entries()) {
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

  /** As text; in the order of the list. */
  find({ search, graduationYear }: RosterFilter, by: Searcher): string {
    const found = search && this.matching(search, by);
    const texts = this.students
      .filter((student, at) => isOfYear(student, graduationYear) && (!found || found.has(at)))
      .map(({ text }) => text);
    return `{"students":[${texts.join(',')}]}`;
  }

  /** Positions in the list. */
  private matching(search: RosterSearch, { isAdmin, students }: Searcher): Set<number> {
    const { pieces, year } = search;
    const found = new Set(this.names.having(pieces));
    for (const at of this.legal.having(pieces))
      if (isAdmin || students.includes(this.students[at]!.id)) found.add(at);
    if (year !== null)
      for (const [at, student] of this.students.entries()) if (isOfYear(student, year)) found.add(at);
    // Only for admins: a search must not tell a parent whose phone or email a piece of text belongs to.
    if (isAdmin) for (const at of this.ofGuardians(search)) found.add(at);
    return found;
  }

  private *ofGuardians({ text, pieces, phone }: RosterSearch): Generator<number> {
    yield* this.guardians.having(pieces);
    yield* this.emails.having([text]);
    if (phone === null) yield* this.phones.having([text]);
    else yield* this.withPhone(phone);
  }

  /** In any form: by its beginning; as it is written also in its middle. */
  private *withPhone(phone: string): Generator<number> {
    if (!phone.startsWith('+')) yield* this.phoneKeys.having([phone]);
    for (const beginning of phoneBeginnings(phone, this.students[0]?.country ?? ''))
      yield* this.phoneKeys.beginningWith(beginning);
  }
}

const isOfYear = ({ graduationYear }: SearchedStudent, year: number | null): boolean =>
  year === null || graduationYear === year;

/** Short texts in one long one: to look through that takes a fraction of looking into each of thousands. */
class Lines {
  /** A line break before each. */
  private text = '';
  /** Where in the text each begins. */
  private readonly starts: number[] = [];
  private readonly owners: number[] = [];

  /** @param owner whose line it is: they come in order */
  add(line: string, owner: number): void {
    this.text += `\n${line}`;
    this.starts.push(this.text.length - line.length);
    this.owners.push(owner);
  }

  /** Owners of lines that have each of the pieces in them. */
  having(pieces: readonly string[]): Iterable<number> {
    const [longest = '', ...others] = pieces.toSorted((one, other) => other.length - one.length);
    // It would be found between two lines.
    return longest.includes('\n') ? [] : this.linesAt(longest, others);
  }

  beginningWith(text: string): Generator<number> {
    return this.linesAt(`\n${text}`, []);
  }

  private *linesAt(text: string, others: string[]): Generator<number> {
    let line = 0;
    for (let at = this.text.indexOf(text); at !== -1; at = this.text.indexOf(text, this.starts[line]! - 1)) {
      while (this.starts[line + 1]! <= at + 1) line += 1;
      const whole = others.length > 0 ? this.text.slice(this.starts[line], this.starts[line + 1]) : '';
      if (others.every((piece) => whole.includes(piece))) yield this.owners[line]!;
      line += 1;
      if (line === this.starts.length) return;
    }
  }
}

/** What was read of a list that is kept: it is the same object for as long as nothing has changed. */
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
