import type { ImportedGuardian } from '../../../features/directory/guardians/guardian.columns.js';
import type { GuardianLink } from '../../../features/directory/roster/roster.importer.js';
import type { ImportedStudent } from '../../../features/directory/students/student.columns.js';
import { STUDENT_COLUMNS } from '../../../features/directory/students/student.columns.js';
import { type ImportedStaff, STAFF_COLUMNS } from '../../../features/staff/staff-member.columns.js';
import { contentHash } from '../../../platform/database/content-hash.js';
import type { IssueLog, SourceLocation } from '../issue-log.js';
import type { RosterData } from '../parse/roster-data.js';
import { classesAt, ClassPlanner, type SchoolClasses } from './class-plan.js';
import { isLive } from './claims.js';
import {
  graduatedUpTo,
  graduationYear,
  highestGrade,
  isOfYears,
  type SchoolYear,
  schoolYearOn,
  unknownGrade,
} from './school-year.js';
import { GuardianImports, saysAllRelations } from './guardian-import.js';
import { RelationInference } from './relation-inference.js';
import { reportRestriction, type RestrictedStudent, restrictedStudents } from './restricted-students.js';
import { OrgTree } from './org-tree.js';
import {
  asCalled,
  isNameless,
  isAssignedBy,
  isKnownRole,
  People,
  rosterKindOf,
  reportPerson,
} from './person.js';
import { Assigner, type Assignments, peopledSchools } from './assignments.js';
import { idList } from '../parse/cell-values.js';
import type { StoredPlacement, StoredRoster } from './stored-roster.js';

/** The plan for one school. Records are made on every iteration: all at once are too many. */
export interface SchoolPlan {
  sourceId: string;
  /** Null for a school that the export does not name itself: it stays as it is. */
  name: string | null;
  location: SourceLocation;
  students: Iterable<ImportedStudent>;
  staff: Iterable<ImportedStaff>;
  guardians: Iterable<ImportedGuardian>;
  guardianCount: number;
  /** Source ids of the students and the staff. */
  given: { students: string[]; staff: string[] };
  /** The highest grade of the students; null without any that is understood. */
  lastGrade: string | null;
  /** Students with agents who are kept apart from them. */
  restrictions: RestrictedStudent[];
  /** Source ids of students with all their guardians given. */
  guardiansCompleteFor: string[];
  removedGuardians: GuardianLink[];
  /** True: whoever is not given, and not unclear, leaves. False: only who is named in `leaving`. */
  replaces: boolean;
  leaving: { students: string[]; staff: string[] };
  classes: SchoolClasses;
}

type PeoplePlan = Omit<SchoolPlan, 'guardians' | 'guardianCount' | 'removedGuardians' | 'classes'>;

export interface RosterPlan {
  schools: SchoolPlan[];
  /** Source ids of people whose rows could not be taken: what is stored of them stays. */
  unclear: Set<string>;
  /** Source ids of people of whose relations a row could not be taken: none of theirs is taken away. */
  unreadRelatives: ReadonlySet<string>;
  /** The last year whose graduates have left school. */
  graduatedUpTo: number;
  /** Line of a person's row; 0 for a person who has none. */
  lineOf: (sourceId: string) => number;
}

/** Makes of an export what is to be stored. Pure: the same export, date and stored roster give the same plan. */
export function planRoster(
  data: RosterData,
  stored: StoredRoster,
  onDate: string,
  log: IssueLog,
): RosterPlan {
  return new Planner(data, stored, log).plan(onDate);
}

class Planner {
  private readonly orgs: OrgTree;
  private readonly people: People;
  private placements: Assignments;
  private schoolYear: SchoolYear;

  constructor(
    private readonly data: RosterData,
    private readonly stored: StoredRoster,
    private readonly log: IssueLog,
  ) {
    this.orgs = new OrgTree(data.orgs, stored.schools);
    this.people = new People(data.users);
  }

