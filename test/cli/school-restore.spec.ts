import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectRemovals } from '../../src/platform/storage/object-removals.service.js';
import { EveryRow } from '../support/database/every-row.js';
import { untilWaiting } from '../support/database/lock-waits.js';
import {
  FROM_THERE,
  entriesOf,
  Installation,
  rowsOfSchool,
  tablesOfSchools,
} from '../support/schools/school-moves.js';
import { aPerson, type TestMember } from '../support/school.factory.js';
import { WholeSchool } from '../support/schools/whole-school.factory.js';

const folder = mkdtempSync(join(tmpdir(), 'school-directory-files-'));
const file = join(folder, 'whole.school');
let there: Installation;
let here: Installation;
let whole: WholeSchool;
let living: WholeSchool;
/** Of the school that moves, and of the one that is here. */
let known: TestMember;
/** There. */
let admin: TestMember;
let before: EveryRow;

beforeAll(async () => {
  [there, here] = [await Installation.start(), await Installation.start()];
  [whole, living] = [await WholeSchool.begin(there), await WholeSchool.begin(here)];
  await WholeSchool.begin(there);
  const { email } = whole.life.coGuardian;
  known = await living.school.parent({}, await aPerson(here.t, { email }));
  // Nobody's, where an account is known by its email.
  await aPerson(here.t, { id: whole.leaver.userId });
  for (const { t } of [there, here]) await splitsAreReferences(t.dataSource);
  await aSplitSeries();
  admin = await whole.school.admin();
  expect((await there.types('backup', file, '--school', whole.id)).status).toBe(0);
  before = await EveryRow.of(here.t.dataSource);
}, 120_000);
afterAll(async () => {
  for (const each of [there, here]) await each?.close();
  rmSync(folder, { recursive: true });
});

const restore = (into = here, from = file) => into.types('restore', from, ...FROM_THERE, '--json');

/** A table that refers to itself, as none does by now. */
const splitsAreReferences = ({ manager }: typeof there.t.dataSource) =>
  manager.query(
    'alter table event_series add constraint splits foreign key (split_from_id) references event_series (id)',
  );

/** The row that refers comes before the one that it refers to. */
const aSplitSeries = () =>
  there.t.dataSource.query(
    `with split as (
       insert into event_series select (jsonb_populate_record(s, '{"id": "ffffffff-ffff-4fff-bfff-ffffffffffff"}')).*
       from event_series s where school_id = $1)
     update event_series set split_from_id = 'ffffffff-ffff-4fff-bfff-ffffffffffff' where school_id = $1`,
    [whole.id],
  );

