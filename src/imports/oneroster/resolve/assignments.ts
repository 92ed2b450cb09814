import type { IssueLog } from '../issue-log.js';
import type { RosterData, UserRow } from '../parse/roster-data.js';
import { claimsOf, isLive, type Claim } from './claims.js';
import type { OrgTree } from './org-tree.js';
import { isKnownRole, isAssignedBy, isStudent, placeOf, staffTitle } from './person.js';
import type { StoredPlacement, StoredRoster } from './stored-roster.js';

export interface StudentAssignment {
  grades: string;
  /** Known from before; the export does not say it again. */
  stored: boolean;
}

export interface StaffAssignment {
  title: string | null;
  department: string | null;
  /** Known from before; the export does not say it again. */
  stored: boolean;
}

/** By school and then by user, as source ids. */
export type BySchool<T> = Map<string, Map<string, T>>;

/** Students and staff of every school. */
export interface Assignments {
  students: BySchool<StudentAssignment>;
  staff: BySchool<StaffAssignment>;
  /** Live roles by user; nobody without any has an entry. */
  roles: Map<string, string[]>;
  /** Users of whom the export does not tell for certain where they belong: what is stored was left alone. */
  unclear: Set<string>;
  /** Users with a role that is not known, in a school where no other role says who they are. */
  odd: Set<string>;
}

export class Assigner {
  private readonly placed: Assignments = {
    students: new Map(),
    staff: new Map(),
    roles: new Map(),
    unclear: new Set(),
    odd: new Set(),
  };
  private readonly stored: Map<string, StoredPlacement[]>;

  constructor(
    private readonly data: RosterData,
    private readonly orgs: OrgTree,
    stored: StoredRoster,
    private readonly log: IssueLog,
  ) {
    this.stored = Map.groupBy(stored.placements, (placement) => placement.sourceId);
  }

  place(asOf: string): Assignments {
    for (const user of this.data.users.values()) if (user.active) this.placeUser(user, asOf);
    this.reportStrangers(asOf);
    return this.placed;
  }

  private placeUser(user: UserRow, asOf: string): void {
    const claims = claimsOf(user, this.data, asOf);
    this.retainStored(user, asOf);
    for (const claim of claims) this.take(user, claim);
    if (claims.some((claim) => this.isOdd(user.id, claim))) this.placed.odd.add(user.id);
    const roles = [...(this.placed.roles.get(user.id) ?? []), ...claims.map((claim) => claim.role)];
    if (roles.length > 0) this.placed.roles.set(user.id, roles);
    if (
      claims.some((claim) => isStudent(claim.role)) &&
      !this.isAssigned(user.id) &&
      !this.placed.unclear.has(user.id)
    ) {
      const place = claims.find((claim) => isStudent(claim.role))!.place;
      this.log.error(
        place,
        'student_without_school',
        user.id,
        'The student belongs to a district only and was skipped.',
      );
    }
  }

  /** An export of changes that says nothing of a role has not changed it. */
  private retainStored(user: UserRow, asOf: string): void {
    if (this.data.modes.roles === 'bulk') return;
    const rows = this.data.roles.get(user.id);
    if (!rows && user.roles.length > 0) return;
    const ended = (rows ?? []).filter((row) => !isLive(row, asOf));
    for (const placement of this.stored.get(user.id) ?? []) {
      const { schoolSourceId } = placement;
      const hasEnded = ended
        .filter(({ role }) => isAssignedBy(role, placement))
        .some(({ orgIds }) => orgIds.some((orgId) => this.schoolOf(orgId) === schoolSourceId));
      if (!hasEnded) this.putStored(user, placement);
    }
  }

  private putStored(user: UserRow, { kind, schoolSourceId, title, department }: StoredPlacement): void {
    const role = kind === 'student' ? 'student' : 'teacher';
    this.placed.roles.set(user.id, [...(this.placed.roles.get(user.id) ?? []), role]);
    const { grades } = user;
    if (kind === 'student')
      inner(this.placed.students, schoolSourceId).set(user.id, { grades, stored: true });
    else inner(this.placed.staff, schoolSourceId).set(user.id, { title, department, stored: true });
  }

  private take(user: UserRow, claim: Claim): void {
    if (!isKnownRole(claim.role)) {
      this.log.warn(
        claim.place,
        'unknown_role',
        claim.role,
        'This role is not known; it places nobody in a school.',
      );
    }
    const title = staffTitle(claim.role);
    if (title === null && !isStudent(claim.role)) return;
    if (claim.orgId === '' && this.takeAsStored(user, isStudent(claim.role) ? 'student' : 'staff')) return;
    const meaning = this.orgs.meaningOf(claim.orgId);
    if (meaning.kind === 'unknown') {
      this.placed.unclear.add(user.id);
      this.log.error(
        claim.place,
        'unknown_school',
        claim.orgId || 'orgSourcedIds',
        `${user.id} has a role at an org that leads to no school.`,
      );
    } else if (meaning.kind === 'closed') this.placed.unclear.add(user.id);
    else if (meaning.kind === 'school' && title === null) {
      const students = inner(this.placed.students, meaning.schoolId);
      const { grades } = claim;
      if (students.get(user.id)?.stored !== false) students.set(user.id, { grades, stored: false });
    } else if (meaning.kind === 'school') {
      const staff = inner(this.placed.staff, meaning.schoolId);
      const { department } = meaning;
      if (staff.get(user.id)?.stored !== false) staff.set(user.id, { title, department, stored: false });
    }
  }

  /** A row of a delta may leave out the orgs of a user who is known. */
  private takeAsStored(user: UserRow, kind: 'student' | 'staff'): boolean {
    const stored = (this.stored.get(user.id) ?? []).filter((placement) => placement.kind === kind);
    for (const placement of stored) this.putStored(user, placement);
    return stored.length > 0;
  }

  private isAssigned(userId: string): boolean {
    return [...this.placed.students.values()].some((students) => students.has(userId));
  }

  private isOdd(userId: string, { role, orgId }: Claim): boolean {
    if (isKnownRole(role)) return false;
    const { students, staff } = this.placed;
    const schoolId = this.schoolOf(orgId);
    const at = schoolId === null ? [...students.keys(), ...staff.keys()] : [schoolId];
    return !at.some((id) => students.get(id)?.has(userId) || staff.get(id)?.has(userId));
  }

  private schoolOf(orgId: string): string | null {
    const meaning = this.orgs.meaningOf(orgId);
    return meaning.kind === 'school' ? meaning.schoolId : null;
  }

  /** Roles whose user has no row: they may end what is stored, but nobody can be made of them. */
  private reportStrangers(asOf: string): void {
    for (const [userId, rows] of this.data.roles) {
      if (this.data.users.has(userId) || this.data.unreadUserIds.has(userId)) continue;
      for (const row of rows.filter((row) => isLive(row, asOf))) {
        const known = (this.stored.get(userId) ?? []).some(({ schoolSourceId }) =>
          row.orgIds.some((orgId) => this.schoolOf(orgId) === schoolSourceId),
        );
        if (known) continue;
        const place = { file: 'roles.csv', line: row.line };
        this.log.error(
          place,
          'role_without_user',
          userId,
          'The export has no row of this user; the role was skipped.',
        );
      }
    }
  }
}

export function inner<T>(outer: BySchool<T>, key: string): Map<string, T> {
  let map = outer.get(key);
  if (!map) outer.set(key, (map = new Map<string, T>()));
  return map;
}

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