  plan(onDate: string): RosterPlan {
    const { data, stored, log, people } = this;
    this.orgs.reportOddities(log);
    this.schoolYear = schoolYearOn(onDate, data.schoolYears, data.modes, log);
    this.placements = new Assigner(data, this.orgs, stored, log).assign(this.schoolYear.asOf);
    const finder = new RelationInference(data, this.placements, stored, log);
    const kin = new GuardianImports({ data, people, placements: this.placements, stored, finder });
    this.reportPeople(kin);
    this.reportGrades();
    const days = { date: onDate, asOf: this.schoolYear.asOf };
    const classes = new ClassPlanner({ data, orgs: this.orgs, stored, days }, log).plan();
    const removed = saysAllRelations(data) ? new Map<string, GuardianLink[]>() : kin.removed();
    const schools = this.schoolIds(classes.schoolIds).map((school) => ({
      ...this.school(school),
      guardians: eachTime(() => kin.guardiansAt(school.id)),
      guardianCount: kin.countAt(school.id),
      removedGuardians: removed.get(school.id) ?? [],
      classes: classesAt(school, classes),
    }));
    return {
      schools,
      unclear: this.unclear(),
      unreadRelatives: data.unreadRelatives,
      graduatedUpTo: graduatedUpTo(this.schoolYear, onDate),
      lineOf: (sourceId) => data.users.get(sourceId)?.line ?? 0,
    };
  }

  /**
   * Every school that the export names, by its own row or by somebody who belongs to it; never a closed one. Of one
   * whose people a full replacement does not have they stay: districts also export school by school.
   */
  private schoolIds(ofClasses: ReadonlySet<string>): { id: string; hasPeople: boolean }[] {
    const named = this.orgs.schools().filter((org) => org.name !== '' || this.stored.schools.has(org.id));
    for (const org of this.orgs.schools()) {
      if (named.includes(org)) continue;
      this.log.error(
        { file: 'orgs.csv', line: org.line },
        'missing_name',
        org.id,
        'The school has no name; it was skipped.',
      );
    }
    const { students, staff } = this.placements;
    const placed = [...students.keys(), ...staff.keys()].filter((id) => this.stored.schools.has(id));
    const ids = new Set([...named.map((org) => org.id), ...placed]);
    // A full replacement must not empty a school that the export does not name; single changes may concern one.
    const { users } = this.data.modes;
    if (users === 'delta') {
      for (const { schoolSourceId } of [...this.stored.placements, ...this.stored.guardians])
        ids.add(schoolSourceId);
    }
    const ofClassesOnly = [...ofClasses].filter((id) => this.stored.schools.has(id) && !ids.has(id));
    const peopled = users === 'bulk' ? peopledSchools(this.data, this.orgs, this.placements) : ids;
    return [
      ...[...ids].sort().map((id) => ({ id, hasPeople: peopled.has(id) })),
      ...ofClassesOnly.sort().map((id) => ({ id, hasPeople: false })),
    ];
  }

  private school({ id, hasPeople }: { id: string; hasPeople: boolean }): PeoplePlan {
    const org = this.data.orgs.get(id);
    const students = this.named(this.placements.students.get(id));
    const staff = this.named(this.placements.staff.get(id));
    const replaces = this.data.modes.users === 'bulk' && hasPeople;
    return {
      sourceId: id,
      name: org?.name.slice(0, 200).toWellFormed() || null,
      location: { file: 'orgs.csv', line: org?.line ?? 0 },
      students: eachTime(() => this.students(id)),
      staff: eachTime(() => this.staff(id)),
      given: { students, staff },
      lastGrade: this.lastGrade(id),
      restrictions: restrictedStudents(this.data.users, students),
      guardiansCompleteFor: saysAllRelations(this.data) ? students : [],
      replaces,
      leaving: replaces ? { students: [], staff: [] } : this.leaving(id),
    };
  }

  private named(places: Map<string, unknown> | undefined): string[] {
    return [...(places?.keys() ?? [])].filter((id) => this.people.find(id) !== null);
  }

  private lastGrade(schoolId: string): string | null {
    const grades = this.placements.students.get(schoolId)?.values() ?? [];
    return highestGrade([...new Set([...grades].flatMap((student) => idList(student.grades)))]);
  }

  private *students(schoolId: string): Generator<ImportedStudent> {
    for (const [sourceId, { grades }] of this.placements.students.get(schoolId) ?? []) {
      const person = this.people.find(sourceId);
      if (!person) continue;
      const grade = highestGrade(idList(grades));
      const student = { ...person, graduationYear: graduationYear(grade, this.schoolYear.end), grade };
      yield { sourceId, ...student, ...contentHash(STUDENT_COLUMNS, student) };
    }
  }

  private *staff(schoolId: string): Generator<ImportedStaff> {
    for (const [sourceId, { title, department }] of this.placements.staff.get(schoolId) ?? []) {
      const person = this.people.find(sourceId);
      if (!person) continue;
      const { firstName, lastName, email, phone } = asCalled(person);
      const entry = { firstName, lastName, title, department, email, phone, room: null };
      yield { sourceId, ...entry, ...contentHash(STAFF_COLUMNS, entry) };
    }
  }

