import type { SourceLocation } from '../issue-log.js';
import type { RoleRow, RosterData, UserRow } from '../parse/roster-data.js';

/** A role of a user at an org, and the line of the export that says so. */
export interface Claim {
  role: string;
  orgId: string;
  primary: boolean;
  grades: string;
  place: SourceLocation;
}

/**
 * The roles of a user, primary ones first: those of roles.csv (1.2) where it has any, else those of users.csv
 * (1.1). A role that has ended counts no more; one that has not begun does, so that a new child is known
 * before the first day.
 */
export function claimsOf(user: UserRow, data: RosterData, asOf: string): Claim[] {
  const rows = data.roles.get(user.id);
  if (!rows) return ownClaims(user);
  return rows
    .filter((row) => isLive(row, asOf))
    .flatMap((row) => orNone(row.orgIds).map((orgId) => roleClaim(row, orgId, user)))
    .toSorted((a, b) => Number(b.primary) - Number(a.primary));
}

export const isLive = (row: RoleRow, asOf: string): boolean =>
  row.active && (row.endDate === null || row.endDate >= asOf);

function ownClaims(user: UserRow): Claim[] {
  const place = { file: 'users.csv', line: user.line };
  return user.roles.flatMap((role) =>
    orNone(user.orgIds).map((orgId) => ({ role, orgId, primary: false, grades: user.grades, place })),
  );
}

const roleClaim = (row: RoleRow, orgId: string, user: UserRow): Claim => ({
  role: row.role,
  orgId,
  primary: row.primary,
  grades: row.grades || user.grades,
  place: { file: 'roles.csv', line: row.line },
});

/** A role at no org is still a role. */
const orNone = (orgIds: readonly string[]): readonly string[] => (orgIds.length > 0 ? orgIds : ['']);
