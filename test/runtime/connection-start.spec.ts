import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource, ofOneTransaction } from '../../src/platform/database/data-source.js';
import { queryPrepared } from '../../src/platform/database/prepared-statement.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/* With a pooler between: test/proofs/processes/pgbouncer.spec.ts. */
describe('A connection to the database itself', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.dataSource.query(
      `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'Asia/Kolkata');
         execute format('alter database %I set lock_timeout = %L', current_database(), '7s'); end $$`,
    );
  });
  afterAll(() => database.drop());

  const seen = async (lockTimeoutMs?: number): Promise<unknown> => {
    dataSource = createDataSource({ url: database.url, poolSize: 1, lockTimeoutMs });
    await dataSource.initialize();
    const [row] = await dataSource.query<[object]>(
      `select current_setting('TimeZone') as zone, current_setting('lock_timeout') as lock`,
    );
    return row;
  };

  it('writes times of UTC, and waits for a lock as long as it was told', async () => {
    expect(await seen(250)).toEqual({ zone: 'UTC', lock: '250ms' });
    await dataSource.destroy();
  });

  it('waits as the database says where nothing was told, and remembers statements', async () => {
    expect(await seen()).toEqual({ zone: 'UTC', lock: '7s' });
    await queryPrepared(dataSource, 'select $1::int', [1]);
    const [row] = await dataSource.query<[object]>(
      'select count(*)::int as known from pg_prepared_statements',
    );
    expect(row).toEqual({ known: 1 });
    await dataSource.destroy();
  });
});

describe('Behind a pooler', () => {
  it('no statement has a name, and each transaction says how long it waits', () => {
    expect(ofOneTransaction({ name: 'abc', text: 'select 1' }, 100)).toEqual({ text: 'select 1' });
    expect(ofOneTransaction('START TRANSACTION', 100)).toBe(
      'START TRANSACTION; SET LOCAL lock_timeout = 100',
    );
  });

  it('everything else is left as it is', () => {
    const stream = { name: 'copy', text: 'copy', submit: () => undefined };
    for (const statement of ['select 1', 'COMMIT', 'SAVEPOINT typeorm_1', stream])
      expect(ofOneTransaction(statement, 100)).toBe(statement);
    expect(ofOneTransaction('START TRANSACTION', 0)).toBe('START TRANSACTION');
  });
});
