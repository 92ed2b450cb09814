import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SCHOOL_WRITES_LOCK } from '../../../src/platform/database/advisory-locks.js';
import { aCommand, ended, type EndedCommand } from '../../support/processes/command-process.js';
import { figure } from '../../support/proofs/figures.js';
import { MovingSite, rowsThere } from '../../support/schools/moving-site.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { compareRows } from './compared-rows.js';
import { MovingSchool } from './moving-school.js';
import { WriteLoad } from './write-load.js';

/** Schools that move one after the other, each while people write to it. */
const SCHOOL_MOVES = Number(process.env.SCHOOL_MOVES ?? 1);
const WRITES_A_SECOND = 50;
/** People who write. The contract allows 200 lists each. */
const AUTHORS = 60;
const MAX_REFUSED_S = 5;
const LONG = 180_000;

let there: MovingSite;
let here: MovingSite;
const loads: WriteLoad[] = [];

beforeAll(async () => {
  [there, here] = [await MovingSite.start(), await MovingSite.start()];
  await (await aSchool(here.t)).parent();
}, LONG);
afterEach(() => {
  for (const load of loads.splice(0)) load.fail();
});
afterAll(async () => {
  for (const each of [there, here]) await each?.close();
}, LONG);

/** The command, in a process of its own. */
const command = (schoolId: string, ...more: string[]) =>
  aCommand(['school', 'move', schoolId, '--to', here.envFile, '--json', ...more], {
    DATABASE_URL: there.t.databaseUrl,
    DATA_DIR: there.installation.dataDir,
    AUTH_SIGNING_KEY: there.t.settings.signingKey ?? '',
  });

/** One of the people who write is known at the other place, by another id. */
async function meetSomeone({ authors }: MovingSchool): Promise<void> {
  await (await aSchool(here.t)).parent({}, await aPerson(here.t, { email: authors[1]!.email }));
}

/** What was acknowledged is at this place: each list once, and the last note of each. */
async function lostOrDoubled(load: WriteLoad, site: MovingSite, schoolId: string): Promise<number> {
  const lists = await site.t.dataSource.query<{ name: string; count: number }[]>(
    'select name, count(*)::int from lists where school_id = $1 group by name',
    [schoolId],
  );
  const found = new Map(lists.map(({ name, count }) => [name, count]));
  const notes = await site.t.dataSource.query<{ author: string; body: string }[]>(
    'select author_membership_id as author, body from notes where school_id = $1',
    [schoolId],
  );
  const last = new Map(notes.map(({ author, body }) => [author, body]));
  const wrongLists = load.lists.filter((name) => found.get(name) !== 1).length;
  const wrongNotes = [...load.notes].filter(([author, body]) => last.get(author) !== body).length;
  return wrongLists + wrongNotes + (found.size - new Set(load.lists).size);
}

interface Moved {
  acknowledged: number;
  wrong: number;
  reads: number;
  readsRefused: number;
  refusedFor: number;
  closedFor: number;
  rows: number;
  apart: string[];
}

async function moveUnderLoad(): Promise<Moved> {
  const moving = await MovingSchool.make(there, AUTHORS);
  await meetSomeone(moving);
  const load = (loads[loads.length] = WriteLoad.begin(there.t.api, moving, WRITES_A_SECOND));
  await load.hasWritten(WRITES_A_SECOND);
  const child = command(moving.id);
  const outcome = ended(child);
  // Whoever leads people hears of it at once; the rest of the command is tidying up.
  await Promise.race([outcome, isSaid(child, 'lead people there')]);
  const over = performance.now();
  const { rows, apart } = await compareRows(there.t.dataSource, here.t.dataSource, moving.id);
  const { readsRefused } = load;
  await load.turnTo(here);
  await load.hasWritten(WRITES_A_SECOND);
  await load.end();
  const { status, stdout, stderr } = await outcome;
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('lead people there') });
  const token = (await moving.tokensAt(here)).get(moving.admin.email)!;
  expect(await moving.readFeedAndPhoto(here, token)).toEqual({ feed: 200, isSamePhoto: true });
  for (const site of [there, here]) expect(await site.leftovers(moving.id)).toEqual([]);
  return {
    acknowledged: load.acknowledged,
    wrong: await lostOrDoubled(load, here, moving.id),
    reads: load.reads,
    readsRefused: readsRefused + load.readsRefused,
    refusedFor: load.firstRefusedAt === 0 ? 0 : over - load.firstRefusedAt,
    closedFor: (JSON.parse(stdout) as { closed_ms: number }).closed_ms,
    rows,
    apart,
  };
}

/** Until it has said so on standard error. */
async function isSaid({ stderr }: ReturnType<typeof command>, words: string): Promise<void> {
  for (let said = ''; !said.includes(words);) said += String((await once(stderr, 'data'))[0]);
}

