import type { RosterData } from '../parse/roster-data.js';
import type { OrgTree } from './org-tree.js';
import type { Assignments } from './assignments.js';
import { placeOf } from './person.js';

/**
 * Source ids of the schools whose people the export has: where somebody is a student or of staff, or was and is said
 * to be deleted, disabled or at the end of the role. Parents do not count: they are listed with any school.
 */
export function peopledSchools(
  { users, roles }: RosterData,
  orgs: OrgTree,
  { students, staff }: Assignments,
): Set<string> {
  const orgIds = new Set<string>();
  const note = (role: string, ids: readonly string[]): void => {
    if (placeOf(role) !== null) for (const id of ids) orgIds.add(id);
  };
  for (const user of users.values()) for (const role of user.roles) note(role, user.orgIds);
  for (const rows of roles.values()) for (const row of rows) note(row.role, row.orgIds);
  const schools = new Set([...students.keys(), ...staff.keys()]);
  for (const id of orgIds) {
    const meaning = orgs.meaningOf(id);
    if (meaning.kind === 'school') schools.add(meaning.schoolId);
  }
  return schools;
}
