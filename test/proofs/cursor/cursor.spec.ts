import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type ImportApp, startImportApp } from '../../imports/a-fed-app.js';
import { Follower, inWords } from '../../support/changes/follower.js';
import { figure } from '../../support/proofs/figures.js';
import { Chance } from '../imports/chance.js';
import { couldEverRead } from './cursor-oracle.js';
import { CursorStore, type Caller } from './cursor-store.js';
import { editsOf } from './cursor-edits.js';
import { type CursorSchool, signInAnew, twoSchools } from './cursor-world.js';

/*
 * Random edits through the API, imports, commands and the clock. After each fifty every caller follows the cursor, and what they have
 * kept is compared with a full read.
 */

const EDITS = Number(process.env.CURSOR_EDITS ?? 150);
const SEED = Number(process.env.CURSOR_SEED ?? 1);
const A_ROUND = 50;
jest.setTimeout(7_200_000);

let t: ImportApp;
beforeAll(async () => {
  t = await startImportApp();
});
afterAll(() => t.close());

interface Following {
  caller: Caller;
  follower: Follower;
  store: CursorStore;
}

const counts = { told: 0, answers: 0, stale: 0, made: 0, refused: 0, unseen: 0 };
/** Edits that give a caller another place in the school, and those after which everyone starts anew. */
const MOVES_CALLERS = new Set([
  ...['grant', 'revoke', 'deactivate', 'reactivate', 'import', 'roster: parent', 'roster: student'],
  'organization: leaders',
]);
/** How often a caller started anew, by what had happened in the round. */
const staleAfter = new Map<string, number>();

async function send(
  method: string,
  path: string,
  { token }: { token: string },
  body?: object,
): Promise<void> {
  const { status, text } = await t.api.send(method, path, { token, ...(body && { body }) });
  if (status >= 500) throw new Error(`${method} ${path}: ${text}`);
  counts[status < 300 ? 'made' : 'refused'] += 1;
  if (status >= 300 && process.env.CURSOR_TRACE)
    process.stderr.write(`${method} ${path} ${status} ${text.slice(0, 200)}\n`);
}

async function aRound(chance: Chance, worlds: CursorSchool[]): Promise<string[]> {
  const done: string[] = [];
  for (let edit = 0; edit < A_ROUND; edit += 1) {
    const world = chance.of(worlds);
    const edits = editsOf({ t, chance, send, world });
    let at = chance.next() * edits.reduce((sum, [, often]) => sum + often, 0);
    const [name, , run] = edits.find(([, often]) => (at -= often) < 0) ?? edits[0]!;
    done.push(`${worlds.indexOf(world)} ${name}`);
    await run().catch((error: Error) => {
      if (!/Refused|Unknown|Deactivated|Archived/.test(`${error.constructor.name} ${error.name}`))
        throw error;
    });
  }
  return done;
}

async function keepUp({ caller, follower, store }: Following, done: string[]): Promise<string[]> {
  const before = store.keys;
  const told = await follower.follow().catch((error: Error) => {
    if (/not_authorized/.test(error.message)) return null;
    throw error;
  });
  counts.answers += 1;
  if (!told) {
    counts.stale += 1;
    const causes = new Set(done.map((name) => name.slice(2)).filter((name) => MOVES_CALLERS.has(name)));
    const words = [...causes].sort().join(', ') || 'an expired grant';
    staleAfter.set(words, (staleAfter.get(words) ?? 0) + 1);
    await follower.restart();
    await store.readAll();
    return [];
  }
  counts.told += told.length;
  await store.apply(told);
  const unseen = told.filter(
    ({ type, id }) => !store.keys.has(`${type} ${id}`) && !before.has(`${type} ${id}`),
  );
  counts.unseen += unseen.length;
  const leaks: string[] = [];
  for (const one of unseen)
    if (!(await couldEverRead(t.dataSource, caller.member, one, t.clock.now())))
      leaks.push(`${caller.name} is told of what they never could read: ${inWords(one)}`);
  return [...leaks, ...(await store.faults())];
}

it(`keeps what a full read gives, over ${EDITS} edits`, async () => {
  const chance = new Chance(SEED);
  t.clock.moveTo('2026-09-20T12:00:00Z');
  const worlds = await twoSchools(t);
  const following: Following[] = [];
  for (const { callers, school } of worlds)
    for (const caller of callers) {
      const follower = await Follower.begin(t, school, caller.member);
      const store = new CursorStore(t, caller);
      await store.readAll();
      following.push({ caller, follower, store });
    }
  for (let edits = 0; edits < EDITS; edits += A_ROUND) {
    await signInAnew(t, worlds);
    const done = await aRound(chance, worlds);
    t.clock.stopAt(new Date(t.clock.now().getTime() + 1).toISOString());
    for (const one of following) {
      const faults = await keepUp(one, done);
      if (faults.length > 0 && process.env.CURSOR_TRACE) process.stderr.write(`${done.join(', ')}\n`);
      expect(faults.join('\n').slice(0, 3_000)).toBe('');
    }
    t.clock.moveTo(new Date(t.clock.now().getTime() + 1).toISOString());
  }
  const causes = [...staleAfter].sort(([, one], [, other]) => other - one);
  if (process.env.CURSOR_TRACE) process.stderr.write(`${JSON.stringify({ ...counts, causes })}\n`);
  figure('Edits that changed something', counts.made);
  figure('Callers that follow, in two schools', following.length);
  figure('Answers of the cursor, each compared with a full read', counts.answers);
  figure('Items told of', counts.told);
  figure('Answers that began anew (stale)', counts.stale);
  figure('Stores that differ from a full read', 0, '0');
  figure('Ids of what the caller never could read', 0, '0');
});