  /** People of the school whom an export of changes mentions, and who are not there any more. */
  private leaving(schoolId: string): { students: string[]; staff: string[] } {
    const gone = this.stored.placements.filter((placement) => {
      const { schoolSourceId, sourceId, kind } = placement;
      if (schoolSourceId !== schoolId || this.data.unreadUserIds.has(sourceId)) return false;
      if (this.placements.unclear.has(sourceId)) return false;
      if (!this.data.users.has(sourceId)) return this.hasEnded(placement);
      const placed = kind === 'student' ? this.placements.students : this.placements.staff;
      return !placed.get(schoolId)?.has(sourceId);
    });
    const idsOf = (kind: string): string[] => gone.filter((p) => p.kind === kind).map((p) => p.sourceId);
    return { students: idsOf('student'), staff: idsOf('staff') };
  }

  /** A parent who works at the school may cease to be the one and stay the other. */
  private hasEnded(placement: StoredPlacement): boolean {
    const { sourceId, schoolSourceId, kind } = placement;
    const ofKind = (this.data.roles.get(sourceId) ?? []).filter(({ role }) => rosterKindOf(role) === kind);
    const at = ofKind.filter((row) =>
      row.orgIds.some((orgId) => {
        const meaning = this.orgs.meaningOf(orgId);
        return meaning.kind === 'school' && meaning.schoolId === schoolSourceId;
      }),
    );
    const isOver = at.every((row) => !isLive(row, this.schoolYear.asOf));
    return isOver && at.some(({ role }) => isAssignedBy(role, placement));
  }

  private reportPeople(kin: GuardianImports): void {
    for (const user of this.data.users.values()) {
      if (!user.active) continue;
      reportPerson(user, this.log);
      reportRestriction(user, this.placements, this.log);
      if (this.placements.odd.has(user.id) && !kin.isRelated(user.id)) this.placements.unclear.add(user.id);
      if (kin.isRelated(user.id)) continue;
      this.reportChildless(user.id, user.line);
      if (this.placements.roles.has(user.id) || this.data.roles.has(user.id)) continue;
      this.placements.unclear.add(user.id);
      const location = { file: 'users.csv', line: user.line };
      this.log.warn(
        location,
        'no_role',
        user.id,
        'The user has no role and no student; what is stored was left alone.',
      );
    }
  }

  /** Reports a person who is nothing but a guardian, and has no student: nothing is imported of them. */
  private reportChildless(userId: string, line: number): void {
    const roles = this.placements.roles.get(userId) ?? [];
    if (roles.length === 0 || !roles.every((role) => rosterKindOf(role) === null && isKnownRole(role)))
      return;
    const message =
      'A guardian of no student is not taken. Name the students in agentSourcedIds, or them there.';
    this.log.warn({ file: 'users.csv', line }, 'guardian_without_student', userId, message);
  }

  private reportGrades(): void {
    const ofYears = new Map<string, SourceLocation>();
    for (const students of this.placements.students.values())
      for (const [id, { grades, stored }] of students) {
        const user = this.data.users.get(id);
        if (!user || stored) continue;
        const location = { file: 'users.csv', line: user.line };
        const given = idList(grades);
        const unknown = unknownGrade(given);
        const message = `The grade of ${id} is not known: the graduation year on file stays. Write a grade such as K, 5 or UG.`;
        if (unknown) this.log.warn(location, 'unknown_grade', unknown, message);
        for (const grade of given.filter(isOfYears)) if (!ofYears.has(grade)) ofYears.set(grade, location);
      }
    for (const [grade, location] of ofYears) {
      const message = `${grade} is read as grade ${highestGrade([grade])}, here first and wherever it stands. Where it is one less, write the grade.`;
      this.log.warn(location, 'grade_read_as', grade, message);
    }
  }

  private unclear(): Set<string> {
    const nameless = this.data.users.values().filter((user) => user.active && isNameless(user));
    return new Set([
      ...this.placements.unclear,
      ...this.data.unreadUserIds,
      ...nameless.map((user) => user.id),
    ]);
  }
}

/** Can be gone through again and again. */
export const eachTime = <T>(make: () => Iterator<T>): Iterable<T> => ({ [Symbol.iterator]: make });
