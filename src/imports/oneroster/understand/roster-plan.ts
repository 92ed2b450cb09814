import type { FedGuardian, FedStudent, GuardianLink } from '../../../features/directory/roster-feed.js';
import type { FedStaff } from '../../../features/staff/staff-feed.js';
import type { IssueLog, Place } from '../issue-log.js';
import type { RosterData } from '../read/roster-data.js';
import { ClassPlanner, type SchoolClasses } from './class-plan.js';
import { isLive } from './claims.js';
import { digest } from './digest.js';
import { graduationYear, highestGrade } from './grade.js';
import { GuardianFeeds, saysAllRelations } from './guardian-feed.js';
import { KinshipFinder } from './kinship.js';
import { OrgTree } from './org-tree.js';
import { People } from './person.js';
import { Placer, type Placements, type StaffPlace, type StudentPlace } from './placements.js';
import { idList } from '../read/cell-values.js';
import { schoolYearOn, type SchoolYear } from './school-year.js';
import type { StoredRoster } from './stored-roster.js';

/** What is to become of one school. */
export interface SchoolPlan {
  sourceId: string;
  /** Null for a school that the export does not name itself: it stays as it is. */
  name: string | null;
  place: Place;
  students: FedStudent[];
  staff: FedStaff[];
  guardians: FedGuardian[];
  /** Source ids of students with all their guardians given. */
  guardiansCompleteFor: string[];
  removedGuardians: GuardianLink[];
  /** True: whoever is not given, and not unclear, leaves. False: only who is named in `leaving`. */
  replaces: boolean;
  leaving: { students: string[]; staff: string[] };
  classes: SchoolClasses;
}

export interface RosterPlan {
  schools: SchoolPlan[];
  /** Source ids of people whose rows could not be taken: what is stored of them stays. */
  unclear: Set<string>;
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
  private placements: Placements;
  private schoolYear: SchoolYear;

  constructor(
    private readonly data: RosterData,
    private readonly stored: StoredRoster,
    private readonly log: IssueLog,
  ) {
    this.orgs = new OrgTree(data.orgs, stored.schools);
    this.people = new People(data.users, log);
  }

  plan(onDate: string): RosterPlan {
    const { data, stored, log, people } = this;
    this.orgs.reportOddities(log);
    this.schoolYear = schoolYearOn(onDate, data.schoolYears, data.modes.users, log);
    this.placements = new Placer(data, this.orgs, stored, log).place(this.schoolYear.asOf);
    const finder = new KinshipFinder(data, this.placements, stored, log);
    const kin = new GuardianFeeds({ data, people, placements: this.placements, stored, finder });
    const guardians = kin.collect();
    this.reportRoleless(kin);
    const days = { date: onDate, asOf: this.schoolYear.asOf };
    const classes = new ClassPlanner({ data, orgs: this.orgs, stored, days }, log).plan();
    const schools = this.schoolIds(classes.schoolIds).map((school) => {
      const plan = this.school(school);
      const { guardians: given = [], removed = [] } = guardians.get(school.id) ?? {};
      const removedGuardians = saysAllRelations(data) ? [] : removed;
      return { ...plan, guardians: given, removedGuardians, classes: classes.of(school.id) };
    });
    return { schools, unclear: this.unclear() };
  }

