import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { AUDIT_TABLES } from '../../platform/audit/operation.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import {
  copyIn,
  list,
  quoted,
  SAME_TEXT_EVERYWHERE,
  type CopiedTable,
} from '../../platform/database/table-copy.js';
import { analyzeNewTables } from '../../platform/database/statistics.js';
import { makeMonthsOfBackup } from '../../platform/database/monthly-partitions.js';
import { isUniqueViolation } from '../../platform/errors/postgres-errors.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { migrationsIn, OBJECTS_OF_SCHOOL, productTables, type NamedObject } from './snapshot.repository.js';
import type { BackupTable } from './tables-of-school.js';
import { JOURNAL_TABLES } from '../../platform/journal/journal-tables.js';

/** A transaction that brings a school to where others are. */
export interface Arrival {
  runner: QueryRunner;
  tables: BackupTable[];
  /** Applied ones, oldest first. */
  migrations: string[];
}

/** The rows of the file before anything is decided about them. */
export const coming = (table: string): string => `coming_${table}`;

/** A school in the file, before anything is decided about it. */
export interface ComingSchool {
  name: string;
  shortName: string;
  timeZone: string;
  country: string;
  locale: string;
  graceDays: number;
  features: unknown;
  /** Null where it was made by hand. */
  source: string | null;
}

/** Which record of which source feeds a school. */
const SOURCE = ['source', 'source_id'];

const COMING_SCHOOL = `
  select name, short_name as "shortName", time_zone as "timeZone", country, locale, grace_days as "graceDays", features, source
  from ${coming('schools')}`;

const CLASH = `
  select case when here.id = coming.id then 'id' when here.short_name = coming.short_name then 'short name'
    else 'source' end as by, here.short_name
  from ${coming('schools')} coming join schools here on here.id = coming.id or here.short_name = coming.short_name
    or (here.source, here.source_id) = (coming.source, coming.source_id)
  order by here.id = coming.id desc limit 1`;

@Injectable()
export class SchoolLoadingRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** @param madeAt UTC, when the backup was made */
  makeMonths(madeAt: Date): Promise<void> {
    return makeMonthsOfBackup(this.dataSource.manager, madeAt);
  }

  /** Others read and write on, and see nothing of the school until all of it is there. No table changes its shape meanwhile. */
  async within<T>(work: (arrival: Arrival) => Promise<T>): Promise<T> {
    const result = await this.transactions.around(async ({ queryRunner: runner }) => {
      if (!runner) throw new Error('A transaction has its connection.');
      await runner.query(SAME_TEXT_EVERYWHERE);
      const tables = (await productTables(runner)).filter(
        ({ name }) => ![...AUDIT_TABLES, ...JOURNAL_TABLES].includes(name),
      );
      const names = tables.map(({ name }) => quoted(name)).join(', ');
      if (names) await runner.query(`lock table ${names}, migrations in row exclusive mode`);
      return work({ runner, tables: await productTables(runner), migrations: await migrationsIn(runner) });
    });
    await analyzeNewTables(this.dataSource);
    return result;
  }

  /**
   * Adds the school. A second load of it waits for this one, and is refused when it has come.
   * @param isFed imports go on writing into it, where a source has fed it
   * @throws CommandRefusedError when it is here already
   */
  async addSchool(
    runner: QueryRunner,
    table: CopiedTable,
    rows: AsyncIterable<Buffer>,
    { check, isFed }: { check: (school: ComingSchool) => void; isFed: boolean },
  ): Promise<void> {
    await stage(runner, table, rows);
    const [given] = await runner.manager.query<ComingSchool[]>(COMING_SCHOOL);
    if (!given) throw new CommandRefusedError('The file has no school. Nothing was changed.');
    check(given);
    await assertNew(runner);
    const columns = list(table.columns.filter((column) => isFed || !SOURCE.includes(column)));
    const [school] = await runner.manager.query<object[]>(
      `with added as (
         insert into schools (${columns}) select ${columns} from ${coming('schools')}
         on conflict do nothing returning id)
       select from added`,
    );
    if (!school) await assertNew(runner);
  }

  /** The trail of a school begins with its row: one that brings its trail along goes on with that. */
  async removeNewTrail(runner: QueryRunner, schoolId: string): Promise<void> {
    for (const name of AUDIT_TABLES)
      await runner.query(`delete from ${quoted(name)} where school_id = $1`, [schoolId]);
  }

  /** @throws CommandRefusedError when something else has the key of one of the rows */
  async add(runner: QueryRunner, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<void> {
    await copyIn(runner, table, rows).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      const { constraint } = error as { constraint?: string };
      throw new CommandRefusedError(
        `A row of ${table.name} is here already, of another school or of an account that is not in the file (${constraint}). Nothing was changed.`,
      );
    });
  }

  /** Those that the rows of the school name. */
  objectsOf({ manager }: QueryRunner, schoolId: string): Promise<NamedObject[]> {
    return manager.query<NamedObject[]>(OBJECTS_OF_SCHOOL, [schoolId]);
  }

  /** Checks the constraints now: a failure of the commit itself would leave open whether it was made. */
  async settle(runner: QueryRunner): Promise<void> {
    await runner.query('set constraints all immediate');
  }
}

/** @throws CommandRefusedError */
async function assertNew({ manager }: QueryRunner): Promise<void> {
  const [clash] = await manager.query<Clash[]>(CLASH);
  if (clash) throw new CommandRefusedError(`${described(clash)} Nothing was changed.`);
}

export async function stage(
  runner: QueryRunner,
  table: CopiedTable,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const name = coming(table.name);
  await runner.query(
    `create temp table ${name} (like ${quoted(table.name)} including defaults) on commit drop`,
  );
  await copyIn(runner, { ...table, name }, rows);
}

interface Clash {
  by: 'id' | 'short name' | 'source';
  short_name: string;
}

const described = ({ by, short_name: name }: Clash): string => {
  if (by === 'id') return `This school is here already (${name}).`;
  if (by === 'source')
    return `The school ${name} that is here is the same one: both are from one record of one source.`;
  return `Another school here has the short name ${name}: one of the two needs another one first.`;
};
