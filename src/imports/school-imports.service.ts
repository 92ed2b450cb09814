import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditSchools } from '../platform/audit/operation.js';
import { analyzeNewTables } from '../platform/database/statistics.js';
import { lockImportsOfSchool } from '../platform/import-history/import-locks.repository.js';
import type { ImportKind } from '../platform/import-history/current-import-run.js';
import type { ImportReport } from '../platform/import-report.js';
import { Transactions } from '../platform/transaction/transactions.service.js';
import { ImportRuns } from './import-runs.service.js';

interface SchoolImport {
  kind: ImportKind;
  schoolId: string;
  /** Says whether it is a dry run, and by which id the run can be undone. */
  report: ImportReport;
}

/** Imports of one school: each in a transaction. */
@Injectable()
export class SchoolImports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly runs: ImportRuns,
  ) {}

  /** One import of the school after the other; a dry run does all the work and takes it back. */
  async importSchool(
    { kind, schoolId, report }: SchoolImport,
    work: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const takenBack = new Error('dry run');
    const importing = (): Promise<void> =>
      this.transactions.run(async (manager) => {
        auditSchools([schoolId]);
        await lockImportsOfSchool(manager, schoolId);
        await work(manager);
        if (report.dry_run) throw takenBack;
      });
    try {
      await this.runs.track(kind, schoolId, report, importing);
    } catch (error) {
      if (error !== takenBack) throw error;
      return;
    }
    await analyzeNewTables(this.dataSource);
  }
}
