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
    const runner = this.dataSource.createQueryRunner();
    try {
      await keepObjects(runner);
      await begin(runner);
      const result = await work(await snapshotOf(runner));
      await runner.rollbackTransaction();
      return result;
    } finally {
      // What fails here fails with the connection, and with it the lock is gone.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.query('select pg_advisory_unlock($1)', [OBJECTS_STAY_LOCK]).catch(() => undefined);
      await runner.release();
    }
  }
}

/** For longer than a removal that is under way may take. */
async function keepObjects(runner: QueryRunner): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query(`set local lock_timeout = '30s'`);
    await runner.query('select pg_advisory_lock($1)', [OBJECTS_STAY_LOCK]);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
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
