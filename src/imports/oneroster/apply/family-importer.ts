import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { type GuardianOutcome, RosterImporter } from '../../../features/directory/roster.importer.js';
import {
  type Arrival,
  FamiliesService,
  familyWarnings,
  type Readdressed,
} from '../../../features/memberships/families.service.js';
import { countInto, type ImportReport } from '../../../platform/import-report.js';
import type { IssueLog } from '../issue-log.js';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';
import type { ImportedSchool } from './oneroster.repository.js';
import type { SchoolPlan } from '../resolve/roster-plan.js';

/** What other schools of the source have to hear of when all of the run are written. */
export interface FamilyNews {
  arrivals: Arrival[];
  readdressed: Readdressed[];
}

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
  /** The last year whose graduates have left school. */
  graduatedUpTo: number;
  /** Guardians of this school wait to be invited from now on. */
  noRegistration: boolean;
  /** Whether the export has the student at another school than this one; both as source ids. */
  isPlacedElsewhere: (student: string, school: string) => boolean;
  /** Of a person's row. */
  lineOf: (sourceId: string) => number;
  news: FamilyNews;
}

/** Relations end one by one. Most of them at once is an export without its column of agents, or without the parents. */
const MAX_GUARDIANS_PERCENT = 50;
const FEW_GUARDIANS = 10;

/** Students and guardians of one school, and what becomes of the accounts behind them. */
@Injectable()
export class FamilyImporter {
  constructor(
    private readonly roster: RosterImporter,
    private readonly families: FamiliesService,
    private readonly clock: Clock,
  ) {}

  /** Lets the imports of one school wait for each other until the caller's transaction ends. */
  lockSchool(manager: EntityManager, schoolId: string): Promise<void> {
    return this.roster.lockSchool(manager, schoolId);
  }

  /**
   * Graduates, and students whom the same export has at another school, leave as they should: they do not count.
   * @throws OneRosterRefusedError when a full replacement would archive too many students, or remove too many guardians
   */
  async checkArchiveLimit(
    manager: EntityManager,
    { id: schoolId, shortName }: ImportedSchool,
    run: SchoolRun,
  ): Promise<void> {
    const { plan, source, archiveLimitPercent } = run;
    if (!plan.replaces) return;
    const active = await this.roster.active(manager, { schoolId, source });
    const given = new Set(plan.given.students);
    const leaving = active.filter(
      ({ sourceId, graduationYear }) =>
        !given.has(sourceId) &&
        !run.unclear.has(sourceId) &&
        !run.isPlacedElsewhere(sourceId, plan.sourceId) &&
        !(graduationYear !== null && graduationYear <= run.graduatedUpTo),
    ).length;
    const refuse = (what: string, [part, all]: [number, number], limit: number): never => {
      const needed = Math.min(100, Math.ceil((part * 100) / all));
      const message = `The import would ${what} of ${shortName}, more than ${limit}%; nothing of this school was changed. If it is right, run it again with --archive-limit ${needed}%.`;
      throw new OneRosterRefusedError('archive_limit', message);
    };
    if (leaving * 100 > archiveLimitPercent * active.length)
      refuse(
        `archive ${leaving} of ${active.length} students`,
        [leaving, active.length],
        archiveLimitPercent,
      );
    const links = await this.roster.leavingGuardians(manager, completeGuardians(schoolId, run));
    const percent = Math.max(archiveLimitPercent, MAX_GUARDIANS_PERCENT);
    if (links.leaving > FEW_GUARDIANS && links.leaving * 100 > percent * links.all)
      refuse(`remove ${links.leaving} of ${links.all} guardians`, [links.leaving, links.all], percent);
  }

  async import(
    manager: EntityManager,
    { id: schoolId }: ImportedSchool,
    run: SchoolRun,
    report: ImportReport,
    log: IssueLog,
  ): Promise<void> {
    const { plan, source, news } = run;
    const school = { schoolId, source };
    const arrivals = await this.families.arrivals(manager, school, plan.given.students);
    await this.importStudents(manager, schoolId, run, report);
    const outcome = await this.importGuardians(manager, schoolId, run, report);
    const cameReaddressed = await this.families.bringAlong(manager, school, arrivals);
    const readdressed = [...outcome.readdressed, ...cameReaddressed];
    const settled = await this.families.settle(manager, schoolId, outcome.unlinked);
    news.arrivals.push(...arrivals);
    news.readdressed.push(...readdressed);
    const waiting = await this.families.waiting(manager, schoolId);
    for (const { about, code, value, message } of familyWarnings({ readdressed, settled, waiting, arrivals }))
      log.warn({ file: 'users.csv', line: about ? run.lineOf(about) : 0 }, code, value, message);
    const mayRegister = await this.roster.countMayRegister(manager, schoolId);
    report.may_register = (report.may_register ?? 0) + mayRegister;
  }

  /** Of a school that this run does not write: who came to another one has left it. */
  async archiveMoved(
    manager: EntityManager,
    { schoolId, source }: { schoolId: string; source: string },
    sourceIds: string[],
    report: ImportReport,
  ): Promise<void> {
    await this.roster.lockSchool(manager, schoolId);
    const now = this.clock.now();
    const archived = await this.roster.archiveStudents(manager, { schoolId, source, sourceIds, now });
    await this.families.settle(manager, schoolId, []);
    countInto(report, 'students', { created: 0, updated: 0, archived, unchanged: 0 });
  }

  endStaleLinks(source: string, people: Readdressed[]): Promise<void> {
    return this.families.endStaleLinks(source, people);
  }

  private async importStudents(
    manager: EntityManager,
    schoolId: string,
    { plan, source, unclear }: SchoolRun,
    report: ImportReport,
  ): Promise<void> {
    const target = { schoolId, source, now: this.clock.now() };
    const active = plan.replaces ? await this.roster.active(manager, target) : [];
    const activeIds = active.map(({ sourceId }) => sourceId);
    const sourceIds = plan.replaces
      ? notGiven(activeIds, plan.given.students, unclear)
      : plan.leaving.students;
    const counts = await this.roster.importStudents(manager, { ...target, students: plan.students });
    counts.archived += await this.roster.archiveStudents(manager, { ...target, sourceIds });
    countInto(report, 'students', counts);
  }

  private async importGuardians(
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

function completeGuardians(schoolId: string, { plan, source, unclear, unreadRelatives }: SchoolRun) {
  const untouched = new Set([...unclear, ...unreadRelatives]);
  const completeForStudents = plan.guardiansCompleteFor.filter((studentId) => !untouched.has(studentId));
  return { schoolId, source, guardians: plan.guardians, completeForStudents, untouched: [...untouched] };
}

export function notGiven(active: string[], given: string[], unclear: ReadonlySet<string>): string[] {
  const ids = new Set(given);
  return active.filter((id) => !ids.has(id) && !unclear.has(id));
}
