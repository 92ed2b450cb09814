import type { IssueLog } from '../issue-log.js';
import type { UserRow } from '../parse/roster-data.js';
import type { Assignments } from './assignments.js';

/** A student, and the agents whom a court keeps apart from them; all as source ids. */
export interface RestrictedStudent {
  studentSourceId: string;
  agentIds: readonly string[];
}

export function restrictedStudents(users: Map<string, UserRow>, students: string[]): RestrictedStudent[] {
  return students.flatMap((studentSourceId) => {
    const agentIds = users.get(studentSourceId)?.restrictedIds ?? [];
    return agentIds.length > 0 ? [{ studentSourceId, agentIds }] : [];
  });
}

/** Reports agents who are to be kept apart from somebody who is no student. */
export function reportRestriction(
  { id, line, restrictedIds }: UserRow,
  placements: Assignments,
  log: IssueLog,
): void {
  if (restrictedIds.length === 0) return;
  if (placements.students.values().some((students) => students.has(id))) return;
  const message =
    'The column restricted is for students: it names the agents who are kept apart from them. Nobody was restricted.';
  log.warn({ file: 'users.csv', line }, 'restricted_without_student', id, message);
}
