import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { textOf } from '../architecture/source-files.js';
import { anOperator, atTerminal, type Operator } from '../support/processes/operator.js';
import { throughPooler } from '../support/database/pooler.js';
import { createTestDatabase } from '../support/database/test-database.js';

let operator: Operator;
beforeAll(async () => {
  operator = await anOperator();
});
afterAll(() => operator.drop());

const types = (line: string, stdin?: string | Readable) => operator.types(line.split(' '), stdin);
const row = async (sql: string, parameters: unknown[] = []): Promise<unknown> =>
  (await operator.dataSource.query<unknown[]>(sql, parameters))[0];

describe('wrong usage', () => {
  it.each([
    'bogus',
    'school bogus',
    'school create --name X',
    'school features demo polls=maybe',
    'school update demo',
    'school update demo --default-visibility none',
    'school update demo --default-address maybe',
    'school features demo parties=on',
    'membership add --school s --email e@example.org --role king',
    'membership add --school s --email e@example.org --role parent --student 1',
    'membership add --school s --email e@example.org --role parent --student 1 --relation cousin',
    'invite --school s --email e@example.org --role parent --student 1 --relation mother --student 1 --relation mother',
    'token issue --email e@example.org',
    'token issue --email e@example.org --reason test --ttl 0',
    'token issue --email e@example.org --reason test --ttl soon',
    'import oneroster x --on-date tomorrow',
    'import oneroster x --on-date 2026-02-30',
    'import oneroster x --archive-limit 200%',
    'import calendar x --school s --remove-missing',
    'import calendar x --school s --calendar   --remove-missing',
    'import content x',
    'import menus x',
    'db status --nonsense',
  ])('%s: exit status 2, the reason on standard error, nothing on standard output', async (line) => {
    const outcome = await types(line);
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).not.toBe('');
  });

  it('shows help with status 0', async () => {
    const outcome = await types('import oneroster --help');
    expect(outcome.status).toBe(0);
    expect(outcome.stdout).toContain('--archive-limit');
  });

  it('says its version', async () => {
    const { version } = JSON.parse(textOf('package.json')) as { version: string };
    expect(await types('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('says in its help what a command cannot do without', async () => {
    const { stdout } = await types('membership add --help');
    expect(stdout).toMatch(/--email <email> +\(required\)\n/);
    expect(stdout).not.toMatch(/--json.*\(required\)|default: \[\]/);
  });
});

describe('refusals', () => {
  it.each([
    [
      'school update nowhere --default-address hidden --json',
      'There is no school with this short name or id.',
    ],
    ['school features nowhere --json', 'There is no school with this short name or id.'],
    ['membership add --school nowhere --email e@example.org --role parent --json', 'There is no school'],
    ['token issue --email nobody@example.org --reason test --json', 'There is no user with this email.'],
    ['user two-step --email nobody@example.org --json', 'There is no user with this email.'],
    ['user create --email nonsense --json', 'The email address is not valid.'],
    ['client revoke --client-id nonsense --json', 'There is no application with this client id.'],
    ['school create --name X --short-name X --time-zone UTC --json', 'The short name should'],
    ['school create --name X --short-name x --time-zone Mars/Olympus --json', 'The time zone should'],
    ['school create --name X --short-name x --time-zone +02:00 --json', 'The time zone should'],
    ['import oneroster /nowhere/at/all --json', 'cannot be read'],
    ['import menus /nowhere/at/all --school nowhere --json', 'There is no school'],
  ])('%s: exit status 1 and one line', async (line, reason) => {
    const outcome = await types(line);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toContain(reason);
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('say what is wrong with the settings, and never what they hold', async () => {
    for (const [name, value, expected] of [
      ['DATABASE_URL', 'mysql://user:secret@localhost/x', 'DATABASE_URL should be'],
      ['DATABASE_URL', 'postgres://user:secret@127.0.0.1:1/x', 'DATABASE_URL should be'],
      ['AUTH_SIGNING_KEY', 'secret', 'AUTH_SIGNING_KEY should be'],
      ['CLOCK', '+PT2H', 'CLOCK should be unset'],
    ] as const) {
      const before = process.env[name];
      const nodeEnv = process.env.NODE_ENV;
      Object.assign(process.env, { [name]: value, NODE_ENV: 'production' });
      const outcome = await types('school list --json');
      Object.assign(process.env, { [name]: before ?? '', NODE_ENV: nodeEnv });
      expect(outcome).toMatchObject({ status: 1, stdout: '' });
      expect(outcome.stderr).toContain(expected);
      expect(outcome.stderr).not.toContain('secret');
    }
  });
});

describe('schools and members', () => {
  it('get the time zone as IANA writes it', async () => {
    const created = await types(
      'school create --name Ash --short-name ash --time-zone america/new_york --json',
    );
    expect(created).toMatchObject({ status: 0 });
    expect(await operator.dataSource.query(`select time_zone from schools where short_name = 'ash'`)).toEqual(
      [{ time_zone: 'America/New_York' }],
    );
    await operator.dataSource.query(`delete from schools where short_name = 'ash'`);
  });

  it('say how people are shown who have not chosen', async () => {
    await types('school create --name Elm --short-name elm --time-zone UTC --json');
    const update = 'school update elm --default-visibility name_only --default-address hidden --json';
    const school_id = expect.any(String);
    const changed = ['default_visibility', 'default_address'];
    expect((await types(update)).json).toEqual({ school_id, changed });
    expect((await types(update)).json).toEqual({ school_id, changed: [] });
    const examined = await types('doctor --json');
    expect(examined.json.checks).toContainEqual({
      name: 'privacy',
      status: 'ok',
      message:
        'Hidden of people who have not chosen: contacts of 1 of 1 schools (elm), addresses of 1 of 1 schools (elm).',
    });
    await operator.dataSource.query(`delete from schools where short_name = 'elm'`);
  });

  it('get made, listed, switched, let in and shut out', async () => {
    const created = await types(
      'school create --name Lincoln --short-name lincoln --time-zone America/Chicago --json',
    );
    expect(created).toMatchObject({ status: 0, stderr: '' });
    const { school_id: schoolId } = created.json;
    expect((await types('school create --name X --short-name lincoln --time-zone UTC --json')).status).toBe(
      1,
    );

    const features = await types(`school features ${schoolId} polls=off calendar=off --json`);
    expect(features.json.features).toMatchObject({ polls: false, calendar: false, notices: true });
    expect((await types('school features lincoln calendar=on --json')).json.features).toMatchObject({
      polls: false,
      calendar: true,
    });

    const added = await types(
      'membership add --school lincoln --email Ada@Example.org --role senior_admin --json',
    );
    expect(added.json).toEqual({ membership_id: expect.any(String), user_id: expect.any(String) });
    const again = await types(
      'membership add --school lincoln --email ada@example.org --role senior_admin --json',
    );
    expect(again.json).toEqual(added.json);
    expect((await types('school list --json')).json.schools).toEqual([
      {
        school_id: schoolId,
        short_name: 'lincoln',
        name: 'Lincoln',
        time_zone: 'America/Chicago',
        students: 0,
        members: 1,
      },
    ]);

    const out = await types('membership deactivate --school lincoln --email ada@example.org --json');
    expect(out.json.membership_id).toBe(added.json.membership_id);
    expect(await row('select deactivated_at is not null as out from memberships')).toEqual({ out: true });
    await types('membership reactivate --school lincoln --email ada@example.org');
    expect(await row('select deactivated_at is not null as out from memberships')).toEqual({ out: false });
    const nobody = await types('membership deactivate --school lincoln --email nobody@example.org');
    expect(nobody).toMatchObject({ status: 1, stdout: '' });
  });

  it('link to students by the id of their source', async () => {
    const { school_id: schoolId } = (
      await types('school create --name Oak --short-name oak --time-zone UTC --json')
    ).json;
    const student = (await row(
      `insert into students (school_id, source, source_id, first_name, last_name)
       values ($1, 'oneroster', '4711', 'Ada', 'Park') returning id`,
      [schoolId],
    )) as { id: string };
    const missing = await types(
      'membership add --school oak --email p@example.org --role parent --student 1 --relation mother',
    );
    expect(missing).toMatchObject({ status: 1, stderr: 'There is no student 1 in this school.\n' });
    expect(await row(`select count(*)::int as n from users where email = 'p@example.org'`)).toEqual({ n: 0 });

    await types(
      'membership add --school oak --email p@example.org --role parent --student 4711 --relation mother',
    );
    expect(await row('select student_id, relation from guardians where school_id = $1', [schoolId])).toEqual({
      student_id: student.id,
      relation: 'mother',
    });

    const invited = await types(
      'invite --school oak --email q@example.org --role parent --student 4711 --relation father --json',
    );
    expect(invited.json).toEqual({ invitation_id: expect.any(String) });
    expect(await row('select student_id, relation from invitation_students')).toEqual({
      student_id: student.id,
      relation: 'father',
    });
  });

  it('stay out while they are deactivated: nothing is written, and the way back is named', async () => {
    const { school_id: schoolId } = (
      await types('school create --name Elm --short-name elm --time-zone UTC --json')
    ).json;
    await row(
      `insert into students (school_id, source, source_id, first_name, last_name)
       values ($1, 'oneroster', '4711', 'Ada', 'Park') returning id`,
      [schoolId],
    );
    const who = '--school elm --email gone@example.org';
    await types(`membership add ${who} --role parent`);
    await types(`membership deactivate ${who}`);
    const stored = () =>
      row(
        `select m.*, (select count(*)::int from guardians g where g.school_id = m.school_id) as guardians
         from memberships m where school_id = $1`,
        [schoolId],
      );
    const before = await stored();
    const add = `membership add ${who} --role junior_admin --student 4711 --relation mother --json`;
    const refused = await types(add);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^The membership of this person is deactivated: "membership reactivate" /);
    expect(await stored()).toEqual(before);
    await types(`membership reactivate ${who}`);
    expect((await types(add)).status).toBe(0);
    expect(await stored()).toMatchObject({ role: 'junior_admin', deactivated_at: null, guardians: 1 });
  });
});

describe('db', () => {
  it('tells, takes back and applies migrations', async () => {
    const before = (await types('db status --json')).json;
    expect(before.pending).toEqual([]);
    expect((await types('db migrate --json')).json).toEqual({ applied: [] });
    const refused = await types('db revert');
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('--yes') });
    expect(refused.stderr).toContain(before.applied.at(-1));
    for (const answer of [atTerminal('n'), atTerminal(''), atTerminal()])
      expect(await types('db revert', answer)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/Go on\? \[y\/N\] Nothing was changed\.\n$/),
      });
    expect((await types('db status --json')).json).toEqual(before);
    expect((await types('db revert --json', atTerminal('y'))).json.applied).toEqual(
      before.applied.slice(0, -1),
    );
    await types('db migrate');
    const reverted = (await types('db revert --yes --json')).json;
    expect(reverted.applied).toEqual(before.applied.slice(0, -1));
    expect((await types('db migrate --json')).json).toEqual({ applied: [before.applied.at(-1)] });
  });

  it('says so when the tables are missing', async () => {
    const bare = await createTestDatabase('template1');
    process.env.DATABASE_URL = throughPooler(bare.url);
    expect(await types('school list')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^The database is not migrated \(42P01, undefined table\): relation ".*" does not exist\.\nRun the command "db migrate"/,
      ),
    });
    await bare.drop();
  });
});
