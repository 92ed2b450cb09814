import type { IssueLog } from '../issue-log.js';
import type { EnrollmentRow, RosterData } from '../parse/roster-data.js';
import { classLeaderRank, isKnownRole, isStudent, staffTitle } from './person.js';

/** Somebody in a class, by source id, and where the export says so. */
export interface Enrolled {
  userId: string;
  line: number;
  /** The export has no row of this user: they count if they are known from before. */
  stranger: boolean;
}

export interface EnrolledLeader extends Enrolled {
  title: string;
}

/** People of a class. */
export interface ClassRoster {
  students: Enrolled[];
  /** Teachers, primary ones first, then aides; by user id among equals. */
  leaders: EnrolledLeader[];
  /** Source ids of those with an enrolment of which nobody knows what it is. */
  unclear: string[];
  /** Source ids of those whose every enrolment in the class has ended or is deleted. */
  left: string[];
}

/**
 * @param day `YYYY-MM-DD` for which the roster is told, null for an export of changes: there an enrolment that has
 * not begun counts too, because it does not come again on the day it begins
 */
export function rosterOf(
  rows: EnrollmentRow[],
  day: { on: string; changesOnly: boolean },
  data: RosterData,
  log: IssueLog,
): ClassRoster {
  const students = new Map<string, Enrolled>();
  const leaders = new Map<string, EnrolledLeader & { rank: number }>();
  const [unclear, left] = [new Set<string>(), new Set<string>()];
  for (const row of rows) {
    if (!isTaken(row, log)) {
      if (row.active && !isKnownRole(row.role)) unclear.add(row.userId);
    } else if (!row.active || (row.end !== null && row.end < day.on)) left.add(row.userId);
    else if (day.changesOnly || row.begin === null || row.begin <= day.on) {
      const enrolled = enrolledBy(row, data);
      if (!enrolled) continue;
      const rank = classLeaderRank(row.role);
      if (isStudent(row.role)) students.set(row.userId, students.get(row.userId) ?? enrolled);
      else if (rank !== null) lead(leaders, row, { ...enrolled, rank: row.primary ? 0 : rank });
    }
  }
  for (const userId of [...students.keys(), ...leaders.keys()]) left.delete(userId);
  const inOrder = leaders.values().toArray().sort(byRank);
  return {
    students: [...students.values()],
    leaders: inOrder.map(({ rank: _rank, ...leader }) => leader),
    unclear: [...unclear],
    left: [...left],
  };
}

/** Proctors and administrators have to do with a class without leading it; guardians are no part of its roster. */
function isTaken({ role, line }: EnrollmentRow, log: IssueLog): boolean {
  if (isStudent(role) || classLeaderRank(role) !== null) return true;
  if (!isKnownRole(role)) {
    const message = 'This role is not known: the enrolment was skipped, and whoever is in the class stays.';
    log.error({ file: 'enrollments.csv', line }, 'unknown_role', role, message);
  }
  return false;
}

/** Null for a user who is disabled or deleted: who is not in the school is in no class. */
function enrolledBy({ userId, line }: EnrollmentRow, data: RosterData): Enrolled | null {
  const user = data.users.get(userId);
  if (user && !user.active) return null;
  return { userId, line, stranger: !user && !data.unreadUserIds.has(userId) };
}

function lead(
  leaders: Map<string, EnrolledLeader & { rank: number }>,
  { role }: EnrollmentRow,
  enrolled: Enrolled & { rank: number },
): void {
  const before = leaders.get(enrolled.userId);
  if (before && before.rank <= enrolled.rank) return;
  leaders.set(enrolled.userId, { ...enrolled, title: staffTitle(role) ?? role });
}

const byRank = (a: EnrolledLeader & { rank: number }, b: EnrolledLeader & { rank: number }): number =>
  a.rank - b.rank || (a.userId < b.userId ? -1 : 1);
