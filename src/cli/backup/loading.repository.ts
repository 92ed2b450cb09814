import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import {
  copyIn,
  quoted,
  SAME_TEXT_EVERYWHERE,
  type CopiedTable,
} from '../../platform/database/table-copy.js';
import { AUDIT_TABLES } from '../../platform/audit/operation.js';
import { makeMonthsOfBackup, type MonthSpan } from '../../platform/database/monthly-partitions.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import {
  FOREIGN_KEYS,
  HIDING_TRIGGERS,
  isBackedUp,
  namedIn,
  productTables,
  TABLES,
  type NamedObject,
} from './snapshot.repository.js';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Fills an empty database, within one transaction. */
export interface Loading {
  tables: CopiedTable[];
  add: (table: CopiedTable, rows: AsyncIterable<Buffer>) => Promise<void>;
}

@Injectable()
export class LoadingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws CommandRefusedError when a table of this version has a row */
  async assertEmpty(): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await assertEmpty(runner, await productTables(runner));
      const [may] = await runner.manager.query<[{ replace: boolean | null }]>(
        `select has_table_privilege(to_regclass('public.audit_entries'), 'truncate') as replace`,
      );
      if (may.replace === false) throw guarded();
    } finally {
      await runner.release();
    }
  }

  /** @param madeAt UTC, when the backup was made */
  makeMonths(madeAt: Date, span: MonthSpan | null): Promise<void> {
    return makeMonthsOfBackup(this.dataSource.manager, madeAt, span);
  }

  /**
   * Fills the tables while other connections neither read nor write. Foreign keys are removed first and made again last,
   * which checks every row, and a returning row hides no address: the order of the tables does not matter, nor does a circle
   * of them.
   * @param names of the tables that the backup has
   * @param last right before the commit, when nothing else can fail any more; with the objects that its rows name, where its
   * version tells
   */
  async fill(
    names: string[],
    rows: (loading: Loading) => Promise<void>,
    last: (named: NamedObject[] | null) => Promise<void>,
  ): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(SAME_TEXT_EVERYWHERE);
      const tables = await tablesOf(runner, names);
      await runner.query(
        `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access exclusive mode`,
      );
      await assertEmpty(runner, tables);
      const trail = tables.filter(({ name }) => AUDIT_TABLES.includes(name));
      for (const { name } of trail) await runner.query(`truncate ${quoted(name)}`);
      const filled = [tables.map(({ name }) => name)];
      const keys = await runner.manager.query<ForeignKey[]>(FOREIGN_KEYS, filled);
      for (const { table, name } of keys) await runner.query(`alter table ${table} drop constraint ${name}`);
      const triggers = await runner.manager.query<{ table: string; name: string }[]>(HIDING_TRIGGERS, filled);
      for (const { table, name } of triggers)
        await runner.query(`alter table ${table} disable trigger ${name}`);
      await rows({ tables, add: (table, content) => copyIn(runner, table, content) });
      for (const { table, name } of triggers)
        await runner.query(`alter table ${table} enable trigger ${name}`);
      for (const { table, name, definition } of keys)
        await runner.query(`alter table ${table} add constraint ${name} ${definition}`);
      await last(await namedIn(runner));
      await runner.commitTransaction();
      // The planner has no statistics of the new rows yet.
      await runner.query('analyze').catch(() => undefined);
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Those of this version and those of the backup, whose version may have had others, as far as they are there. */
const tablesOf = async (runner: QueryRunner, names: string[]): Promise<CopiedTable[]> => {
  const present = (await productTables(runner)).map(({ name }) => name);
  return runner.manager.query<CopiedTable[]>(TABLES, [
    [...new Set([...present, ...names.filter(isBackedUp)])],
  ]);
};

async function assertEmpty(runner: QueryRunner, tables: CopiedTable[]): Promise<void> {
  for (const { name } of tables) {
    // The audit trail already has the commands that were given to an empty database.
    if (AUDIT_TABLES.includes(name)) continue;
    const [row] = await runner.manager.query<object[]>(`select from ${quoted(name)} limit 1`);
    if (!row) continue;
    throw new CommandRefusedError(
      `The database is not empty (${name} has rows), and a backup is restored into an empty one only: name another one in DATABASE_URL, or another folder in DATA_DIR. Nothing was changed.`,
    );
  }
}

const guarded = (): Error =>
  new CommandRefusedError(
    'The audit trail of this database is guarded, and a restore brings one along: restore into a database that is new, or run "db guard --release" first; for the embedded one stop the service. Nothing was changed.',
  );
