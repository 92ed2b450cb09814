import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { outsideOperation } from '../platform/audit/operation.js';
import { Clock } from '../platform/clock/clock.js';
import {
  type ImportKind,
  type CurrentImportRun,
  inImportRun,
  MAX_CHANGES,
} from '../platform/import-history/current-import-run.js';
import type { ImportReport } from '../platform/import-report.js';
import { Transactions } from '../platform/transaction/transactions.service.js';
import { ImportRunsRepository } from './import-runs.repository.js';
import { recordImported } from './imported-changes.js';

/** Runs of imports, whose changes are kept so that they can be put back. */
@Injectable()
export class ImportRuns {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: ImportRunsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Does the work of an import, and says in its report by which id it can be undone.
   * @param schoolId null where the run finds its schools itself
   */
  async track(
    kind: ImportKind,
    schoolId: string | null,
    report: ImportReport,
    work: () => Promise<void>,
  ): Promise<void> {
    if (report.dry_run) return work();
    const run: CurrentImportRun = {
      ...{ id: randomUUID(), kind, at: this.clock.now(), schoolId },
      ...{ reportedUpTo: '0', tell: recordImported },
    };
    await inImportRun(run, work);
    const finished = await outsideOperation(() =>
      this.transactions.run((manager) => this.runs.finish(manager, run.id, MAX_CHANGES)),
    );
    if (finished.length > 0) report.run_id = run.id;
    for (const { shortName } of finished.filter(({ tooLarge }) => tooLarge))
      report.warnings.push(cannotBeUndone(shortName));
  }

  /** Newest first. */
  async list(schoolId: string): Promise<ListedRun[]> {
    const runs = await this.runs.findOfSchool(schoolId);
    return runs.map(({ id, kind, at, counts, tooLarge, undoneAt }) => ({
      ...{ run_id: id, kind, at: at.toISOString(), counts },
      undone_at: undoneAt?.toISOString() ?? null,
      can_be_undone: undoneAt === null && !tooLarge,
    }));
  }
}

/** A run as `import runs` lists it. */
export interface ListedRun {
  run_id: string;
  kind: ImportKind;
  /** UTC. */
  at: string;
  /** Rows by table. */
  counts: Record<string, { created: number; changed: number; removed: number }>;
  undone_at: string | null;
  can_be_undone: boolean;
}

const cannotBeUndone = (school: string) => ({
  ...{ file: '', line: 0, code: 'not_undoable', value: school },
  message: `The run changed more than ${MAX_CHANGES.toLocaleString('en-US')} rows of ${school}: they were not kept, and it cannot be undone there.`,
});
