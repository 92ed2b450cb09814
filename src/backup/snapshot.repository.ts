import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { OBJECTS_STAY_LOCK } from '../database/advisory-locks.js';
import { isLockTimeout } from '../errors/postgres-errors.js';
import { CommandRefusedError } from '../errors/command-refused.error.js';
import { copyOut, quoted, SAME_TEXT_EVERYWHERE, type CopiedTable } from '../database/table-copy.js';
import { NAMED_OBJECTS } from './named-objects.sql.js';
import { TABLES } from './tables.sql.js';

/** An object that the tables name. */
export interface NamedObject {
  key: string;
  /** Whether it has to be there. */
  required: boolean;
}

/** The whole database as it was at one moment, whatever is written meanwhile. */
export interface Snapshot {
  tables: CopiedTable[];
  /** Applied ones, oldest first. */
  migrations: string[];
  objects: NamedObject[];
  rowsOf: (table: CopiedTable) => AsyncGenerator<Buffer>;
}

@Injectable()
export class SnapshotRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Objects that the snapshot names are not removed until the work is done, since the lock is taken before the
   * snapshot: whatever is superfluous meanwhile waits for the next sweep.
   * @throws CommandRefusedError while another backup runs
   */
  async within<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const keeper = this.dataSource.createQueryRunner();
    const runner = this.dataSource.createQueryRunner();
    try {
      await keepObjects(keeper);
      await begin(runner);
      const result = await work(await snapshotOf(runner));
      // Had the lock been lost meanwhile, this would fail.
      await keeper.commitTransaction();
      return result;
    } finally {
      for (const each of [runner, keeper]) {
        // What fails here fails with the connection, and its transaction has ended with it.
        if (each.isTransactionActive) await each.rollbackTransaction().catch(() => undefined);
        await each.release();
      }
    }
  }
}

/**
 * For longer than a removal that is under way may take. The lock is that of a transaction of its own: the snapshot is
 * to be taken after it, and behind a pooler nothing but a transaction holds a lock.
 */
async function keepObjects(keeper: QueryRunner): Promise<void> {
  await keeper.startTransaction();
  try {
    await keeper.query(`set local lock_timeout = '30s'; set local idle_in_transaction_session_timeout = 0`);
    await keeper.query('select pg_advisory_xact_lock($1)', [OBJECTS_STAY_LOCK]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new CommandRefusedError('Another backup of this database is running.');
  }
}

/** No table changes its shape before the snapshot is taken, nor until the end. */
async function begin(runner: QueryRunner): Promise<void> {
  const tables = await runner.manager.query<CopiedTable[]>(TABLES);
  await runner.startTransaction('REPEATABLE READ');
  await runner.query(SAME_TEXT_EVERYWHERE);
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  if (names) await runner.query(`lock table ${names}, migrations in access share mode`);
  await runner.query('set transaction read only');
}

async function snapshotOf(runner: QueryRunner): Promise<Snapshot> {
  const applied = await runner.manager.query<{ name: string }[]>('select name from migrations order by id');
  return {
    tables: await runner.manager.query<CopiedTable[]>(TABLES),
    migrations: applied.map(({ name }) => name),
    objects: await runner.manager.query<NamedObject[]>(NAMED_OBJECTS),
    rowsOf: (table) => copyOut(runner, table),
  };
}
