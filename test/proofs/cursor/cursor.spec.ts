import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { Chance } from '../imports/chance.js';
import { type CursorApp, startCursorApp } from './cursor-app.js';
import { CursorRounds } from './cursor-rounds.js';
import { twoSchools } from './cursor-world.js';

/*
 * Random edits through the API, imports, commands and the clock, by two instances of the service, one of which reads a replica.
 * After each fifty every caller follows the cursor, and what they have kept is compared with a full read.
 */

const EDITS = Number(process.env.CURSOR_EDITS ?? 150);
const SEED = Number(process.env.CURSOR_SEED ?? 1);
const A_ROUND = 50;
/** A long run goes on after the first fault, which may have company. */
const MAX_FAULTS = 100;
jest.setTimeout(36_000_000);

let t: CursorApp;
beforeAll(async () => {
  t = await startCursorApp();
});
afterAll(() => t.close());

/** For a third of the rounds the replica stands still. */
async function restReplica(chance: Chance): Promise<() => Promise<void>> {
  if (!chance.is(0.3)) return () => Promise.resolve();
  await t.replica.pause();
  return () => t.replica.resume();
}

it(`keeps what a full read gives, over ${EDITS} edits`, async () => {
  const chance = new Chance(SEED);
  t.clock.moveTo('2026-09-20T12:00:00Z');
  const rounds = new CursorRounds(t, chance, await twoSchools(t));
  await rounds.begin();
  const faults: string[] = [];
  while (rounds.counts.edits < EDITS) {
    const resume = await restReplica(chance);
    const done = await rounds.edit(A_ROUND);
    t.clock.stopAt(new Date(t.clock.now().getTime() + 1).toISOString());
    const found = await Promise.all(rounds.following.map((one) => rounds.keepUp(one, done)));
    faults.push(...found.flat());
    if (faults.length >= MAX_FAULTS) break;
    t.clock.moveTo(new Date(t.clock.now().getTime() + 1).toISOString());
    await resume();
    rounds.traceCounts();
  }
  expect(faults.join('\n').slice(0, 5_000)).toBe('');
  const { counts, following } = rounds;
  figure('Edits', counts.edits);
  figure('Requests of them that changed something', counts.made);
  figure('Callers that follow, in two schools', following.length);
  figure('Answers of the cursor, each compared with a full read', counts.answers);
  figure('Items told of', counts.told);
  figure('Answers that began anew (stale)', counts.stale);
  figure('Stores that differ from a full read', 0, '0');
  figure('Ids of what the caller never could read', 0, '0');
});