/** Moments at which a move is killed: what the database of the school shows of it. */
const KILLED_AT: [when: string, sql: string][] = [
  ['while it makes ready', `select from pg_replication_slots where slot_name like 'school_move_%'`],
  ['while it copies', `select from pg_replication_slots where slot_name like 'pg_%_sync_%'`],
  [
    'while it is closed',
    `select from pg_locks where locktype = 'advisory' and classid = ${SCHOOL_WRITES_LOCK} and mode = 'ExclusiveLock' and granted`,
  ],
];

async function killedWhen(schoolId: string, sql: string): Promise<EndedCommand> {
  const child = command(schoolId);
  const outcome = ended(child);
  const isThere = async (): Promise<boolean> =>
    (await there.t.dataSource.query<unknown[]>(sql)).length > 0 || child.exitCode !== null;
  while (!(await isThere())) await delay(2);
  child.kill('SIGKILL');
  return outcome;
}

describe('a school that moves while it is in use', () => {
  it(
    'goes on where it is when the move is killed, and leaves nothing behind once that is cancelled',
    async () => {
      const moving = await MovingSchool.make(there, AUTHORS);
      const load = (loads[loads.length] = WriteLoad.begin(there.t.api, moving, WRITES_A_SECOND));
      for (const [when, sql] of KILLED_AT) {
        const { status } = await killedWhen(moving.id, sql);
        expect([when, status]).toEqual([when, null]);
        await load.hasWritten(WRITES_A_SECOND);
        expect([when, await rowsThere(here, moving.id)]).toEqual([when, {}]);
        expect([when, (await there.leftovers(moving.id)).length > 0]).toEqual([when, true]);
        expect(await there.types('doctor', '--json')).toMatchObject({
          json: {
            checks: expect.arrayContaining([expect.objectContaining({ name: 'moves', status: 'failed' })]),
          },
        });
        expect(await ended(command(moving.id, '--cancel'))).toMatchObject({ status: 0 });
        for (const site of [there, here]) expect([when, await site.leftovers(moving.id)]).toEqual([when, []]);
      }
      await load.end();
      figure(
        'Moves killed with SIGKILL: while they made ready, copied, and held the school closed',
        KILLED_AT.length,
      );
      figure('Acknowledged writes meanwhile', load.acknowledged);
      const wrong = await lostOrDoubled(load, there, moving.id);
      figure('Of those, lost or doubled', wrong, '0');
      figure('Reads refused', load.readsRefused, '0');
      expect({ wrong, readsRefused: load.readsRefused }).toEqual({ wrong: 0, readsRefused: 0 });
    },
    2 * LONG,
  );

  it(
    'brings every row and every acknowledged write to the other installation, and no row of another school',
    async () => {
      const moved: Moved[] = [];
      for (let round = 0; round < SCHOOL_MOVES; round += 1) moved.push(await moveUnderLoad());
      const sum = (of: (one: Moved) => number): number => moved.reduce((all, one) => all + of(one), 0);
      const longest = (of: (one: Moved) => number): number => Math.max(...moved.map(of)) / 1000;
      const apart = moved.flatMap((one) => one.apart);
      const strangers = await strangeSchools();
      figure(`Schools of 600 students moved under ${WRITES_A_SECOND} writes a second`, SCHOOL_MOVES);
      figure(
        'Acknowledged writes',
        sum((one) => one.acknowledged),
      );
      figure(
        'Of those, lost or doubled',
        sum((one) => one.wrong),
        '0',
      );
      figure('Closed to writes, longest, s', longest((one) => one.closedFor).toFixed(1));
      const refusedFor = longest((one) => one.refusedFor);
      figure(
        'Writes refused, from the first until the command said where the school is, longest, s',
        refusedFor.toFixed(1),
        `<= ${MAX_REFUSED_S}`,
      );
      figure(
        'Reads meanwhile, of them refused',
        `${sum((one) => one.reads)}, ${sum((one) => one.readsRefused)}`,
        '0',
      );
      figure('Rows compared, tables that differ', `${sum((one) => one.rows)}, ${apart.length}`, '0');
      figure('Rows of other schools at the other installation', strangers, '0');
      const verified = await here.types('audit', 'verify', '--json');
      figure('Audit trail at the other installation', verified.status === 0 ? 'whole' : 'broken', 'whole');
      expect(verified.status).toBe(0);
      const [wrong, readsRefused] = [sum((one) => one.wrong), sum((one) => one.readsRefused)];
      expect({ apart, strangers, wrong, readsRefused }).toEqual({
        apart: [],
        strangers: 0,
        wrong: 0,
        readsRefused: 0,
      });
      if (process.env.SCHOOL_MOVES) expect(refusedFor).toBeLessThanOrEqual(MAX_REFUSED_S);
    },
    LONG + SCHOOL_MOVES * LONG,
  );
});

/** Rows of schools that are at the first installation, have not moved, and are found at the other one all the same. */
async function strangeSchools(): Promise<number> {
  const staying = await there.t.dataSource.query<{ id: string }[]>(
    'select id from schools where moved_at is null',
  );
  let rows = 0;
  for (const { id } of staying)
    rows += Object.values(await rowsThere(here, id)).reduce((sum, count) => sum + count, 0);
  return rows;
}
