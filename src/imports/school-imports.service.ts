import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditSchools } from '../platform/audit/operation.js';
import { analyzeNewTables } from '../platform/database/statistics.js';
import { RosterImporter } from '../features/directory/roster/roster.importer.js';
import { Transactions } from '../platform/transaction/transactions.service.js';

/** Imports of one school: each in a transaction. */
@Injectable()
export class SchoolImports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly roster: RosterImporter,
  ) {}

  /** One import of the school after the other; a dry run does all the work and takes it back. */
  async importSchool(
    schoolId: string,
    dryRun: boolean,
    work: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const takenBack = new Error('dry run');
    try {
      await this.transactions.run(async (manager) => {
        auditSchools([schoolId]);
        await this.roster.lockSchool(manager, schoolId);
        await work(manager);
        if (dryRun) throw takenBack;
      });
    } catch (error) {
      if (error !== takenBack) throw error;
      return;
    }
    await analyzeNewTables(this.dataSource);
  }
}
