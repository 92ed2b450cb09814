import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { KnownOrganization, SchoolPeople } from '../../../features/organizations/organization-import.js';
import {
  OrganizationImporter,
  type ImportedLeader,
  type ImportedRoster,
  type OrganizationImportTarget,
} from '../../../features/organizations/organization.importer.js';
import { countInto, type ImportReport } from '../../../platform/import-report.js';
import type { IssueLog } from '../issue-log.js';
import type { SchoolClasses } from '../resolve/class-plan.js';
import type { Enrolled } from '../resolve/class-roster.js';

export interface ClassRun extends OrganizationImportTarget {
  classes: SchoolClasses;
  /** Never taken from a class. */
  unclearPeople: ReadonlySet<string>;
  /** Come later, which is told where they are: their enrolments are not. */
  waitingPeople: ReadonlySet<string>;
}

/** Rosters of the classes whose people the export has. */
interface Rosters {
  students: ImportedRoster<string>[];
  leaders: ImportedRoster<ImportedLeader>[];
}

/** Brings the classes of one school to what the plan says, when its people are there. */
@Injectable()
export class ClassImporter {
  constructor(
    private readonly organizations: OrganizationImporter,
    private readonly clock: Clock,
  ) {}

  async import(manager: EntityManager, run: ClassRun, report: ImportReport, log: IssueLog): Promise<void> {
    const { classes, leaving, replaces } = run.classes;
    if (classes.length + leaving.length === 0 && !replaces) return;
    await this.importClasses(manager, run, report);
    const known = await this.organizations.known(manager, run);
    const people = await this.organizations.people(manager, run);
    const { students, leaders } = rostersOf(run, known, people, log);
    const unclear = [...run.unclearPeople, ...classes.flatMap(({ roster }) => roster?.unclear ?? [])];
    const untouched = (ids: Map<string, string>): string[] => unclear.flatMap((id) => ids.get(id) ?? []);
    const target = { schoolId: run.schoolId, source: run.source, now: this.clock.now() };
    const ofStudents = { ...target, rosters: students, untouched: untouched(people.students) };
    countInto(report, 'organization_students', await this.organizations.importStudents(manager, ofStudents));
    // A title that was made finer here must not become the bare role again.
    const ofLeaders = { ...target, rosters: leaders, untouched: untouched(people.staff), retitles: false };
    countInto(report, 'organization_leaders', await this.organizations.importLeaders(manager, ofLeaders));
  }

  private async importClasses(manager: EntityManager, run: ClassRun, report: ImportReport): Promise<void> {
    const { schoolId, source, classes: plan } = run;
    const target = { schoolId, source, now: this.clock.now() };
    const organizations = plan.classes.flatMap(({ organization }) => organization ?? []);
    const before = await this.organizations.known(manager, target);
    const counts = await this.organizations.importOrganizations(manager, { ...target, organizations });
    const given = new Set(plan.classes.map(({ sourceId }) => sourceId));
    const gone = plan.replaces
      ? [...before.keys()].filter((id) => !given.has(id) && !plan.unclear.has(id))
      : plan.leaving;
    counts.archived += await this.organizations.archive(manager, { ...target, sourceIds: gone });
    countInto(report, 'organizations', counts);
  }
}

function rostersOf(
  { classes: { classes }, waitingPeople }: ClassRun,
  known: Map<string, KnownOrganization>,
  { students, staff }: SchoolPeople,
  log: IssueLog,
): Rosters {
  const rosters: Rosters = { students: [], leaders: [] };
  for (const { sourceId, roster, isComplete } of classes) {
    const organization = known.get(sourceId);
    if (!organization || !roster) continue;
    const organizationId = organization.id;
    const leavingOf = (ids: Map<string, string>) =>
      isComplete ? ('others' as const) : roster.left.flatMap((userId) => ids.get(userId) ?? []);
    rosters.students.push({
      organizationId,
      present: roster.students
        .filter(({ userId }) => !waitingPeople.has(userId))
        .flatMap((one) => idOf(one, students, log) ?? []),
      leaving: leavingOf(students),
    });
    rosters.leaders.push({
      organizationId,
      present: roster.leaders.flatMap((one) => {
        const staffMemberId = idOf(one, staff, log);
        return staffMemberId === null ? [] : { staffMemberId, title: one.title };
      }),
      leaving: leavingOf(staff),
    });
  }
  return rosters;
}

/** Only people of the class's school are in it: whoever else is enrolled is reported and passed over. */
function idOf({ userId, line, stranger }: Enrolled, ids: Map<string, string>, log: IssueLog): string | null {
  const id = ids.get(userId);
  if (id !== undefined) return id;
  const place = { file: 'enrollments.csv', line };
  if (stranger) {
    const message = 'The export has no row of this user; the enrolment was skipped.';
    log.error(place, 'enrollment_without_user', userId, message);
  } else {
    const message =
      'The user does not belong to the school of the class in this role; the enrolment was skipped.';
    log.error(place, 'enrollment_of_outsider', userId, message);
  }
  return null;
}
