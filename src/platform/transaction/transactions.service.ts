import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { afterCommit, inAmbientTransaction } from '../database/ambient-transaction.js';
import { beginTracking, endTracking } from '../import-history/current-import-run.js';
import { JournalService } from '../journal/journal.service.js';
import { schoolsRecorded } from '../journal/recorded-changes.js';

/** The one way to write: a transaction whose changes are in the journal, and told of, once it is committed. */
@Injectable()
export class Transactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly journal: JournalService,
  ) {}

  /**
   * Commits what the work has written and recorded (`record`), or nothing of it. Subscribers of the journal have heard of it
   * when this returns; within another transaction, when that one does.
   */
  async run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    let schoolIds: string[] = [];
    const result = await this.dataSource.transaction(async (manager) => {
      await beginTracking(manager);
      const done = await work(manager);
      await endTracking(manager);
      schoolIds = schoolsRecorded(manager, (kind) => this.journal.isAwaited(kind));
      return done;
    });
    if (schoolIds.length > 0) await afterCommit(() => this.journal.deliver(schoolIds));
    return result;
  }

  /**
   * One transaction around work that runs its own (`inAmbientTransaction`): a request that must happen once, a page of the
   * authorization server.
   */
  around<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inAmbientTransaction(this.dataSource, work);
  }
}
