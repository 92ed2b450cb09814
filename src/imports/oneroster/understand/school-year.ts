import type { IssueLog } from '../issue-log.js';
import type { FileModes } from '../read/manifest.js';
import type { SessionRow } from '../read/roster-data.js';

export interface SchoolYear {
  /** The calendar year in which it ends: the one after which it is called here. */
  end: number;
  /** `YYYY-MM-DD`: the import date, or the day of the school year that is nearest to it. */
  asOf: string;
}

/** Of the users, and of the sessions. */
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
