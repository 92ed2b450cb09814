import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { databaseUrl, TEMPLATE } from './test-cluster.js';

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  drop(): Promise<void>;
}

/** For `save`: a single statement needs no transaction of its own, which would take more time than the statement. */
export const ALONE = { transaction: false };

/** A migrated database of the test file's own: empty, unless another template is named. */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(name);
  const dataSource = await createDataSource({ url, poolSize: 5 }).initialize();
  const drop = async (): Promise<void> => {
    await dataSource.destroy();
    await asAdmin(`drop database ${name} with (force)`);
  };
  return { url, dataSource, drop };
}

/**
 * What `truncate schools, users cascade` does, for tables with few rows: that makes hundreds of files anew, and takes
 * twenty times as long.
 */
const EMPTY = `
  do $$ declare held regclass; begin
    set local session_replication_role = replica;
    for held in
      with recursive belonging(id) as (
        values ('schools'::regclass::oid), ('users'::regclass::oid)
        union select key.conrelid from pg_constraint key join belonging on belonging.id = key.confrelid
          where key.contype = 'f')
      select id::regclass from belonging
    loop
      execute format('lock table %s in access exclusive mode', held);
      execute format('delete from %s', held);
    end loop;
  end $$`;

/** No school and no person any more, and nothing of theirs. */
export const empty = (dataSource: DataSource): Promise<void> => dataSource.query(EMPTY);

async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client(process.env.TEST_POSTGRES_URL);
  await admin.connect();
  // Two test files at once must not copy the template at the same moment: PostgreSQL refuses the second.
  await admin.query('select pg_advisory_lock(1)');
  await admin.query(sql);
  await admin.end();
}