  /** Every school that the export names, by its own row or by somebody who belongs to it; never a closed one. */
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
    if (this.data.modes.users === 'delta') {
      for (const { schoolSourceId } of [...this.stored.placements, ...this.stored.guardians])
        ids.add(schoolSourceId);
    }
    const ofClassesOnly = [...ofClasses].filter((id) => this.stored.schools.has(id) && !ids.has(id));
    return [
      ...[...ids].sort().map((id) => ({ id, hasPeople: true })),
      ...ofClassesOnly.sort().map((id) => ({ id, hasPeople: false })),
    ];
  }

  private school({ id, hasPeople }: { id: string; hasPeople: boolean }): Omit<SchoolPlan, 'classes'> {
    const org = this.data.orgs.get(id);
    const students = this.students(this.placements.students.get(id));
    const replaces = this.data.modes.users === 'bulk' && hasPeople;
    return {
      sourceId: id,
      name: org?.name.slice(0, 200).toWellFormed() || null,
      place: { file: 'orgs.csv', line: org?.line ?? 0 },
      students,
      staff: this.staff(this.placements.staff.get(id)),
      guardians: [],
      guardiansCompleteFor: saysAllRelations(this.data) ? students.map((student) => student.sourceId) : [],
      removedGuardians: [],
      replaces,
      leaving: replaces ? { students: [], staff: [] } : this.leaving(id),
    };
  }

  private students(places: Map<string, StudentPlace> = new Map<string, StudentPlace>()): FedStudent[] {
    return [...places].flatMap(([sourceId, { grades }]) => {
      const person = this.people.find(sourceId);
      if (!person) return [];
      const grade = highestGrade(idList(grades));
      const year = graduationYear(grade, this.schoolYear.end);
      const { firstName, middleName, lastName, preferredName, email, phone } = person;
      const said = digest(firstName, middleName, lastName, preferredName, year, grade, email, phone);
      return [{ sourceId, digest: said, ...person, graduationYear: year, grade }];
    });
  }

  private staff(places: Map<string, StaffPlace> = new Map<string, StaffPlace>()): FedStaff[] {
    return [...places].flatMap(([sourceId, { title, department }]) => {
      const person = this.people.find(sourceId);
      if (!person) return [];
      const { firstName, lastName, email, phone } = person;
      const said = digest(firstName, lastName, title, department, email, phone);
      return [{ sourceId, digest: said, firstName, lastName, title, department, email, phone, room: null }];
    });
  }

  /** Of an export of changes: who was at the school, is spoken of, and is there no more. */
  private leaving(schoolId: string): { students: string[]; staff: string[] } {
    const gone = this.stored.placements.filter((placement) => {
      const { schoolSourceId, sourceId, kind } = placement;
      if (schoolSourceId !== schoolId || this.data.unreadUserIds.has(sourceId)) return false;
      if (this.placements.unclear.has(sourceId)) return false;
      if (!this.data.users.has(sourceId)) return this.hasEnded(sourceId, schoolId);
      const placed = kind === 'student' ? this.placements.students : this.placements.staff;
      return !placed.get(schoolId)?.has(sourceId);
    });
    const idsOf = (kind: string): string[] => gone.filter((p) => p.kind === kind).map((p) => p.sourceId);
    return { students: idsOf('student'), staff: idsOf('staff') };
  }

  private hasEnded(userId: string, schoolId: string): boolean {
    const at = (this.data.roles.get(userId) ?? []).filter((row) =>
      row.orgIds.some((orgId) => {
        const meaning = this.orgs.meaningOf(orgId);
        return meaning.kind === 'school' && meaning.schoolId === schoolId;
      }),
    );
    return at.length > 0 && at.every((row) => !isLive(row, this.schoolYear.asOf));
  }

  private reportRoleless(kin: GuardianFeeds): void {
    for (const user of this.data.users.values()) {
      if (!user.active || this.placements.roles.has(user.id) || this.data.roles.has(user.id)) continue;
      if (kin.isRelated(user.id)) continue;
      this.placements.unclear.add(user.id);
      const place = { file: 'users.csv', line: user.line };
      this.log.warn(
        place,
        'no_role',
        user.id,
        'The user has no role and no student; what is stored was left alone.',
      );
    }
  }

  /** Known last: a name may turn out to be missing while the plan is made. */
  private unclear(): Set<string> {
    const nameless = this.data.users.values().filter((user) => user.active && !this.people.find(user.id));
    return new Set([
      ...this.placements.unclear,
      ...this.data.unreadUserIds,
      ...nameless.map((user) => user.id),
    ]);
  }
}
