import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockImportsOfSchool } from '../../platform/import-history/import-locks.repository.js';
import { auditSchools } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { ImportRunsRepository, type StoredRun } from '../import-runs.repository.js';
import { conflictItems } from './conflict-items.js';
import { UndoCatalog } from './undo-catalog.js';
import { recordUndone } from './undo-journal.js';
import { UndoConflicts } from './undo-conflicts.js';
import { UndoEffects } from './undo-effects.service.js';
import { MAX_NAMED, type UndoReport } from './undo-report.js';
import { UndoStage } from './undo-stage.js';
import { RefusedRowsError, UndoWrite } from './undo-write.js';

export interface ImportUndo {
  runId: string;
  dryRun: boolean;
}

/** Rows that the database refuses are found one after the other: so many times it may begin again. */
const MAX_ATTEMPTS = 20;

/** Puts back what an import has changed, where nobody has touched it since. */
@Injectable()
export class ImportUndoService {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: ImportRunsRepository,
    private readonly effects: UndoEffects,
    private readonly clock: Clock,
  ) {}

  /**
   * One transaction a school. What was changed since, or has something that people added, stays and is named.
   * @throws CommandRefusedError for a run that is not known, was too large to be kept, or is undone already
   */
  async undo({ runId, dryRun }: ImportUndo): Promise<UndoReport> {
    const stored = isUuid(runId) ? await this.runs.find(runId) : [];
    const open = assertUndoable(stored);
    const [{ kind, at }] = open as [StoredRun];
    const report: UndoReport = {
      ...{ run_id: runId, kind, at: at.toISOString(), dry_run: dryRun, schools: [] },
      ...{ removed: {}, changed: {}, returned: {}, conflicts: [], conflict_count: 0 },
    };
    // In an export schools take students from those before them.
    for (const run of open.toReversed()) await this.undoSchool(run, report);
    report.conflicts = report.conflicts.slice(0, MAX_NAMED);
    return report;
  }

  private async undoSchool(run: StoredRun, report: UndoReport): Promise<void> {
    const takenBack = new Error('dry run');
    try {
      await this.transactions.run(async (manager) => {
        auditSchools([run.schoolId]);
        await lockImportsOfSchool(manager, run.schoolId);
        // Another undo may have come first.
        assertUndoable(await this.runs.lock(manager, run));
        await this.putBack(manager, run, report);
        if (report.dry_run) throw takenBack;
        await this.runs.end(manager, run, this.clock.now());
      });
    } catch (error) {
      if (error !== takenBack) throw error;
    }
  }

  private async putBack(manager: EntityManager, run: StoredRun, report: UndoReport): Promise<void> {
    const { id, schoolId, at, shortName, name } = run;
    const catalog = await UndoCatalog.read(manager);
    const stage = new UndoStage(manager, catalog, schoolId, id);
    await stage.fill();
    await this.effects.markGone(manager, schoolId);
    const conflicts = new UndoConflicts(manager, catalog, schoolId, at, stage.tables);
    await this.write(manager, conflicts, new UndoWrite(manager, schoolId, stage.tables));
    await this.effects.settle(manager, schoolId);
    await recordUndone(manager, schoolId);
    report.schools.push({ school_id: schoolId, short_name: shortName, name });
    await count(manager, report);
    const { items, count: all } = await conflictItems(manager, catalog, schoolId);
    report.conflicts.push(...items);
    report.conflict_count += all;
  }

  /** What the database refuses stays as well, with all that hangs on it: then it begins again. */
  private async write(manager: EntityManager, conflicts: UndoConflicts, rows: UndoWrite): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await conflicts.mark();
      await manager.query('savepoint undo_run');
      try {
        await rows.carryOut();
        return;
      } catch (error) {
        if (!(error instanceof RefusedRowsError)) throw error;
        await manager.query('rollback to savepoint undo_run');
        await manager.query(`update undo_rows set conflict = 'refused' where place = any ($1::bigint[])`, [
          error.places,
        ]);
      }
    }
    throw new Error(
      'The rows of the run refer to each other in a way that cannot be put back; nothing was changed',
    );
  }
}

/** @throws CommandRefusedError */
function assertUndoable(stored: StoredRun[]): StoredRun[] {
  if (stored.length === 0)
    throw new CommandRefusedError(
      'No import has this run id, or it was more than 30 days ago. "import runs --school S" lists those that can be undone.',
    );
  const open = stored.filter(({ undoneAt }) => undoneAt === null);
  const undoneAt = stored.flatMap((run) => run.undoneAt ?? []).at(-1);
  if (open.length === 0 && undoneAt)
    throw new CommandRefusedError(
      `This import was undone already, at ${undoneAt.toISOString()}. To have again what it brought, import its file once more.`,
    );
  const large = open.find(({ tooLarge }) => tooLarge);
  if (large)
    throw new CommandRefusedError(
      `This import changed too many rows of ${large.shortName ?? large.schoolId} to be undone: restore a backup instead.`,
    );
  return open;
}

async function count(manager: EntityManager, report: UndoReport): Promise<void> {
  const counts = await manager.query<{ op: 'remove' | 'change' | 'return'; table: string; n: number }[]>(
    `select op, table_name as "table", count(*)::int as n from undo_rows where conflict is null group by 1, 2 order by 2`,
  );
  const outcomes = { remove: report.removed, change: report.changed, return: report.returned };
  for (const { op, table, n } of counts) outcomes[op][table] = (outcomes[op][table] ?? 0) + n;
}
