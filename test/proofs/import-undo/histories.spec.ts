import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { timeFor } from '../../support/proofs/rounds.js';
import { type ImportApp, startImportApp } from '../../imports/a-fed-app.js';
import { undo } from '../../imports/undo/undo-run.js';
import { History } from './history.js';
import { judge, type Verdict } from './judge.js';
import { KeyedDump } from './keyed-dump.js';

/*
 * Random histories: imports of all four kinds and what people do in between, and then one of the imports is undone. What nobody
 * has touched is as before it, everything else is as it was, what stays is named, and the same file once more brings it again.
 * UNDO_HISTORIES=200 asks for so many; UNDO_SEED=17 for one alone.
 */

const seed = process.env.UNDO_SEED;
const COUNT = seed ? 1 : Number(process.env.UNDO_HISTORIES ?? 4);
const SEEDS = Array.from({ length: COUNT }, (_, at) => Number(seed ?? at + 1));

const found: Verdict & { histories: number; imports: number; again: number } = {
  ...{ histories: 0, imports: 0, again: 0, back: 0, touched: 0, conflicts: 0, faults: [] },
};
const undone: Record<string, number> = {};
/** Writes of people that were taken, by their kind. */
const done = new Map<string, number>();

let t: ImportApp;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());

async function live(number: number): Promise<void> {
  const history = await History.begin(t, number);
  await history.go();
  const run = history.choose();
  const now = await KeyedDump.of(t.dataSource);
  const dry = await undo(t, run.id, true);
  expect([...now.changed(await KeyedDump.of(t.dataSource))]).toEqual([]);
  const report = await undo(t, run.id);
  expect({ ...report, dry_run: true }).toEqual(dry);
  const after = await KeyedDump.of(t.dataSource);
  const verdict = judge(run, now, after, report);
  found.histories += 1;
  found.imports += history.runs.length;
  const { people } = history;
  for (const kind of people.kinds) done.set(kind, (done.get(kind) ?? 0) + (people.done[kind] ?? 0));
  for (const name of ['back', 'touched', 'conflicts'] as const) found[name] += verdict[name];
  found.faults.push(...verdict.faults.map((fault) => `history ${number}, ${run.kind}: ${fault}`));
  undone[run.kind] = (undone[run.kind] ?? 0) + 1;
  if (await history.bringsAgain(run, now, report)) found.again += 1;
}

describe('Random histories', () => {
  it(
    `put back what nobody has touched since an import, and nothing else (${COUNT})`,
    async () => {
      for (const number of SEEDS) await live(number);
      expect(found.faults).toEqual([]);
      expect(found.back).toBeGreaterThan(COUNT);
      // In few of them not everything can happen.
      if (COUNT >= 100) expect([...done].filter(([, n]) => n === 0)).toEqual([]);
      figure(
        'Random histories of imports and of what people do, in each of which an import was undone',
        found.histories,
      );
      const kinds = Object.entries(undone).map(([kind, n]) => `${n} ${kind}`);
      const writes = [...done.values()].reduce((sum, n) => sum + n, 0);
      figure('Imports in them, and writes of people', `${found.imports} and ${writes}`);
      figure('Undone', kinds.sort().join(', '));
      figure('Rows that were as before the import again', found.back);
      figure('Rows that somebody had touched since, and that were left alone', found.touched);
      figure('Rows that stayed with those, their items named', found.conflicts);
      figure('Rows that were anything else, or stayed without being named', 0, '0');
      figure('Histories after which the same file brought all of it again', found.again);
    },
    timeFor(COUNT, 60_000),
  );
});
