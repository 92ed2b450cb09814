import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditSchools } from '../../../platform/audit/operation.js';
import { Clock } from '../../../platform/clock/clock.js';
import { RosterImporter } from '../../../features/directory/roster.importer.js';
import { StaffImporter } from '../../../features/staff/staff.importer.js';
import { countInto, type ImportReport } from '../../../platform/import-report.js';
import { ClassImporter } from './class-importer.js';
import type { IssueLog } from '../issue-log.js';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';
import { OneRosterRepository, type ImportedSchool } from './oneroster.repository.js';
import type { SchoolPlan } from '../resolve/roster-plan.js';

export interface SchoolRun {
  plan: SchoolPlan;
  /** Never archived and never unlinked. */
  unclear: ReadonlySet<string>;
  /** Never unlinked. */
  unreadRelatives: ReadonlySet<string>;
  source: string;
  timeZone: string | undefined;
  /** Of the students on the roster before the run; of their links to guardians half may go in any case. */
  archiveLimitPercent: number;
}

const ASSUMED_TIME_ZONE = 'UTC';

/** Brings one school to what its plan says, inside the caller's transaction. */
@Injectable()
export class SchoolImporter {
  constructor(
    private readonly schools: OneRosterRepository,
    private readonly roster: RosterImporter,
    private readonly staff: StaffImporter,
    private readonly classes: ClassImporter,
    private readonly clock: Clock,
  ) {}

  /** @throws OneRosterRefusedError when a full replacement would archive too many students, or remove too many guardians */
  async checkArchiveLimit(manager: EntityManager, run: SchoolRun): Promise<void> {
    const { plan, source, archiveLimitPercent } = run;
    if (!plan.replaces) return;
    const school = await this.schools.findSchool(manager, source, plan.sourceId);
    if (!school) return;
    const active = await this.roster.activeSourceIds(manager, { schoolId: school.id, source });
    const leaving = notGiven(active, plan.given.students, run.unclear).length;
    const refuse = (what: string, percent: number): never => {
      const message = `The import would ${what} of ${school.shortName}, more than ${percent}%; nothing was changed.`;
      throw new OneRosterRefusedError('archive_limit', message);
    };
    if (leaving * 100 > archiveLimitPercent * active.length)
      refuse(`archive ${leaving} of ${active.length} students`, archiveLimitPercent);
    const links = await this.roster.leavingGuardians(manager, completeGuardians(school.id, run));
    const percent = Math.max(archiveLimitPercent, MAX_GUARDIANS_PERCENT);
    if (links.leaving > FEW_GUARDIANS && links.leaving * 100 > percent * links.all)
      refuse(`remove ${links.leaving} of ${links.all} guardians`, percent);
  }

  async import(manager: EntityManager, run: SchoolRun, report: ImportReport, log: IssueLog): Promise<void> {
    const school = await this.bringSchool(manager, run, report, log);
    auditSchools([school.id]);
    await this.roster.lockSchool(manager, school.id);
    await this.checkArchiveLimit(manager, run);
    await this.importStudents(manager, school, run, report);
    await this.importGuardians(manager, school, run, report);
    await this.importStaff(manager, school, run, report);
    const target = { schoolId: school.id, source: run.source };
    await this.classes.import(manager, { ...target, ...run.plan, unclearPeople: run.unclear }, report, log);
    report.schools.push({ school_id: school.id, short_name: school.shortName, name: school.name });
  }

  private async bringSchool(
    manager: EntityManager,
    { plan, source, timeZone }: SchoolRun,
    report: ImportReport,
    log: IssueLog,
  ): Promise<ImportedSchool> {
    const { sourceId, name } = plan;
    const school = await this.findOrLock(manager, source, sourceId);
    const renamed = school !== null && name !== null && name !== school.name;
    countInto(report, 'schools', one(school === null ? 'created' : renamed ? 'updated' : 'unchanged'));
    if (renamed) await this.schools.renameSchool(manager, school.id, name);
    if (school) return { ...school, name: name ?? school.name };
    if (timeZone === undefined) {
      const message = `The export has no time zones; ${ASSUMED_TIME_ZONE} was assumed for this school.`;
      log.warn(plan.place, 'time_zone_assumed', name ?? sourceId, message);
    }
    const zone = timeZone ?? ASSUMED_TIME_ZONE;
    return this.schools.createSchool(manager, { source, sourceId, name: name ?? sourceId, timeZone: zone });
  }

  /** Null only while nobody else can create the school: only new schools wait for each other. */
  private async findOrLock(
    manager: EntityManager,
    source: string,
    sourceId: string,
  ): Promise<ImportedSchool | null> {
    const known = await this.schools.findSchool(manager, source, sourceId);
    if (known) return known;
    await this.schools.lockSchools(manager);
    return this.schools.findSchool(manager, source, sourceId);
  }

  private async importStudents(
    manager: EntityManager,
    { id: schoolId }: ImportedSchool,
    { plan, source, unclear }: SchoolRun,
    report: ImportReport,
  ): Promise<void> {
    const target = { schoolId, source, now: this.clock.now() };
    const sourceIds = plan.replaces
      ? notGiven(await this.roster.activeSourceIds(manager, target), plan.given.students, unclear)
      : plan.leaving.students;
    const counts = await this.roster.importStudents(manager, { ...target, students: plan.students });
    counts.archived += await this.roster.archiveStudents(manager, { ...target, sourceIds });
    countInto(report, 'students', counts);
  }

  private async importGuardians(
    manager: EntityManager,
    { id: schoolId }: ImportedSchool,
    run: SchoolRun,
    report: ImportReport,
  ): Promise<void> {
    const { plan, source } = run;
    const target = { ...completeGuardians(schoolId, run), now: this.clock.now() };
    const counts = await this.roster.importGuardians(manager, target);
    const links = plan.removedGuardians;
    counts.archived += await this.roster.removeGuardians(manager, { schoolId, source, links });
    countInto(report, 'guardians', counts);
  }

  private async importStaff(
    manager: EntityManager,
    { id: schoolId }: ImportedSchool,
    { plan, source, unclear }: SchoolRun,
    report: ImportReport,
  ): Promise<void> {
    const target = { schoolId, source, now: this.clock.now() };
    const sourceIds = plan.replaces
      ? notGiven(await this.staff.activeSourceIds(manager, target), plan.given.staff, unclear)
      : plan.leaving.staff;
    const counts = await this.staff.importStaff(manager, { ...target, staff: plan.staff });
    counts.archived += await this.staff.archiveStaff(manager, { ...target, sourceIds });
    countInto(report, 'staff', counts);
  }
}

/** Relations end one by one. Most of them at once is an export without its column of agents, or without the parents. */
const MAX_GUARDIANS_PERCENT = 50;
const FEW_GUARDIANS = 10;

function completeGuardians(schoolId: string, { plan, source, unclear, unreadRelatives }: SchoolRun) {
  const untouched = new Set([...unclear, ...unreadRelatives]);
  const completeForStudents = plan.guardiansCompleteFor.filter((studentId) => !untouched.has(studentId));
  return { schoolId, source, guardians: plan.guardians, completeForStudents, untouched: [...untouched] };
}

function notGiven(active: string[], given: string[], unclear: ReadonlySet<string>): string[] {
  const ids = new Set(given);
  return active.filter((id) => !ids.has(id) && !unclear.has(id));
}

const one = (outcome: 'created' | 'updated' | 'unchanged') => ({
  created: Number(outcome === 'created'),
  updated: Number(outcome === 'updated'),
  archived: 0,
  unchanged: Number(outcome === 'unchanged'),
});
