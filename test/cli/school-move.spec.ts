import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FACTS } from '../../src/cli/move/leaving-school.repository.js';
import { OperatorTokensService } from '../../src/features/oauth/tokens/operator-tokens.service.js';
import { EmptySlot } from '../support/schools/backups.js';
import { testSigningKey } from '../support/test-app.js';
import { EveryRow } from '../support/database/every-row.js';
import { expectError } from '../support/errors.js';
import { MovingSite, rowsThere } from '../support/schools/moving-site.js';
import { aPerson, aSchool, type TestMember } from '../support/school.factory.js';
import { WholeSchool } from '../support/schools/whole-school.factory.js';

/*
 * A school with rows in every table moves from one installation to another, each on a database server of its own. What
 * becomes of writes meanwhile is proven in test/proofs/school-move.
 */

const LONG = 180_000;

let there: MovingSite;
let here: MovingSite;
let whole: WholeSchool;
let other: WholeSchool;
let admin: TestMember;
/** Of both installations, with an id of their own at each. */
let known: TestMember;
let before: EveryRow;

beforeAll(async () => {
  there = await MovingSite.start();
  here = await MovingSite.start();
  [whole, other] = [await WholeSchool.begin(there.installation), await WholeSchool.begin(there.installation)];
  admin = await whole.school.admin();
  const living = await WholeSchool.begin(here.installation);
  known = await living.school.parent({}, await aPerson(here.t, { email: whole.life.coGuardian.email }));
  before = await EveryRow.of(here.t.dataSource);
}, LONG);
afterAll(async () => {
  for (const each of [there, here]) await each?.close();
}, LONG);

const move = (...more: string[]) =>
  there.types('school', 'move', whole.id, '--to', here.envFile, '--json', ...more);

