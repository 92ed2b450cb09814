import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { guardAudit, releaseAudit } from '../../src/platform/database/audit-guard.js';
import { startEmbeddedPostgres } from '../../src/dev/embedded/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { ATTACKS, DETOURS, EXPIRY } from '../support/proofs/attacks-on-the-trail.js';
import { typesAt } from '../support/schools/backups.js';
import { databaseUrl } from '../support/database/test-cluster.js';

interface Place {
  /** Of the service's own role. */
  url: string;
  end(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'audit-guard-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the product brings it along. */
async function embedded(): Promise<Place> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    holder: 'command',
    warn: () => undefined,
  });
  await migrate(postgres.url);
  await postgres.guard();
  return { url: postgres.url, end: () => postgres.stop() };
}

const asAdmin = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

/** A server of the operator, with a database that the role of the service owns: as the guide says. */
async function ownServer(): Promise<Place & { admin: string; role: string }> {
  const name = `guarded_${randomBytes(6).toString('hex')}`;
  const maintenance = process.env.TEST_POSTGRES_URL!;
  await asAdmin(maintenance, `create role ${name} login password 'secret'`);
  await asAdmin(maintenance, `create database ${name} owner ${name}`);
  const admin = databaseUrl(name);
  const url = new URL(admin);
  Object.assign(url, { username: name, password: 'secret' });
  await migrate(url.href);
  const end = async (): Promise<void> => {
    await asAdmin(maintenance, `drop database ${name} with (force)`);
    await asAdmin(maintenance, `drop role ${name}`);
  };
  return { url: url.href, admin, role: name, end };
}

async function guarded(): Promise<Place> {
  const { admin, role, ...place } = await ownServer();
  await guardAudit(admin, role);
  return place;
}

const SCHOOL = `insert into schools (name, short_name, time_zone, country, locale)
  values ('Elm', $1, 'UTC', 'US', 'en-US') returning id`;
const ENTRY = `insert into audit_entries (school_id, at, actor_kind, operation, source) values ($1, now(), 'operator', 'x', '')`;

describe.each([
  ['the embedded database', embedded],
  ['a server of the operator', guarded],
])('the role of the service in %s', (_, open) => {
  let place: Place;
  let client: pg.Client;
  const schools: string[] = [];
  beforeAll(async () => {
    place = await open();
    client = new pg.Client(place.url);
    await client.connect();
    for (const shortName of ['elm', 'oak']) {
      const { rows } = await client.query<{ id: string }>(SCHOOL, [shortName]);
      schools.push(rows[0]!.id);
    }
    for (let n = 0; n < 3; n += 1) await client.query(ENTRY, [schools[0]]);
  }, 60_000);
  afterAll(async () => {
    await client.end();
    await place.end();
  });

  const verify = (...more: string[]) => typesAt(place.url, folder, ['audit', 'verify', '--json', ...more]);

  it.each(Object.entries(ATTACKS))('gets a refusal: %s', async (_what, sql) => {
    const refused = await client.query(sql).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
    expect(refused).toMatch(/^(42501|22023|0LP01|P0001)$/);
  });

  it.each(Object.entries(DETOURS))('appends as ever, in spite of %s', async (_what, sql) => {
    const other = new pg.Client(place.url);
    await other.connect();
    await other.query(sql);
    await other.query(ENTRY.replace('audit_entries', 'public.audit_entries'), [schools[0]]);
    await other.end();
    expect((await verify()).json).toMatchObject({ ok: true });
  });

  it('removes nothing that is young', async () => {
    const { rows } = await client.query<{ removed: number }>(EXPIRY);
    expect(rows).toEqual([{ removed: 0 }]);
  });

  it('runs what a command does: it appends, and ends what is over', async () => {
    expect(await typesAt(place.url, folder, ['retention', 'run', '--json'])).toMatchObject({ status: 0 });
    const { json } = await verify();
    expect(json.ok).toBe(true);
  });

  it('imports, and puts back what an import has changed', async () => {
    const file = join(folder, 'menus.csv');
    writeFileSync(file, 'date,meal_type,items\n2026-11-23,lunch,Soup\n');
    const imported = await typesAt(place.url, folder, ['import', 'menus', file, '--school', 'elm', '--json']);
    expect(imported).toMatchObject({ status: 0, json: { created: { menus: 1 } } });
    const undone = await typesAt(place.url, folder, ['import', 'undo', imported.json.run_id, '--json']);
    expect(undone).toMatchObject({ status: 0, json: { removed: { menu_entries: 1 }, conflicts: [] } });
    expect((await verify()).json).toMatchObject({ ok: true });
  });

  it('begins a chain with each school, which is missed when it is gone', async () => {
    const { rows } = await client.query('select position::int from audit_heads where school_id = $1', [
      schools[1],
    ]);
    expect(rows).toEqual([{ position: 0 }]);
    // What the school's table is its own for, and the trail is not.
    await client.query('alter table schools disable trigger audit_schools_begin');
    const made = await client.query<{ id: string }>(SCHOOL, ['ash']);
    await client.query('alter table schools enable trigger audit_schools_begin');
    expect((await verify()).json.first_fault).toEqual({
      school_id: made.rows[0]!.id,
      position: 1,
      fault: 'missing',
    });
    await client.query('delete from schools where id = $1', [made.rows[0]!.id]);
  });
});

