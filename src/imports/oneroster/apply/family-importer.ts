import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  FamiliesService,
  type FamilyChanges,
  familyWarnings,
  type Readdressed,
} from '../../../features/memberships/families.service.js';
import { lockImports } from '../../../platform/import-history/import-locks.repository.js';
import { countInto, countVanished, type ImportReport } from '../../../platform/import-report.js';
import type { IssueLog } from '../issue-log.js';
import { ArchiveLimit } from './archive-limit.js';
import { FormerSchoolRepository } from './former-school.repository.js';
import type { ImportedSchool } from './oneroster.repository.js';
import { RestrictedAgents } from './restricted-agents.js';
import { RosterWriter } from './roster-writer.js';
import type { AdmittedRun } from './school-run.js';

/** Students and guardians of one school, and what becomes of the accounts behind them. */
@Injectable()
export class FamilyImporter {
  constructor(
    private readonly rows: RosterWriter,
    private readonly families: FamiliesService,
    private readonly former: FormerSchoolRepository,
    private readonly limit: ArchiveLimit,
    private readonly restricted: RestrictedAgents,
  ) {}

  /**
   * Lets the imports of the school, and of those that students leave for it, wait until the caller's transaction ends.
   * @throws ArchiveLimitError as another import may have changed the school since it was checked
   */
  async admit(manager: EntityManager, school: ImportedSchool, run: AdmittedRun): Promise<void> {
    await lockImports(manager, [school.id, ...run.moves.from.keys()]);
    await this.limit.checkStudents(manager, school, run, run.moves.moving);
  }

  async import(
    manager: EntityManager,
    { id: schoolId }: ImportedSchool,
    run: AdmittedRun,
    report: ImportReport,
    log: IssueLog,
  ): Promise<void> {
    const { plan, source } = run;
    const school = { schoolId, source };
    const found = await this.families.arrivals(manager, school, plan.given.students);
    const arrivals = await this.former.withWritings(manager, found);
    const { unaddressed } = await this.rows.importStudents(manager, schoolId, run, report);
    const outcome = await this.rows.importGuardians(manager, schoolId, run, report);
    const cameReaddressed = await this.families.transferFamilies(manager, school, arrivals);
    const restricted = await this.restricted.restrict(manager, school, run, log);
    const readdressed = [...outcome.readdressed, ...cameReaddressed];
    const settled = await this.families.settle(manager, schoolId, outcome.unlinked);
    await this.restricted.endHoldings(manager, schoolId, restricted);
    run.readdressed.push(...readdressed);
    const { unmailed } = outcome;
    countVanished(report, { guardian_emails: unmailed.length, student_addresses: unaddressed.length });
    warn({ readdressed, unmailed, unaddressed, settled, arrivals }, log, run.lineOf);
    await this.archiveMoved(manager, run, report, log);
    const mayRegister = await this.rows.countMayRegister(manager, schoolId);
    report.may_register = (report.may_register ?? 0) + mayRegister;
  }

  /** Parents without students at the schools of a run; told when all are written, since each may take from the others. */
  async tellWaiting(manager: EntityManager, schoolIds: Iterable<string>, log: IssueLog): Promise<void> {
    for (const schoolId of schoolIds) {
      const waiting = await this.families.waiting(manager, schoolId);
      warn({ waiting }, log);
    }
  }

  endStaleLinks(source: string, people: Readdressed[]): Promise<void> {
    return this.families.endStaleLinks(source, people);
  }

  /** Archives students at their former schools, in the transaction that adds them here: the two are one step. */
  private async archiveMoved(
    manager: EntityManager,
    { source, moves }: AdmittedRun,
    report: ImportReport,
    log: IssueLog,
  ): Promise<void> {
    for (const [schoolId, sourceIds] of moves.from) {
      const archived = await this.rows.archiveStudents(manager, { schoolId, source }, sourceIds);
      const settled = await this.families.settle(manager, schoolId, []);
      warn({ settled }, log);
      countInto(report, 'students', { created: 0, updated: 0, archived, unchanged: 0 });
    }
  }
}

function warn(
  changes: Partial<FamilyChanges>,
  log: IssueLog,
  lineOf = (_sourceId: string): number => 0,
): void {
  for (const { about, code, value, message } of familyWarnings(changes))
    log.warn({ file: 'users.csv', line: about ? lineOf(about) : 0 }, code, value, message);
}
