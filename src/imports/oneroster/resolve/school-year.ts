import type { IssueLog } from '../issue-log.js';
import type { FileModes } from '../parse/manifest.js';
import type { ClassRow, EnrollmentRow, RosterData, SessionRow } from '../parse/roster-data.js';
import { trimmedEnd } from '../../../platform/text/trimmed-end.js';

export interface SchoolYear {
  /** The calendar year in which it ends: the one after which it is called here. */
  end: number;
  /** `YYYY-MM-DD`: the import date, or the day of the school year that is nearest to it. */
  asOf: string;
}

/** Modes of the users' file and of the sessions' file. */
type Modes = Pick<FileModes, 'users' | 'academicSessions'>;

const PLACE = 'academicSessions.csv';

/**
 * The school year that covers the import date; of several the one that ends last. When none does, the export
 * is read as of the day nearest to the import date on which it was true: the last school year that has begun,
 * or else the first to come. Without any, it is August to July; so it is when an export of changes has another year
 * only, which tells that this year has changed, and not how old the export is.
 */
export function schoolYearOn(date: string, sessions: SessionRow[], modes: Modes, log: IssueLog): SchoolYear {
  const years = sessions
    .filter((session) => session.end !== null)
    .map((session) => ({ ...session, end: session.end! }));
  const byEnd = years.toSorted((a, b) => a.end.localeCompare(b.end));
  const begun = (session: { start: string | null }): boolean =>
    session.start === null || session.start <= date;
  const covering = byEnd.findLast((session) => begun(session) && session.end >= date);
  if (covering) return { end: yearOf(covering.end), asOf: date };
  const nearest = byEnd.findLast(begun) ?? byEnd[0];
  if (!nearest) return assumed(date, modes, log);
  const isOther = yearOf(nearest.end) !== assumedEnd(date);
  if (modes.academicSessions === 'delta' && isOther) return assumed(date, modes, log);
  const message = `No school year covers ${date}; the nearest one was used for graduation years.`;
  log.warn({ file: PLACE, line: nearest.line }, 'no_current_school_year', nearest.id, message);
  return { end: yearOf(nearest.end), asOf: begun(nearest) ? nearest.end : (nearest.start ?? nearest.end) };
}

const assumedEnd = (date: string): number => yearOf(date) + Number(Number(date.slice(5, 7)) >= 8);

function assumed(date: string, { users }: Modes, log: IssueLog): SchoolYear {
  const end = assumedEnd(date);
  if (users !== 'delta') {
    const message = `There is no school year; August ${end - 1} to July ${end} was assumed for graduation years.`;
    log.warn({ file: PLACE, line: 0 }, 'school_year_assumed', String(end), message);
  }
  return { end, asOf: date };
}

const yearOf = (date: string): number => Number(date.slice(0, 4));

/** The last year whose graduates have left: that of the school year if it is over, else the one before. */
export const graduatedUpTo = ({ end, asOf }: SchoolYear, date: string): number =>
  asOf < date ? end : end - 1;

/** When a class takes place; `YYYY-MM-DD`, first and last day, null where the export leaves it open. */
export interface ClassDates {
  start: string | null;
  end: string | null;
  /** In the order in which they begin. */
  terms: SessionRow[];
}

/** From the first day of its terms to the last, or those of its course's school year when it has no terms. */
export function datesOf(row: ClassRow, data: RosterData): ClassDates {
  const terms = row.termIds
    .flatMap((id) => data.sessions.get(id) ?? [])
    .toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? '') || a.id.localeCompare(b.id));
  const year = data.sessions.get(data.courses.get(row.courseId)?.yearId ?? '');
  const periods = terms.length === 0 && year ? [year] : terms;
  const ends = periods.map(({ end }) => end);
  return {
    start: periods.map(({ start }) => start).find((start) => start !== null) ?? null,
    end: ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null),
    terms,
  };
}

/**
 * The day for which the roster of a class is told: the import date; before the class begins its first day; and once
 * it is over the last day on which somebody was enrolled, so that a class in the archive keeps the people it had.
 * A class without dates is told as of the day on which the export was true.
 */
export function rosterDay(
  { start, end }: ClassDates,
  enrollments: EnrollmentRow[],
  on: { date: string; asOf: string },
): string {
  if (end === null) return start !== null && start > on.asOf ? start : on.asOf;
  if (on.date > end) {
    const last = enrollments
      .filter(({ active }) => active)
      .map((row) => row.end ?? end)
      .toSorted()
      .at(-1);
    return last !== undefined && last < end ? last : end;
  }
  return start !== null && start > on.date ? start : on.date;
}

const PRE_KINDERGARTEN = -1;
const KINDERGARTEN = 0;
const LAST = 12;

