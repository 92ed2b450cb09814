import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RosterImporter, type RosterStudent } from '../../../features/directory/roster/roster.importer.js';
import { ArchiveLimitError } from '../archive-limit.error.js';
import { hasFinished, lastLevel } from '../resolve/school-year.js';
import { completeGuardians } from './complete-guardians.js';
import type { ImportedSchool } from './oneroster.repository.js';
import type { SchoolRun } from './school-run.js';

/** Relations end one by one. Most of them at once is an export without its column of agents, or without the parents. */
const MAX_GUARDIANS_PERCENT = 50;
const FEW_GUARDIANS = 10;

/** Refuses what an export does by mistake: half of a school is gone overnight. */
@Injectable()
export class ArchiveLimit {
  constructor(private readonly roster: RosterImporter) {}

  /**
   * Before anything of the run is written.
   * @throws ArchiveLimitError when a full replacement would archive too many students, or remove too many guardians
   */
  async check(manager: EntityManager, school: ImportedSchool, run: SchoolRun): Promise<void> {
    if (!run.plan.replaces) return;
    await this.checkStudents(manager, school, run, new Map());
    const links = await this.roster.leavingGuardians(manager, completeGuardians(school.id, run));
    const limit = Math.max(run.archiveLimitPercent, MAX_GUARDIANS_PERCENT);
    if (links.leaving <= FEW_GUARDIANS || links.leaving * 100 <= limit * links.all) return;
    const what = `remove ${links.leaving} of ${links.all} guardians`;
    throw refusal(what, [links.leaving, links.all], limit, school);
  }

  /**
   * Checks the students whom a full replacement would archive. Students who have finished the last grade of the school, or
   * whom the same export has at another one, leave rightly: they do not count.
   * @param moving students who were on the roster before the run, whether or not another school has taken them since
   * @throws ArchiveLimitError when a full replacement would archive too many students
   */
  async checkStudents(
    manager: EntityManager,
    school: ImportedSchool,
    run: SchoolRun,
    moving: ReadonlyMap<string, RosterStudent>,
  ): Promise<void> {
    if (!run.plan.replaces) return;
    const active = await this.roster.active(manager, { schoolId: school.id, source: run.source });
    const students = new Map([...moving, ...active.map((student) => [student.sourceId, student] as const)]);
    const lost = lostOf([...students.values()], run).length;
    if (lost * 100 <= run.archiveLimitPercent * students.size) return;
    const what = `archive ${lost} of ${students.size} students`;
    throw refusal(what, [lost, students.size], run.archiveLimitPercent, school);
  }
}

function refusal(
  what: string,
  [part, all]: [number, number],
  limit: number,
  { shortName }: ImportedSchool,
): ArchiveLimitError {
  const reason = `The import would ${what} of ${shortName}, more than ${limit}%; nothing of this school was changed.`;
  return new ArchiveLimitError(reason, Math.min(100, Math.ceil((part * 100) / all)));
}

function lostOf(active: RosterStudent[], { plan, unclear, graduatedUpTo, isPlacedElsewhere }: SchoolRun) {
  const given = new Set(plan.given.students);
  const last = lastLevel([...active.map(({ grade }) => grade), plan.lastGrade]);
  return active.filter(
    (student) =>
      !given.has(student.sourceId) &&
      !unclear.has(student.sourceId) &&
      !isPlacedElsewhere(student.sourceId, plan.sourceId) &&
      !hasFinished(student, last, graduatedUpTo),
  );
}
