import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { migrate, revertLastMigration } from '../../src/platform/database/migrate.js';
import {
  dropMonthsBefore,
  makeMonths,
  removeRowsUntil,
} from '../../src/platform/database/monthly-partitions.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const TABLE = 'disclosures';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.dataSource.query(
    `insert into schools (short_name, name, time_zone, country, locale) values ('s', 'S', 'UTC', 'US', 'en-US')`,
  );
});
afterEach(() => database.drop());

const on = (day: string): Date => new Date(`${day}T12:00:00Z`);

async function read(...moments: Date[]): Promise<void> {
  for (const at of moments)
    await database.dataSource.query(
      `insert into disclosures (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation,
         resource_id, unmasked, count, last_at)
       select id, 'contact', $2, $1, $2, 'parent', 'getStudent', $2, false, 1, $1 from schools`,
      [at, randomUUID()],
    );
}

const rows = async (): Promise<string[]> =>
  (
    await database.dataSource.query<{ day: string }[]>(
      `select to_char(since, 'YYYY-MM-DD') as day from disclosures order by 1`,
    )
  ).map(({ day }) => day);

const partitions = async (): Promise<string[]> =>
  (
    await database.dataSource.query<{ name: string }[]>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'disclosures'::regclass order by 1`,
    )
  ).map(({ name }) => name);

describe('partitions of a table by month', () => {
  it('appear once, by however many at the same time', async () => {
    const { manager } = database.dataSource;
    const moments = [on('2026-11-30'), on('2026-12-01')];
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, () => makeMonths(manager, TABLE, moments)),
    );
    // Who waits too long for the others gives way, and finds them the next time.
    expect(made.some(({ status }) => status === 'fulfilled')).toBe(true);
    await makeMonths(manager, TABLE, moments);
    expect(await partitions()).toEqual(['disclosures_2026_11', 'disclosures_2026_12']);
    await read(new Date('2026-11-30T23:59:59.999Z'), new Date('2026-12-01T00:00:00Z'));
    expect(await rows()).toEqual(['2026-11-30', '2026-12-01']);
  });

  it('go when every row in them is over, and not before', async () => {
    const { manager } = database.dataSource;
    await makeMonths(manager, TABLE, [on('2026-11-30'), on('2026-12-01')]);
    await read(on('2026-11-30'), on('2026-12-01'));
    expect(await dropMonthsBefore(manager, TABLE, new Date('2026-11-30T23:59:59Z'))).toEqual([]);
    expect(await dropMonthsBefore(manager, TABLE, new Date('2026-12-01T00:00:00Z'))).toEqual([
      'disclosures_2026_11',
    ]);
    expect(await rows()).toEqual(['2026-12-01']);
  });

  it('keep nobody waiting who reads and writes, while a backup reads the table', async () => {
    const { manager } = database.dataSource;
    await makeMonths(manager, TABLE, [on('2026-11-30'), on('2026-12-01')]);
    const backup = database.dataSource.createQueryRunner();
    await backup.startTransaction();
    await backup.query('lock table disclosures in access share mode');
    await expect(dropMonthsBefore(manager, TABLE, on('2026-12-01'))).rejects.toMatchObject({ code: '55P03' });
    await makeMonths(manager, TABLE, [on('2027-01-01')]);
    await read(on('2027-01-01'));
    await backup.rollbackTransaction();
    await backup.release();
    expect(await dropMonthsBefore(manager, TABLE, on('2026-12-01'))).toEqual(['disclosures_2026_11']);
  });
});

describe('rows from before there were partitions', () => {
  const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

  /** Back to the table that it was, over every migration that came later. */
  const revertMonths = async (): Promise<void> => {
    const [{ kind }] = await database.dataSource.query<[{ kind: string }]>(
      `select relkind as kind from pg_class where oid = 'disclosures'::regclass`,
    );
    if (kind !== 'p') return;
    await revertLastMigration(database.url);
    return revertMonths();
  };

  it('stay, go by their age, and come back with the table as it was', async () => {
    const { dataSource, url } = database;
    await revertMonths();
    await read(ago(400), ago(300), ago(0));
    await migrate(url);
    const [until, ...others] = await partitions();
    expect(until).toMatch(/^disclosures_until_\d{4}_\d{2}$/);
    expect(others).toEqual([]);
    expect(await rows()).toHaveLength(3);
    await makeMonths(dataSource.manager, TABLE, [ago(0), ago(-100)]);
    expect(await partitions()).toHaveLength(2);
    await read(ago(0), ago(-100));
    const column = 'last_at';
    expect(await removeRowsUntil(dataSource.manager, { table: TABLE, column }, ago(365), 10)).toBe(1);
    expect(await removeRowsUntil(dataSource.manager, { table: TABLE, column }, ago(-365), 2)).toBe(2);
    expect(await rows()).toEqual([dayOf(ago(0)), dayOf(ago(-100))]);
    await revertMonths();
    expect(await rows()).toHaveLength(2);
  });
});
