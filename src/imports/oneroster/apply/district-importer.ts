import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CorrectionImporter } from '../../../features/corrections/correction.importer.js';
import type { ImportProgress, ImportReport } from '../../../platform/import-report.js';
import { ArchiveLimitError } from '../archive-limit.error.js';
import type { IssueLog } from '../issue-log.js';
import { type Moves, type PlacesOfStudents, planMoves, withoutWaiting } from '../resolve/moves.js';
import type { StoredStudent } from '../resolve/stored-roster.js';
import { ArchiveLimit } from './archive-limit.js';
import { FamilyImporter } from './family-importer.js';
import { OneRosterRepository } from './oneroster.repository.js';
import { SchoolImporter } from './school-importer.js';
import type { AdmittedRun, SchoolRun } from './school-run.js';
import { lateOf, type Refusals, tellRefused, waitingStaffOf } from './refused-schools.js';
import { WatchedImport } from './watched-import.js';

/** All schools of an export, and where it has the students. */
export interface DistrictRun {
  source: string;
  runs: SchoolRun[];
  places: PlacesOfStudents;
}

interface Listeners {
  report: ImportReport;
  log: IssueLog;
  progress: ImportProgress;
}

/** Facts that are known before the first school is written. */
interface Admission {
  refusals: Refusals;
  students: StoredStudent[];
  moves: Moves;
}

type Transaction = (work: (manager: EntityManager) => Promise<void>) => Promise<void>;

/** Brings all schools of an export to what their plans say, so that who moves is at one of them and not at two or none. */
@Injectable()
export class DistrictImporter {
  constructor(
    private readonly stored: OneRosterRepository,
    private readonly importer: SchoolImporter,
    private readonly families: FamilyImporter,
    private readonly limit: ArchiveLimit,
    private readonly corrections: CorrectionImporter,
  ) {}

  /** One transaction a school. */
  async import(district: DistrictRun, listeners: Listeners): Promise<void> {
    const admission = await this.admission(district, listeners.progress);
    await this.importSchools(district, admission, listeners, (work) => this.stored.transaction(work));
    const readdressed = district.runs.flatMap((run) => run.readdressed);
    await this.families.endStaleLinks(district.source, readdressed);
  }

  /** All schools in one transaction, which is undone: so that even short names come out as they would. */
  async rehearse(district: DistrictRun, listeners: Listeners): Promise<void> {
    const admission = await this.admission(district, listeners.progress);
    const rehearsed = new Error('rehearsed');
    const rehearsal = async (manager: EntityManager): Promise<never> => {
      await this.importSchools(district, admission, listeners, (work) => work(manager));
      throw rehearsed;
    };
    await this.stored.transaction(rehearsal).catch((error: unknown) => {
      if (error !== rehearsed) throw error;
    });
  }

  /**
   * Asks all schools before the first is written: a student who moves from or to a refused school stays at the former one.
   */
  private async admission(district: DistrictRun, progress: ImportProgress): Promise<Admission> {
    const refusals = new Map<string, ArchiveLimitError>();
    for (const [done, run] of district.runs.entries()) {
      progress.step('Checking schools', done, district.runs.length);
      const refusal = await this.refusalOf(run);
      if (refusal) refusals.set(run.plan.sourceId, refusal);
    }
    const students = await this.stored.studentsOf(district.source);
    return { refusals, students, moves: movesOf(district, students, refusals) };
  }

  private async refusalOf(run: SchoolRun): Promise<ArchiveLimitError | null> {
    const { manager } = this.stored;
    const known = await this.stored.findSchool(manager, run.source, run.plan.sourceId);
    return known && refusalIn(this.limit.check(manager, known, run));
  }

  private async importSchools(
    district: DistrictRun,
    { refusals, students, moves }: Admission,
    { report, log, progress }: Listeners,
    transaction: Transaction,
  ): Promise<void> {
    const watch = new WatchedImport(district.runs, progress);
    const refused = new Map(refusals);
    const waitingStaff = waitingStaffOf(district.runs, refusals);
    for (const run of district.runs) {
      const { sourceId } = run.plan;
      const admitted = { ...admittedRun(run, moves, watch), waitingStaff };
      const work = async (manager: EntityManager): Promise<void> => {
        const { id } = await this.importer.import(manager, admitted, report, log);
        await this.corrections.closeBrought(manager, id);
      };
      const refusal = refusals.get(sourceId) ?? (await refusalIn(transaction(work)));
      if (refusal) refused.set(sourceId, refusal);
      watch.finished(run);
    }
    const late = refused.size > refusals.size ? movesOf(district, students, refused).waiting : [];
    tellRefused(district.runs, refused, [...moves.waiting, ...lateOf(late, refusals)], log);
    await transaction((manager) => this.tellWaiting(manager, district, { moves, refused, report, log }));
  }

  /** Parents without students, once all are written: each school may take some from the others. */
  private async tellWaiting(
    manager: EntityManager,
    { runs }: DistrictRun,
    { moves, refused, report, log }: { moves: Moves; refused: Refusals; report: ImportReport; log: IssueLog },
  ): Promise<void> {
    const taken = runs
      .filter(({ plan }) => !refused.has(plan.sourceId))
      .flatMap(({ plan }) => [...moves.of(plan.sourceId).from.keys()]);
    const written = report.schools.flatMap(({ school_id }) => school_id ?? []);
    await this.families.tellWaiting(manager, new Set([...written, ...taken]), log);
  }
}

const movesOf = ({ runs, places }: DistrictRun, students: StoredStudent[], refused: Refusals): Moves =>
  planMoves(places, students, new Set(refused.keys()), runs[0]?.unclear ?? new Set());

function admittedRun(run: SchoolRun, of: Moves, watch: WatchedImport): Omit<AdmittedRun, 'waitingStaff'> {
  const moves = of.of(run.plan.sourceId);
  return { ...watch.watched({ ...run, plan: withoutWaiting(run.plan, moves) }), moves };
}

async function refusalIn(work: Promise<void>): Promise<ArchiveLimitError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof ArchiveLimitError) return error;
    throw error;
  }
}
