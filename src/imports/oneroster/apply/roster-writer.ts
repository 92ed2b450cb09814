import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import {
  type GuardianOutcome,
  RosterImporter,
  type WrittenStudents,
} from '../../../features/directory/roster/roster.importer.js';
import { countInto, type ImportReport } from '../../../platform/import-report.js';
import { completeGuardians } from './complete-guardians.js';
import type { AdmittedRun, SchoolRun } from './school-run.js';

/** Writes the rows of students and guardians of one school, and counts them in the report. */
@Injectable()
export class RosterWriter {
  constructor(
    private readonly roster: RosterImporter,
    private readonly clock: Clock,
  ) {}

  countMayRegister(manager: EntityManager, schoolId: string): Promise<number> {
    return this.roster.countMayRegister(manager, schoolId);
  }

  archiveStudents(
    manager: EntityManager,
    target: { schoolId: string; source: string },
    sourceIds: string[],
  ): Promise<number> {
    return this.roster.archiveStudents(manager, { ...target, sourceIds, now: this.clock.now() });
  }

  async importStudents(
    manager: EntityManager,
    schoolId: string,
    { plan, source, unclear, moves }: AdmittedRun,
    report: ImportReport,
  ): Promise<WrittenStudents> {
    const target = { schoolId, source, now: this.clock.now() };
    const active = plan.replaces ? await this.roster.active(manager, target) : [];
    const activeIds = active.map(({ sourceId }) => sourceId);
    const leaving = plan.replaces ? notGiven(activeIds, plan.given.students, unclear) : plan.leaving.students;
    const sourceIds = leaving.filter((id) => !moves.moving.has(id));
    const counts = await this.roster.importStudents(manager, { ...target, students: plan.students });
    counts.archived += await this.roster.archiveStudents(manager, { ...target, sourceIds });
    countInto(report, 'students', counts);
    return counts;
  }

  async importGuardians(
    manager: EntityManager,
    schoolId: string,
    run: SchoolRun,
    report: ImportReport,
  ): Promise<GuardianOutcome> {
    const { plan, source } = run;
    const target = { ...completeGuardians(schoolId, run), now: this.clock.now() };
    const outcome = await this.roster.importGuardians(manager, target);
    const links = plan.removedGuardians;
    const removed = await this.roster.removeGuardians(manager, { schoolId, source, links });
    outcome.archived += removed.n;
    outcome.unlinked.push(...removed.memberships);
    countInto(report, 'guardians', outcome);
    return outcome;
  }
}

export function notGiven(active: string[], given: string[], unclear: ReadonlySet<string>): string[] {
  const ids = new Set(given);
  return active.filter((id) => !ids.has(id) && !unclear.has(id));
}