describe('audit verify --against', () => {
  let place: Awaited<ReturnType<typeof ownServer>>;
  const told = join(folder, 'told');
  const verify = (...more: string[]) => typesAt(place.url, folder, ['audit', 'verify', ...more]);
  /** With a role that owns the trail, as in a database that nobody has guarded. */
  const forge = (sql: string, then = '') =>
    asAdmin(
      place.url,
      `alter table audit_entries disable trigger user; ${sql}; alter table audit_entries enable trigger user; ${then}`,
    );
  const ELM = `(select id from schools where short_name = 'elm')`;
  beforeAll(async () => {
    place = await ownServer();
    for (const name of ['elm', 'oak'])
      await typesAt(place.url, folder, [
        'school',
        'create',
        '--name',
        name,
        '--short-name',
        name,
        '--time-zone',
        'UTC',
      ]);
    writeFileSync(told, (await verify()).stdout);
  }, 60_000);
  afterAll(() => place.end());

  it('prints where each chain ends, and takes it as lines or as JSON', async () => {
    expect(readFileSync(told, 'utf8')).toMatch(/^[0-9a-f-]{36} +\d+ +[0-9a-f]{64}$/m);
    const again = await verify('--against', told);
    expect(again.stdout).toMatch(
      /^All \d+ entries are as they were written\. They agree with \d+ chains of before\./,
    );
    const json = await verify('--json');
    writeFileSync(join(folder, 'told.json'), json.stdout);
    expect((await verify('--against', join(folder, 'told.json'))).status).toBe(0);
  });

  it.each([['nowhere'], ['empty']])('refuses a file that is %s', async (name) => {
    writeFileSync(join(folder, 'empty'), 'All 3 entries are as they were written.\n');
    expect((await verify('--against', join(folder, name))).status).toBe(1);
  });

  it('finds a chain that was made anew, and one that was cut, which both go by themselves', async () => {
    await forge(
      `create table kept as select * from audit_entries where school_id in ${ELM};
      delete from audit_entries where school_id in ${ELM}; delete from audit_heads where school_id in ${ELM};
      insert into audit_heads select id, 0, 'epoch', '', 0, null, '' from schools where short_name = 'elm'`,
      `insert into audit_entries (school_id, at, actor_kind, operation, source)
        select school_id, at, actor_kind, 'another', source from kept`,
    );
    expect((await verify()).status).toBe(0);
    expect(await verify('--against', told)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^The first fault is entry 1 of [0-9a-f-]{36}: not the one of before\./),
    });
    await forge(
      `delete from audit_entries where school_id in ${ELM}; update audit_heads set position = 0, hash = '' where school_id in ${ELM}`,
    );
    expect((await verify()).status).toBe(0);
    expect((await verify('--against', told)).stdout).toContain('missing');
  });
});

describe('db guard', () => {
  let place: Awaited<ReturnType<typeof ownServer>>;
  beforeAll(async () => void (place = await ownServer()), 60_000);
  afterAll(() => place.end());

  const guard = (...argv: string[]) => typesAt(place.admin, folder, ['db', 'guard', ...argv]);

  it('refuses the role itself, one that is not there, and one that could take it back', async () => {
    expect((await typesAt(place.url, folder, ['db', 'guard', '--role', place.role])).stderr).toContain(
      'that of',
    );
    expect((await guard('--role', 'nobody_at_all')).stderr).toContain('There is no role');
    await asAdmin(place.admin, `alter role ${place.role} createrole`);
    expect((await guard('--role', place.role)).stderr).toContain('could take the trail back');
    await asAdmin(place.admin, `alter role ${place.role} nocreaterole`);
  });

  it('keeps a restore from bringing another trail, until it is released', async () => {
    expect(await guard('--role', place.role)).toMatchObject({ status: 0 });
    const file = join(folder, 'guarded.backup');
    expect(await typesAt(place.url, folder, ['backup', file])).toMatchObject({ status: 0, stderr: '' });
    const restore = () => typesAt(place.url, folder, ['restore', file, '--into-empty']);
    await asAdmin(place.url, 'delete from applications');
    expect((await restore()).stderr).toContain('"db guard --release"');
    await releaseAudit(place.admin, place.role);
    expect(await restore()).toMatchObject({ status: 0 });
    expect(await guard('--role', place.role)).toMatchObject({ status: 0 });
    expect((await typesAt(place.url, folder, ['audit', 'verify', '--json'])).json).toMatchObject({
      ok: true,
    });
  });
});