const words = (level: number, ...names: string[]): [string, number][] => names.map((name) => [name, level]);
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
);
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Codes of the Common Education Data Standards, and what schools write instead. */
const WORDS = new Map<string, number>([
  ...words(PRE_KINDERGARTEN - 1, 'pk3', 'prek3', 'p3', 'k3', 'preschool3'),
  ...words(PRE_KINDERGARTEN, 'pk', 'prek', 'pk4', 'prek4', 'p4', 'k4', 'preschool4', '-1'),
  ...words(PRE_KINDERGARTEN, 'prekindergarten', 'tk', 'transitionalkindergarten'),
  ...words(KINDERGARTEN, 'kg', 'k', 'kn', 'kf', 'kh', 'k5', 'kinder', 'kindergarten', '0', '00'),
  ...ORDINALS.flatMap((name, at) => words(at + 1, name, `${name}grade`)),
  ...NUMBERS.flatMap((name, at) => words(at + 1, name, `grade${name}`)),
  ...words(9, 'freshman'),
  ...words(10, 'sophomore'),
  ...words(11, 'junior'),
  ...words(12, 'senior'),
]);

/** Grades without a graduation year: infants, ungraded, adults. */
const WITHOUT_YEAR = new Set(
  (
    'it infant toddler pr preschool ps ps1 ps2 ps3 ps4 13 14 postsecondary ug ungraded other na none nograde ' +
    'ad ae adult adulteducation undergraduate graduate graduated postgraduate alumni alumnus'
  ).split(' '),
);

/** Without what is said of the student beside it: `5 (retained)`, `K - AM`, `12+`. */
function wordOf(grade: string): string {
  const [said = ''] = grade.toLowerCase().split(/[([]/, 1);
  const word = said.replace(/\b(retained|repeat\w*|am|pm|(half|full)[ -]?day)\b/g, '').replace(/[\s_]/g, '');
  return word.slice(0, 1) + trimmedEnd(word.slice(1), /[-+.:]/);
}

const NUMBERED =
  /^(?:(?:grade|year)(?:level)?|gr\.?|g|yr\.?|y)?0*(\d{1,2})(?:\.0+)?(?:st|nd|rd|th)?(?:grader?)?(?:[-:]?(?:freshman|sophomore|junior|senior))?$/;

/** Years from kindergarten, −2 (two years before it) to 12; null for everything else. */
export function levelOf(grade: string): number | null {
  const word = wordOf(grade);
  const known = WORDS.get(word) ?? WORDS.get(word.replaceAll('-', ''));
  if (known !== undefined) return known;
  const number = NUMBERED.exec(word)?.[1];
  if (number === undefined) return null;
  return Number(number) >= 1 && Number(number) <= LAST ? Number(number) : null;
}

/** The first grade that is not understood, when none of the grades is. */
export function unknownGrade(grades: string[]): string | null {
  if (grades.some((grade) => levelOf(grade) !== null)) return null;
  return grades.find((grade) => !WITHOUT_YEAR.has(wordOf(grade).replaceAll('-', ''))) ?? null;
}

/** English schools count one more than American ones. */
export const isOfYears = (grade: string): boolean =>
  /^(year|yr\.?|y)\s*\d/i.test(grade.trim()) && levelOf(grade) !== null;

/** `04`, `4th` and `4` are one grade, as are `KG` and `K`: a spreadsheet's spelling is no change. */
export function spelled(grade: string): string {
  const level = levelOf(grade);
  if (level === null) return grade;
  if (level < PRE_KINDERGARTEN) return 'PK3';
  if (level === PRE_KINDERGARTEN) return /^t/i.test(grade) ? 'TK' : 'PK';
  return level === KINDERGARTEN ? 'K' : String(level);
}

/** The highest of several: a student of two grades leaves with the higher one. */
export function highestGrade(grades: string[]): string | null {
  const known = grades.filter((grade) => levelOf(grade) !== null);
  const highest = known.toSorted((a, b) => levelOf(b)! - levelOf(a)!)[0] ?? grades[0];
  return highest === undefined ? null : spelled(highest).slice(0, 50).toWellFormed();
}

/** Undefined where the grade does not tell: then the year on file stays. */
export function graduationYear(grade: string | null, schoolYearEnd: number): number | undefined {
  const level = grade === null ? null : levelOf(grade);
  return level === null ? undefined : schoolYearEnd + LAST - level;
}

/** Level of the highest of these grades; that of the last school year where none is understood. */
export function lastLevel(grades: (string | null)[]): number {
  const levels = grades.flatMap((grade) => (grade === null ? [] : (levelOf(grade) ?? [])));
  return levels.reduce((last, level) => Math.max(last, level), levels[0] ?? LAST);
}

/**
 * Whether the student has graduated, or is beyond the last grade of their school since they were last told of: a grade
 * that is missing in the course of a year is none of that.
 * @param last as `lastLevel` gives it, of the students on the roster and of those in the export
 */
export function hasFinished(
  { graduationYear, grade }: { graduationYear: number | null; grade: string | null },
  last: number,
  graduatedBy: number,
): boolean {
  if (graduationYear === null) return false;
  const level = graduatedBy + 1 + LAST - graduationYear;
  const isKnown = grade !== null && levelOf(grade) !== null;
  return level > LAST || (isKnown && level > last);
}