/** What opens something is another one at each place. */
const withoutSecrets = (rows: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(rows).map(([table, of]) => [
      table,
      of.map((row) => row.replace(/"(mail_)?token": "[^"]*"/, '"$1token": "of this place"')).sort(),
    ]),
  );

const idHere = async (email: string): Promise<string> => {
  const found = 'select id from users where email = $1';
  return (await here.t.dataSource.query<[{ id: string }]>(found, [email]))[0].id;
};

const forget = async (installation: Installation): Promise<void> => {
  await installation.t.dataSource.query('delete from schools where id = $1', [whole.id]);
};

describe('a restore of one school', () => {
  it('takes back rows and objects when the commit fails', async () => {
    const { dataSource } = here.t;
    const objects = here.objects;
    await dataSource.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'not this one'; end $$`);
    await dataSource.query(`create constraint trigger refused after insert on withdrawn_guardians
      deferrable initially deferred for each row execute function refuse()`);
    const { status, stderr } = await restore();
    expect([status, stderr]).toEqual([1, expect.stringContaining('P0001')]);
    await dataSource.query('drop function refuse cascade');
    expect(here.objects).toEqual(objects);
    expect(before.lackedBy(await EveryRow.of(dataSource))).toEqual({});
  });

  it('brings every row as it was, but for who has an id here', async () => {
    const { json } = await there.types('backup', `${file}.2`, '--school', whole.id, '--json');
    const { tables, objects } = json;
    expect(await restore()).toMatchObject({
      status: 0,
      json: { school_id: whole.id, tables, objects, known_people: 1 },
    });
    const leaver = await idHere(whole.leaver.email);
    const same = (text: string): string =>
      text.replaceAll(whole.life.coGuardian.userId, known.userId).replaceAll(whole.leaver.userId, leaver);
    const rows = await rowsOfSchool(here.t.dataSource, whole.id);
    expect(withoutSecrets(rows)).toEqual(
      withoutSecrets(await rowsOfSchool(there.t.dataSource, whole.id, same)),
    );
    expect(rows.event_series).toHaveLength(2);
  });

  it('leaves statistics for PostgreSQL', async () => {
    const [{ known }] = await here.t.dataSource.query<[{ known: boolean }]>(
      `select exists (select from pg_stats where tablename = 'guardians') as known`,
    );
    expect(known).toBe(true);
  });

  it('changes nothing else', async () => {
    const after = await EveryRow.of(here.t.dataSource);
    expect(after.lackedBy(before)).toEqual({});
    const added = before.lackedBy(after);
    const ofSchools = await tablesOfSchools(here.t.dataSource);
    const strange = Object.entries(added).flatMap(([table, rows]) =>
      ofSchools.includes(table) ? rows.filter(({ school_id }) => school_id !== whole.id) : [],
    );
    expect(strange).toEqual([]);
    const others = Object.keys(added).filter((table) => !ofSchools.includes(table));
    expect(others.sort()).toEqual([...['object_removals', 'schools', 'user_addresses', 'users']]);
  });

  it('brings every object, byte by byte, and lets go what nothing uses', async () => {
    const objects = await whole.objects();
    expect(here.objects).toEqual(expect.arrayContaining(objects));
    for (const key of objects)
      expect(readFileSync(here.pathOf(key)).equals(readFileSync(there.pathOf(key)))).toBe(true);
    const going = await here.t.dataSource.query<{ key: string }[]>(
      `select key from object_removals where due_at between now() + interval '23 hours' and now() + interval '25 hours'`,
    );
    const unused = await there.t.dataSource.query<{ key: string }[]>(
      `select key from attachments where school_id = $1 and document_id is null and notice_id is null`,
      [whole.id],
    );
    expect(going.map(({ key }) => key)).toEqual(unused.map(({ key }) => key));
  });

  it('raises the revisions of the school', async () => {
    const revisions = await here.t.dataSource.query<{ subject: string }[]>(
      'select subject from school_revisions where school_id = $1 and revision > 0 order by 1',
      [whole.id],
    );
    expect(revisions.map(({ subject }) => subject)).toEqual([
      ...['calendar', 'directory', 'events', 'menus', 'staff'],
    ]);
  });

  it('refuses one of two that come at once, with all of the other one left', async () => {
    await forget(here);
    const outcomes = await Promise.all([here.restoreSchool(file), here.restoreSchool(file)]);
    expect(outcomes.sort()).toEqual([expect.stringMatching(/^This school is here already/), 'done']);
    expect(here.objects).toEqual(expect.arrayContaining(await whole.objects()));
  });

  it('holds up nobody else until its commit, though all of it is there', async () => {
    await forget(here);
    const { dataSource } = here.t;
    // The last that it does is to hide in the school who hides here: it waits for an import of another one.
    for (const [table, id] of [
      ['memberships', 'user_id'],
      ['users', 'id'],
    ])
      await dataSource.query(`update ${table} set profile_visibility = 'name_only' where ${id} = $1`, [
        known.userId,
      ]);
    const importing = dataSource.createQueryRunner();
    await importing.startTransaction();
    await importing.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `roster-feed:${living.id}`,
    ]);
    const restoring = here.restoreSchool(file);
    await untilWaiting(dataSource);
    const modes = await dataSource.query<{ mode: string }[]>(
      `select distinct mode from pg_locks where locktype = 'relation' and relation in (
         select oid from pg_class where relnamespace = 'public'::regnamespace)
         and pid in (select pid from pg_stat_activity where wait_event_type = 'Lock')`,
    );
    expect(modes.map(({ mode }) => mode).sort()).toEqual([
      ...['AccessShareLock', 'RowExclusiveLock', 'RowShareLock'],
    ]);
    const { school } = living;
    const admin = await school.admin();
    await school.parentOf(await school.student());
    expect(
      (await here.t.api.get(`/schools/${school.id}/students`, { token: admin.token })).body.students.length,
    ).toBeGreaterThan(1);
    await importing.rollbackTransaction();
    await importing.release();
    expect(await restoring).toBe('done');
  });
});

describe('a school that moves away and back', () => {
  it('reads as it is by then, with its objects, for whoever had read it before', async () => {
    const { t } = there;
    const list = `/schools/${whole.id}/students`;
    const names = async (): Promise<string[]> => {
      const { body } = await t.api.get(list, { token: admin.token });
      return (body.students as { first_name: string }[]).map(({ first_name }) => first_name);
    };
    expect(await names()).not.toContain('Renamed');
    await here.t.dataSource.query(`update students set first_name = 'Renamed' where id = $1`, [
      whole.life.ada.id,
    ]);
    const back = join(folder, 'back.school');
    expect((await here.types('backup', back, '--school', whole.id)).status).toBe(0);
    await forget(there);
    const objects = await objectsGoing(there, back);
    const { status, json } = await restore(there, back);
    expect([status, json.known_people]).toEqual([0, json.tables.users]);
    expect(await names()).toContain('Renamed');
    await t.app.get(ObjectRemovals, { strict: false }).sweep();
    expect(there.objects).toEqual(expect.arrayContaining(objects));
    const rows = await rowsOfSchool(here.t.dataSource, whole.id, (text) =>
      text.replaceAll(known.userId, whole.life.coGuardian.userId),
    );
    const leaver = await idHere(whole.leaver.email);
    const same = (text: string): string => text.replaceAll(leaver, whole.leaver.userId);
    expect(withoutSecrets(await rowsOfSchool(t.dataSource, whole.id))).toEqual(
      withoutSecrets(
        Object.fromEntries(Object.entries(rows).map(([table, of]) => [table, of.map(same).sort()])),
      ),
    );
  });

  /** As when the school was removed, and the sweep has not come yet. */
  async function objectsGoing(installation: Installation, from: string): Promise<string[]> {
    const objects = [...(await entriesOf(from)).keys()].flatMap((name) =>
      name.startsWith('objects/') ? [name.slice('objects/'.length)] : [],
    );
    await installation.t.dataSource.query(
      `insert into object_removals select key, now() from unnest($1::text[]) key
       on conflict (key) do update set due_at = excluded.due_at`,
      [objects],
    );
    return objects;
  }
});
