import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CANARY_WORDS, foreignIds, holding, spreadCanaries } from '../support/schools/foreign-canaries.js';
import { columnsOf, entriesOf, Installation, tablesOfSchools } from '../support/schools/school-moves.js';
import { WholeSchool } from '../support/schools/whole-school.factory.js';

/** Tables of no school, and why nothing of them moves with one. */
const STAYS: Record<string, string> = {
  applications: 'each installation has its own',
  audit_entries: 'who did what at this place; the chain of hashes would break in another one',
  audit_heads: 'of the audit trail',
  attempt_counts: 'counts guesses at this place',
  backups: 'were made at this place',
  answer_links: 'lead to this place',
  app_passwords: 'what whoever has them reads by',
  calendar_subscriptions: 'addresses that whoever has them reads by',
  webhooks: 'the receiver knows the school by a secret that the key of this installation has sealed',
  webhook_deliveries: 'of webhooks',
  webhook_moments: 'of webhooks',
  changes: 'what happened at this place',
  client_hosts: 'each installation has its own',
  ended_tokens: 'are of no use to the provider of another place',
  import_changes: 'an import is undone where it was made',
  import_runs: 'an import is undone where it was made',
  idempotency_keys: 'answers of this place, of every school of the person',
  journal_heads: 'numbers the changes at this place',
  journal_positions: 'how far subscribers of this place have read',
  known_sources: 'where people sign in to this place',
  menu_subscriptions: 'addresses that whoever has them reads by',
  migrations: 'the book-keeping of the migrations',
  oauth_artifacts: 'of a session',
  oauth_grants: 'of a session',
  object_removals: 'of this object store',
  one_time_links: 'lead to this place',
  bounced_addresses: 'are of an address, whoever has it at whichever school',
  passkeys: 'are for the address of this place',
  quiet_hours: 'are of a person, at all schools',
  sign_in_codes: 'are of a browser, over within minutes',
  recovery_codes: 'what somebody signs in with is set at the new place, by who answers a mail',
  refresh_tokens: 'of a session',
  two_step_challenges: 'of a session',
  user_addresses: 'the first one comes with the person; others are proven at the new place',
  user_credentials: 'what somebody signs in with is set at the new place, by who answers a mail',
  user_sessions: 'people sign in at the new place',
};
/** Of a school, and only while something is under way. */
const PASSING = ['revision_notes', 'school_revisions'];

const folder = mkdtempSync(join(tmpdir(), 'school-directory-files-'));
let installation: Installation;
let whole: WholeSchool;
let others: WholeSchool;
let count = 0;
const aFile = (): string => join(folder, `${(count += 1)}.school`);
const query = <Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> =>
  installation.t.dataSource.query<Row[]>(sql, parameters);

beforeAll(async () => {
  installation = await Installation.start();
  [whole, others] = [await WholeSchool.begin(installation), await WholeSchool.begin(installation)];
  // A parent at three schools, and an admin of two.
  await others.school.parent({}, whole.life.person);
  await others.school.admin('senior_admin', whole.life.coGuardian);
}, 120_000);
afterAll(async () => {
  await installation.close();
  rmSync(folder, { recursive: true });
});

const backUp = (file: string, school = whole.id) =>
  installation.types('backup', file, '--school', school, '--json');

