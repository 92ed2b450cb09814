import type { ClassRow, EnrollmentRow, RosterData, SessionRow } from '../read/roster-data.js';

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
