import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EveryRow } from '../../support/database/every-row.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestApp } from '../../support/test-app.js';
import { OPERATIONS, type Operation } from './document.js';
import { comparable, everyColumn, poisoned } from './privileged-columns.js';
import { bytesOf } from './requests.js';
import { fullestRequests, type Right } from './right-requests.js';
import { exchange } from './wire.js';
import { aFuzzWorld, type FuzzWorld } from './world.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

/*
 * Each write twice, in two worlds that are alike: as it should be, and with every column of every table in its body.
 * The rows that it leaves have to be the same.
 */

/** Where no body is documented none is read, whatever the operation: every day it is enough to try the others. */
const WITH_ALL = process.env.FUZZ_REQUESTS !== undefined;
const WRITES = OPERATIONS.filter(
  ({ method, isForm, body }) => method !== 'GET' && !isForm && (WITH_ALL || body !== null),
);
/** They end what others need, and come last; what is in something goes before that. */
const LAST = ['leaveSchool', 'revokeTokens'];
const order = ({ id, method, template }: Operation): number =>
  LAST.includes(id) ? 2 : method === 'DELETE' ? 1 / template.length : 0;
/** Its code is mailed. */
// The order names the category of before, and another one was made meanwhile.
const REFUSED: Record<string, number> = { orderCategories: 400, verifyTwoStep: 400 };
/**
 * Written beside the operation: guesses, which are counted up to a moment, who has read what, a little later, and that
 * something has changed.
 */
const BESIDE = ['attempt_counts', 'disclosures', 'school_revisions'];

let t: TestApp;
let plain: FuzzWorld;
let tried: FuzzWorld;
let rights: Map<string, Right>;
let columns: Record<string, unknown>;
let rows: EveryRow;
beforeAll(async () => {
  t = await startAppWithDataDir();
  plain = await aFuzzWorld(t);
  tried = await aFuzzWorld(t);
  rights = new Map(fullestRequests(plain).map((right) => [right.operation.id, right]));
  columns = everyColumn(t.dataSource);
  rows = await EveryRow.of(t.dataSource);
}, 60_000);
afterAll(async () => {
  await t.close();
  figure('Mass assignment: writes', WRITES.length);
  figure('Mass assignment: names of columns in each', Object.keys(columns).length);
});

/** What the write has put into the tables and taken out of them. */
async function traceOf({ operation, caller, path }: Right, body: unknown, world: FuzzWorld) {
  const draft = { method: operation.method, path, headers: [], body, isForm: false, rewrite: null };
  const { status, text } = await exchange(t.url, bytesOf(draft, caller, world));
  const [before, after] = [rows, await EveryRow.of(t.dataSource)];
  rows = after;
  const as = (changed: Record<string, Record<string, unknown>[]>) =>
    Object.fromEntries(
      Object.entries(changed)
        .filter(([table]) => !BESIDE.includes(table))
        .map(([table, those]) => [table, those.map((row) => comparable(row, world)).sort()]),
    );
  return { status, text, written: as(before.lackedBy(after)), gone: as(after.lackedBy(before)) };
}

/** Who has no token yet sends 8 kB at most: the columns in several bodies. */
function partsFor({ caller }: Right): Record<string, unknown>[] {
  if (caller !== 'application') return [columns];
  const names = Object.entries(columns);
  const parts = Math.ceil(JSON.stringify(columns).length / STRANGERS_BYTES);
  return Array.from({ length: parts }, (_, part) =>
    Object.fromEntries(names.filter((_one, at) => at % parts === part)),
  );
}
const STRANGERS_BYTES = 6 * 1024;

describe('Every column in the body', () => {
  it('counts more than 300, and those that decide over rights among them', () => {
    expect(Object.keys(columns).length).toBeGreaterThan(300);
    expect(Object.keys(columns)).toEqual(
      expect.arrayContaining(['role', 'school_id', 'schoolId', 'user_id', 'revoked_at', 'email_verified_at']),
    );
  });

  it.each(WRITES.sort((a, b) => order(a) - order(b)).map((operation) => [operation.id, operation] as const))(
    'changes nothing: %s',
    async (id, { body: schema }) => {
      const right = rights.get(id)!;
      for (const part of partsFor(right)) {
        const expected = await traceOf(right, schema ? right.body : undefined, plain);
        const found = await traceOf(right, poisoned(right.body ?? {}, schema, part), tried);
        expect([expected.status < 300 ? 'done' : expected.status, expected.text]).toEqual([
          REFUSED[id] ?? 'done',
          expected.text,
        ]);
        expect({ ...found, text: '' }).toEqual({ ...expected, text: '' });
      }
    },
  );
});
