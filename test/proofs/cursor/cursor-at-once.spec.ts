import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { Chance } from '../imports/chance.js';
import { type CursorApp, startCursorApp, startProcess } from './cursor-app.js';
import { CursorRounds } from './cursor-rounds.js';
import { signInAnew, twoSchools } from './cursor-world.js';

/*
 * Edits at the same time, by two processes, while every caller follows the cursor: an answer that ran ahead of a commit, or missed
 * one, leaves a store that stays different from a full read.
 */

const EDITS = Number(process.env.CURSOR_EDITS_AT_ONCE ?? 80);
const SEED = Number(process.env.CURSOR_SEED ?? 1);
const LANES = 4;
const A_ROUND = 80;
jest.setTimeout(36_000_000);

let t: CursorApp;
beforeAll(async () => {
  t = await startCursorApp(startProcess);
});
afterAll(() => t.close());

async function editAtOnce(rounds: CursorRounds): Promise<string[]> {
  const done: string[] = [];
  let isOver = false;
  const lanes = Array.from({ length: LANES }, async () => {
    while (done.length < A_ROUND) {
      const [name, run] = rounds.anEdit();
      done.push(name);
      await run();
    }
  });
  const following = rounds.following.map(async (one) => {
    while (!isOver) await rounds.follow(one, done);
  });
  await Promise.all(lanes).finally(() => (isOver = true));
  await Promise.all(following);
  return done;
}

/** Once more for what differs: time may have passed a window since the cursor, and a notification may have arrived. */
async function remainingFaults(rounds: CursorRounds, done: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const one of rounds.following)
    if ((await rounds.keepUp(one, done)).length > 0) faults.push(...(await rounds.keepUp(one, done)));
  return faults;
}

it(`misses no commit of ${EDITS} edits at once`, async () => {
  const worlds = await twoSchools(t);
  const rounds = new CursorRounds(t, new Chance(SEED), worlds, /^clock/);
  await rounds.begin();
  while (rounds.counts.edits < EDITS) {
    await signInAnew(t, worlds);
    const done = await editAtOnce(rounds);
    expect((await remainingFaults(rounds, done)).join('\n').slice(0, 3_000)).toBe('');
    rounds.traceCounts();
  }
  figure('Edits at the same time, by two processes', rounds.counts.edits);
  figure('Answers of the cursor meanwhile', rounds.counts.answers);
  figure('Stores that differ from a full read afterwards', 0, '0');
});