function settings(name: string, lines: string[]): string {
  const path = join(there.installation.dataDir, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Whatever the other installation had before, and nothing more. */
async function expectNothingThere(): Promise<void> {
  expect(before.lackedBy(await EveryRow.of(here.t.dataSource))).toEqual({});
  for (const site of [there, here]) expect(await site.leftovers(whole.id)).toEqual([]);
}

describe('school move', () => {
  it('refuses settings that cannot be read, are wrong, or name no database server', async () => {
    const missing = await there.types('school', 'move', whole.id, '--to', '/nonexistent/other.env');
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be read') });
    for (const [lines, message] of [
      [['DATA_DIR=/tmp', 'PORT=none'], 'PORT should be'],
      [['DATA_DIR=/tmp'], 'names no database'],
      [['DATABASE_URL=postgres://localhost/x', 'DATA_DIR=data'], 'DATA_DIR should be'],
    ] as const) {
      const outcome = await there.types(
        'school',
        'move',
        whole.id,
        '--to',
        settings('wrong.env', [...lines]),
      );
      expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
    }
  });

  it('refuses to move a school to where it is', async () => {
    const outcome = await there.types('school', 'move', whole.id, '--to', there.envFile);
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('nowhere to move to') });
  });

  it('refuses a server that tells nobody which rows change', async () => {
    const slot = await EmptySlot.make();
    const line = 'school create --name Elm --short-name elm --time-zone America/New_York';
    await slot.types(...line.split(' '));
    const outcome = await slot.types('school', 'move', 'elm', '--to', here.envFile);
    await slot.remove();
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('set wal_level = logical') });
  });

  it('refuses an installation that could not open what is sealed here', async () => {
    const { databaseUrl } = here.t;
    const lines = [`DATABASE_URL=${databaseUrl}`, `DATA_DIR=${here.installation.dataDir}`];
    const file = settings('other-key.env', [...lines, `AUTH_SIGNING_KEY="${testSigningKey()}"`]);
    const outcome = await there.types('school', 'move', whole.id, '--to', file);
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('name the DATA_KEY') });
  });

  it('refuses a school that imports feed, unless it is said whether they go on', async () => {
    await there.t.dataSource.query(`update schools set source = 'district' where id = $1`, [other.id]);
    const outcome = await there.types('school', 'move', other.id, '--to', here.envFile);
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('--source keep') });
    await there.t.dataSource.query('update schools set source = null where id = $1', [other.id]);
  });

  it('opens a school that was closed for good, and is nowhere else', async () => {
    const mark = 'update schools set (moved_at, moved_to) = (now(), $2) where id = $1';
    await there.t.dataSource.query(mark, [other.id, 'another database']);
    const elsewhere = await there.types('school', 'move', other.id, '--to', here.envFile, '--cancel');
    expect(elsewhere).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('another installation than this one'),
    });
    const [{ identity }] = await here.t.dataSource.query<[{ identity: string }]>(FACTS);
    await there.t.dataSource.query('update schools set moved_to = $2, moved_at = null where id = $1', [
      other.id,
      identity,
    ]);
    await there.t.dataSource.query(mark, [other.id, identity]);
    const outcome = await there.types('school', 'move', other.id, '--to', here.envFile, '--cancel', '--json');
    expect(outcome).toMatchObject({ status: 0, json: { cancelled: true } });
    const moved = await there.t.dataSource.query('select from schools where moved_at is not null');
    expect(moved).toEqual([]);
  });

  it(
    'refuses a school whose name is taken, before anything is made',
    async () => {
      const [{ name }] = await there.t.dataSource.query<[{ name: string }]>(
        'select short_name as name from schools where id = $1',
        [whole.id],
      );
      const taken = await aSchool(here.t, { shortName: name });
      expect(await move()).toMatchObject({ status: 1, stderr: expect.stringContaining('short name') });
      await here.t.dataSource.query('delete from schools where id = $1', [taken.id]);
      await here.t.dataSource.query('delete from audit_heads where school_id = $1', [taken.id]);
      await expectNothingThere();
    },
    LONG,
  );

  it(
    'takes everything back when it fails at the end',
    async () => {
      const [{ key }] = await there.t.dataSource.query<[{ key: string }]>(
        'select key from attachments where school_id = $1 limit 1',
        [whole.id],
      );
      const path = here.installation.pathOf(key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'another');
      expect(await move()).toMatchObject({ status: 1, stderr: expect.stringContaining('another object') });
      expect(here.installation.objects.filter((each) => each !== key)).toEqual(
        expect.not.arrayContaining(there.installation.objects),
      );
      rmSync(path);
      await expectNothingThere();
      const made = await there.t.api.post(`/schools/${whole.id}/lists`, {
        token: admin.token,
        body: { name: 'Still here' },
      });
      expect(made.status).toBe(201);
    },
    LONG,
  );

  it(
    'moves every row with its trail, journal and secrets, and no row of another school',
    async () => {
      const rows = await rowsThere(there, whole.id);
      const outcome = await move();
      expect(outcome).toMatchObject({ status: 0, stderr: expect.stringContaining('lead people there') });
      expect(outcome.json).toMatchObject({ school_id: whole.id, missing_objects: 0, known_people: 1 });
      const arrived = await rowsThere(here, whole.id);
      for (const passing of ['import_changes', 'import_runs', 'school_revisions', 'revision_notes'])
        for (const each of [rows, arrived]) delete each[passing];
      // Of webhooks of applications, which stay.
      for (const each of [rows, arrived]) delete each.webhook_deliveries;
      // The entry of the move itself, and its change.
      for (const [name, more] of [
        ['audit_entries', 1],
        ['changes', 1],
      ] as const)
        rows[name] = (rows[name] ?? 0) + more;
      expect(arrived).toEqual(rows);
      expect(await rowsThere(here, other.id)).toEqual({});
      expect(here.installation.objects).toEqual(
        expect.arrayContaining(there.installation.objects.filter((key) => key.includes(whole.id))),
      );
      const tokens = 'select token from calendar_subscriptions where school_id = $1 order by token';
      expect(await here.t.dataSource.query(tokens, [whole.id])).toEqual(
        await there.t.dataSource.query(tokens, [whole.id]),
      );
      expect(await here.types('audit', 'verify', '--json')).toMatchObject({ status: 0 });
      for (const site of [there, here]) expect(await site.leftovers(whole.id)).toEqual([]);
    },
    LONG,
  );

  it('gives a person who is known there the id that they have there', async () => {
    const found = await here.t.dataSource.query(
      'select user_id from memberships where school_id = $1 and id = $2',
      [whole.id, whole.life.coGuardian.membershipId],
    );
    expect(found).toEqual([{ user_id: known.userId }]);
  });

  it('closes the school where it was to writes, and leaves it to readers', async () => {
    const request = { token: admin.token, body: { name: 'Too late' } };
    expectError(await there.t.api.post(`/schools/${whole.id}/lists`, request), 503, 'unavailable');
    expect((await there.t.api.get(`/schools/${whole.id}/students`, { token: admin.token })).status).toBe(200);
    const waiting = await there.t.dataSource.query(
      `select from mails where school_id = $1 and state = 'waiting' union all select from webhooks where school_id = $1`,
      [whole.id],
    );
    expect(waiting).toEqual([]);
  });

  it(
    'leaves the place where it was with a backup that can be restored',
    async () => {
      const file = join(there.installation.dataDir, 'with-a-moved-school.backup');
      expect(await there.types('backup', file)).toMatchObject({ status: 0 });
      const slot = await EmptySlot.make();
      expect(await slot.types('restore', file, '--into-empty')).toMatchObject({ status: 0 });
      const moved = await slot.database.dataSource.query('select id from schools where moved_at is not null');
      await slot.remove();
      expect(moved).toEqual([{ id: whole.id }]);
    },
    LONG,
  );

  it('lets doctor name the school at the place where it was', async () => {
    const { json } = await there.types('doctor', '--json');
    expect(json.checks).toContainEqual(expect.objectContaining({ name: 'moves', status: 'warning' }));
  });

  it('goes on at the other installation', async () => {
    await here.t.dataSource.query('update users set email_verified_at = now() where id = $1', [admin.userId]);
    const { accessToken: token } = await here.t.app.get(OperatorTokensService).issue(admin.email, 3600);
    const made = await here.t.api.post(`/schools/${whole.id}/lists`, { token, body: { name: 'Here now' } });
    expect(made.status).toBe(201);
  });

  it(
    'finds nothing more to do a second time, and cancels nothing',
    async () => {
      expect(await move()).toMatchObject({ status: 0, json: { moved_before: true } });
      expect(await move('--cancel')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is at the other installation'),
      });
    },
    LONG,
  );

  it(
    'removes what is left where it was, and nothing of another school',
    async () => {
      const rows = await rowsThere(there, other.id);
      const refused = await there.types('school', 'move', other.id, '--to', here.envFile, '--remove-here');
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('has not moved') });
      expect(await move('--remove-here')).toMatchObject({ status: 0, json: { removed: true } });
      expect(Object.keys(await rowsThere(there, whole.id))).toEqual(['audit_entries', 'audit_heads']);
      expect(await rowsThere(there, other.id)).toEqual(rows);
      expect(await there.types('audit', 'verify', '--json')).toMatchObject({ status: 0 });
    },
    LONG,
  );
});
