import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { types } from '../../support/processes/operator.js';
import { testSigningKey } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

/*
 * What a command says when the database fails it (operations section 4): the reason with the database's code, what to do,
 * and nothing that a row holds. How a database cannot be used at all: test/runtime/start-refusals.spec.ts.
 */

const DATA = 'Ada Park, ada@example.org';
const role = `stranger_${randomBytes(4).toString('hex')}`;
const before = { ...process.env };
let database: TestDatabase;
let name: string;
const sql = (text: string): Promise<unknown> => database.dataSource.query(text);

beforeAll(async () => {
  database = await createTestDatabase();
  name = new URL(database.url).pathname.slice(1);
  await sql(`create role ${role} login password 'word'`);
});
afterAll(async () => {
  await sql(`drop role ${role}`);
  await database.drop();
});
beforeEach(() => {
  process.env.DATABASE_URL = database.url;
  delete process.env.AUTH_SIGNING_KEY;
});
afterEach(() => {
  Object.assign(process.env, before);
});

const CREATE = 'school create --name X --short-name x --time-zone UTC --json'.split(' ');

/** A database that raises this error at whoever makes a school. */
async function whileRaising<T>(raised: string, act: () => Promise<T>): Promise<T> {
  await sql(
    `create function fail() returns trigger language plpgsql as $$ begin ${raised}; return new; end $$`,
  );
  await sql('create trigger fail before insert on schools for each row execute function fail()');
  return act().finally(() => sql('drop function fail() cascade'));
}

const raise = (sqlState: string, more = ''): string =>
  `raise exception '${DATA}' using errcode = '${sqlState}', detail = 'Key (email)=(${DATA})'${more}`;

async function whileSet<T>(setting: string, value: string, act: () => Promise<T>): Promise<T> {
  await sql(`alter database ${name} set ${setting} = ${value}`);
  return act().finally(() => sql(`alter database ${name} reset ${setting}`));
}

async function whileLocked<T>(act: () => Promise<T>): Promise<T> {
  const runner = database.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('lock table schools in access exclusive mode');
  return act().finally(() => runner.rollbackTransaction().then(() => runner.release()));
}

function asStranger<T>(act: () => Promise<T>): Promise<T> {
  const url = new URL(database.url);
  Object.assign(url, { username: role, password: 'word' });
  process.env.DATABASE_URL = url.href;
  return act();
}

type Situation = (act: () => ReturnType<typeof types>) => ReturnType<typeof types>;

const SITUATIONS: [what: string, situation: Situation, reason: string, remedy: RegExp][] = [
  [
    'is read-only',
    (act) => whileSet('default_transaction_read_only', 'on', act),
    'The database takes no writes (25006, read only sql transaction): cannot execute INSERT in a read-only transaction.',
    /primary in DATABASE_URL/,
  ],
  [
    'makes it wait for a lock for too long',
    (act) => whileSet('lock_timeout', '100', () => whileLocked(act)),
    'Another transaction holds what this command needs (55P03, lock not available): canceling statement due to lock timeout.',
    /pg_stat_activity/,
  ],
  [
    'ends its statement',
    (act) => whileSet('statement_timeout', '500', () => whileLocked(act)),
    'The database ended the statement (57014, query canceled): canceling statement due to statement timeout.',
    /statement_timeout/,
  ],
  [
    'gives its user no right',
    asStranger,
    'The user of the database lacks a right (42501, insufficient privilege): permission denied for table schools.',
    /owner of the database/,
  ],
  [
    'has a full disk',
    (act) => whileRaising(`raise exception using errcode = '53100', message = 'no space left'`, act),
    'The disk of the database is full (53100, disk full): no space left.',
    /Make room/,
  ],
  [
    'refuses a value',
    (act) => whileRaising(raise('22P02'), act),
    'The database refuses a statement (22P02, invalid text representation).',
    /Report it/,
  ],
  [
    'refuses a row',
    (act) => whileRaising(raise('23514', `, table = 'users', constraint = 'users_email'`), act),
    'The database refuses a row that breaks a rule of the tables (23514, check violation, table users, constraint users_email).',
    /Nothing was changed/,
  ],
  [
    'fails in a way that nobody has listed',
    (act) => whileRaising(raise('XX0A1'), act),
    'The database refuses a statement (XX0A1, internal error).',
    /log/,
  ],
];

describe('A command tells the reason, the code and a remedy when the database', () => {
  it.each(SITUATIONS)('%s', async (_what, situation, reason, remedy) => {
    const outcome = await situation(() => types(CREATE));
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    const [first, second, ...more] = outcome.stderr.trimEnd().split('\n');
    expect(first).toBe(reason);
    expect(second).toMatch(remedy);
    expect(more).toEqual([]);
    expect(outcome.stderr).not.toContain('example.org');
  });

  it('lacks ICU, before anything is done', async () => {
    const other = await createTestDatabase();
    await other.dataSource.query(`delete from pg_collation where collname = 'und-x-icu'`);
    process.env.DATABASE_URL = other.url;
    const outcome = await types(['db', 'migrate', '--json']);
    await other.drop();
    expect(outcome).toEqual({
      status: 1,
      stdout: '',
      stderr: 'DATABASE_URL should be a PostgreSQL built with ICU: names are ordered by it.\n',
      json: null,
    });
  });
});

describe('AUTH_SIGNING_KEY', () => {
  it.each([
    ['db status'],
    ['db migrate'],
    ['school list'],
    ['jobs list'],
    ['user create --email a@example.org'],
  ])('counts as optional for %s', async (line) => {
    expect(await types([...line.split(' '), '--json'])).toMatchObject({ status: 0, stderr: '' });
  });

  it('counts as missing for what signs, before anything is done', async () => {
    const line = 'token issue --email b@example.org --reason test --json'.split(' ');
    await types('user create --email b@example.org'.split(' '));
    expect(await types(line)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^AUTH_SIGNING_KEY should be the PEM .*\n$/),
    });
    expect(await sql('select 1 from user_sessions')).toEqual([]);
    process.env.AUTH_SIGNING_KEY = testSigningKey();
    expect(await types(line)).toMatchObject({ status: 0 });
  });
});
