import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditSchools } from '../../../platform/audit/operation.js';
import { Clock } from '../../../platform/clock/clock.js';
import { StaffImporter } from '../../../features/staff/staff.importer.js';
import { countInto, type ImportReport } from '../../../platform/import-report.js';
import { ClassImporter } from './class-importer.js';
import type { IssueLog } from '../issue-log.js';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';
import { FamilyImporter } from './family-importer.js';
import { notGiven } from './roster-writer.js';
import { OneRosterRepository, type ImportedSchool } from './oneroster.repository.js';
import type { AdmittedRun, SchoolRun } from './school-run.js';
import { record } from '../../../platform/journal/recorded-changes.js';

/** Brings one school to what its plan says, inside the caller's transaction. */
@Injectable()
export class SchoolImporter {
  constructor(
    private readonly schools: OneRosterRepository,
    private readonly families: FamilyImporter,
    private readonly staff: StaffImporter,
    private readonly classes: ClassImporter,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the school, which may be new
   * @throws ArchiveLimitError before anything is written, see `FamilyImporter.admit`
   */
  async import(
    manager: EntityManager,
    run: AdmittedRun,
    report: ImportReport,
    log: IssueLog,
  ): Promise<ImportedSchool> {
    const known = await this.schools.findSchool(manager, run.source, run.plan.sourceId);
    if (known) await this.families.admit(manager, known, run);
    const school = await this.bringSchool(manager, run, report);
    if (!known) await this.families.admit(manager, school, run);
    if (run.noRegistration) await this.schools.endRegistration(manager, school.id);
    auditSchools([school.id, ...run.moves.from.keys()]);
    await this.families.import(manager, school, run, report, log);
    await this.importStaff(manager, school, run, report, log);
    const target = { schoolId: school.id, source: run.source };
    const people = { unclearPeople: run.unclear, waitingPeople: run.moves.waiting };
    await this.classes.import(manager, { ...target, ...run.plan, ...people }, report, log);
    const school_id = known || !report.dry_run ? school.id : null;
    report.schools.push({ school_id, short_name: school.shortName, name: school.name });
    return school;
  }

  private async bringSchool(
    manager: EntityManager,
    { plan, source, timeZone }: SchoolRun,
    report: ImportReport,
  ): Promise<ImportedSchool> {
    const { sourceId } = plan;
    const school = await this.findOrLock(manager, source, sourceId);
    const name = plan.name ?? school?.name ?? sourceId;
    const zone = timeZone ?? school?.timeZone;
    if (zone === undefined) throw withoutTimeZone(name);
    const differs = school !== null && (name !== school.name || zone !== school.timeZone);
    countInto(report, 'schools', one(school === null ? 'created' : differs ? 'updated' : 'unchanged'));
    if (!school) return this.schools.createSchool(manager, { source, sourceId, name, timeZone: zone });
    if (differs) {
      await this.schools.changeSchool(manager, school.id, name, zone);
      record({ manager, schoolId: school.id }, { kind: 'school.changed', id: school.id });
    }
    return { ...school, name, timeZone: zone };
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

  private async importStaff(
    manager: EntityManager,
    { id: schoolId }: ImportedSchool,
    { plan, source, unclear, waitingStaff, lineOf }: AdmittedRun,
    report: ImportReport,
    log: IssueLog,
  ): Promise<void> {
    const target = { schoolId, source, now: this.clock.now() };
    const leaving = plan.replaces
      ? notGiven(await this.staff.activeSourceIds(manager, target), plan.given.staff, unclear)
      : plan.leaving.staff;
    const sourceIds = leaving.filter((id) => !waitingStaff.has(id));
    for (const id of leaving.filter((one) => waitingStaff.has(one)))
      log.each({ file: 'users.csv', line: lineOf(id) }, 'move_waits', id, waitingStaff.get(id)!);
    const counts = await this.staff.importStaff(manager, { ...target, staff: plan.staff });
    counts.archived += await this.staff.archiveStaff(manager, { ...target, sourceIds });
    countInto(report, 'staff', counts);
  }
}

/** An export has no time zones, and a calendar in the wrong one is not noticed before somebody stands at a closed door. */
export const withoutTimeZone = (school: string): OneRosterRefusedError =>
  new OneRosterRefusedError(
    'invalid_option',
    `${school} is a new school: name its time zone with --time-zone, for instance America/New_York. Nothing was changed.`,
  );

const one = (outcome: 'created' | 'updated' | 'unchanged') => ({
  created: Number(outcome === 'created'),
  updated: Number(outcome === 'updated'),
  archived: 0,
  unchanged: Number(outcome === 'unchanged'),
});