describe('a backup of one school', () => {
  it('refuses a school that is not there, and leaves no file', async () => {
    const file = aFile();
    expect(await backUp(file, 'nowhere')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'There is no school with this short name or id.\n',
    });
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('refuses a file that is there', async () => {
    const file = aFile();
    expect((await backUp(file)).status).toBe(0);
    const before = readFileSync(file);
    expect((await backUp(file)).stderr).toBe(`${file} is there already: name another file.\n`);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('tells the school, rows a table, and objects, by short name as by id', async () => {
    const [school] = await query<{ short_name: string }>('select short_name from schools where id = $1', [
      whole.id,
    ]);
    const { status, json } = await backUp(aFile(), school!.short_name);
    const [members] = await query<{ n: number }>(
      'select count(*)::int as n from memberships where school_id = $1',
      [whole.id],
    );
    expect([status, json.school_id, json.missing_objects]).toEqual([0, whole.id, 0]);
    expect(json.tables).toMatchObject({ schools: 1, memberships: members!.n });
    expect(json.objects).toBe((await whole.objects()).length);
    expect(json).toEqual((await backUp(aFile())).json);
  });

  it('holds rows of every table of a school, and of its people', async () => {
    const { dataSource } = installation.t;
    await dataSource.query('insert into poll_tallies (school_id, poll_id) select school_id, id from polls');
    const { tables } = (await backUp(aFile())).json;
    const expected = [...(await tablesOfSchools(dataSource)), 'schools', 'users'];
    expect(Object.keys(tables).sort()).toEqual(expected.sort());
    expect(Object.entries(tables).filter(([, rows]) => rows === 0)).toEqual([]);
  });

  it('leaves tables out for a reason alone', async () => {
    const there = [...new Set((await columnsOf(installation.t.dataSource)).map(({ table }) => table))];
    const { tables } = (await backUp(aFile())).json;
    expect(there.filter((name) => !(name in tables)).sort()).toEqual(
      [...Object.keys(STAYS), ...PASSING].sort(),
    );
  });

  it('knows of every column that names a person', async () => {
    const named = await query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
         and a.attname ~ '(^|_)user_id$'
         and not exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
           and f.confrelid = 'users'::regclass and a.attnum = any (f.conkey))`,
    );
    expect(named).toEqual([]);
  });

  it('holds everybody whom a row names, and nothing that they sign in with', async () => {
    const users = await textOf(aFile(), 'users');
    for (const { email } of [whole.leaver, whole.life.person, whole.life.coGuardian])
      expect(users).toContain(email);
    for (const table of ['guardian_departures', 'withdrawn_guardians', 'member_departures']) {
      const [named] = await query<{ email: string }>(
        `select email from users where id = (select user_id from ${table} where school_id = $1 limit 1)`,
        [whole.id],
      );
      expect(users).toContain(named!.email);
    }
    const file = aFile();
    await backUp(file);
    expect(
      holding(await entriesOf(file), [
        `${whole.life.person.userId}\thash`,
        'user_credentials',
        'two_step_enabled',
        'email_verified_at',
      ]),
    ).toEqual([]);
  });

  async function textOf(file: string, table: string): Promise<string> {
    await backUp(file);
    return (await entriesOf(file)).get(`tables/${table}.copy`)!.toString();
  }
});

describe('a backup while others write', () => {
  it('holds whole transactions of before its snapshot, and none of after', async () => {
    const file = aFile();
    const { school } = whole;
    let [running, number] = [true, 0];
    const writing = (async () => {
      while (running) {
        number += 1;
        await query(
          `with one as (insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
             values ($1, 'writer', $2, 'Ada', 'Park', 2030) returning *)
           insert into guardians (school_id, student_id, source, source_id, first_name, last_name, relation)
           select school_id, id, 'writer', $2, 'Ian', 'Park', 'father' from one`,
          [school.id, String(number)],
        );
      }
    })();
    while (number < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    const atStart = number;
    expect((await backUp(file)).status).toBe(0);
    running = false;
    await writing;
    const entries = await entriesOf(file);
    const written = (table: string): string[] =>
      entries
        .get(`tables/${table}.copy`)!
        .toString()
        .split('\n')
        .flatMap((line) => (line.includes('\twriter\t') ? [/\twriter\t(\d+)/.exec(line)![1]!] : []))
        .sort((one, other) => Number(one) - Number(other));
    const students = written('students');
    expect(written('guardians')).toEqual(students);
    expect(students).toEqual(students.map((_, index) => String(index + 1)));
    expect(students.length).toBeGreaterThanOrEqual(atStart - 1);
    expect(students.length).toBeLessThan(number);
  });
});

/** Last: nobody can use the other schools after it. */
describe('a backup of one school among others', () => {
  it('holds nothing of them, nor of anyone who has nothing to do with it', async () => {
    const { dataSource } = installation.t;
    for (const key of await others.objects()) writeFileSync(installation.pathOf(key), CANARY_WORDS[0]!);
    const { spread, refused } = await spreadCanaries(dataSource, whole.id);
    expect(spread.length).toBeGreaterThan(150);
    const checked = await query<{ name: string }>(
      `select distinct f.conrelid::regclass || '.' || a.attname as name from pg_constraint f
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
       where f.contype in ('c', 'f') and f.connamespace = 'public'::regnamespace`,
    );
    // The first address of an account, which comes with `users.email`.
    const known = [...checked, { name: 'user_addresses.email' }];
    expect(refused.filter((name) => !known.some((column) => column.name === name))).toEqual([]);

    const file = aFile();
    expect((await backUp(file)).status).toBe(0);
    const entries = await entriesOf(file);
    expect(holding(entries, CANARY_WORDS)).toEqual([]);
    const ids = await foreignIds(dataSource, whole.id);
    expect(ids.length).toBeGreaterThan(100);
    expect(holding(entries, ids)).toEqual([]);
    expect([...entries.keys()].filter((name) => name.startsWith('objects/')).length).toBeGreaterThan(5);
  });
});
