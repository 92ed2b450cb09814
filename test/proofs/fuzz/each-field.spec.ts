import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EveryRow } from '../../support/database/every-row.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestApp } from '../../support/test-app.js';
import { OPERATIONS, type Operation } from './document.js';
import { complaints } from './judge.js';
import { bytesOf } from './requests.js';
import { fullestRequests, type Right } from './right-requests.js';
import { LONE_SURROGATE, NUL } from './values.js';
import { exchange, type Answer } from './wire.js';
import { aFuzzWorld, type FuzzWorld } from './world.js';
import { fieldsOf, isFree, wrongValues, type Field } from './wrong-values.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

/* Each field of each body, wrong in every way that its kind can be, in a body that is otherwise right. */

const WITH_A_BODY = OPERATIONS.filter(({ body }) => body !== null);

let t: TestApp;
let world: FuzzWorld;
let rights: Map<string, Right>;
beforeAll(async () => {
  t = await startAppWithDataDir();
  world = await aFuzzWorld(t);
  rights = new Map(fullestRequests(world).map((right) => [right.operation.id, right]));
}, 60_000);
afterAll(async () => {
  await t.close();
  figure('Fuzz, field by field: wrong values', sent);
});

let sent = 0;

async function send({ operation, caller, path }: Right, body: unknown): Promise<Answer> {
  const draft = { method: operation.method, path, headers: [], body, isForm: false, rewrite: null };
  return exchange(t.url, bytesOf(draft, caller, world));
}

/** Of the other kind of grant: in this one it means nothing. */
const UNKNOWN_HERE = ['obtainToken refresh_token'];

/** Every day two of them, which are others for another field; all where as many requests are asked for as there may be. */
const enoughOf = (values: unknown[], { path }: Field): unknown[] =>
  process.env.FUZZ_REQUESTS ? values : [0, 1].map((at) => values[(path.length + 3 * at) % values.length]);

/** Every wrong value of a field that is not refused in its name. */
async function taken(right: Right, field: Field): Promise<string[]> {
  const found: string[] = [];
  for (const value of enoughOf(wrongValues(field.schema), field)) {
    sent += 1;
    const { status, text } = await send(right, field.bodyWith(value));
    const { error } = JSON.parse(text || '{}') as {
      error?: { code: string; message: string; reason?: string; fields?: { path: string }[] };
    };
    // What is no object has no place in its list that could be named.
    const name = field.path.replace(/\.0$/, '');
    const isNamed =
      error?.fields?.length && error.fields.every(({ path }) => path === name || path.startsWith(`${name}.`));
    // A rule of its own, which has a name of its own.
    const isReasoned = error?.reason !== undefined;
    const isTooDeep = error?.message === 'The request body is nested too deeply.';
    if (status !== 400 || error?.code !== 'validation_failed' || !(isNamed || isReasoned || isTooDeep))
      found.push(`${field.path} = ${JSON.stringify(value).slice(0, 80)}: ${status} ${text.slice(0, 200)}`);
  }
  return found;
}

const fieldsIn = ({ id, body }: Operation, right: Right): Field[] =>
  fieldsOf(body!, (right.body ?? {}) as Record<string, unknown>).filter(
    ({ path }) => !UNKNOWN_HERE.includes(`${id} ${path}`),
  );

describe('A wrong value in a field', () => {
  it.each(WITH_A_BODY.map((operation) => [operation.id, operation] as const))(
    'leads to a refusal in its name, and nothing is written: %s',
    async (id, operation) => {
      const right = rights.get(id)!;
      const before = await EveryRow.of(t.dataSource);
      const found: string[] = [];
      for (const field of fieldsIn(operation, right)) found.push(...(await taken(right, field)));
      expect(found).toEqual([]);
      expect(before.lackedBy(await EveryRow.of(t.dataSource))).toEqual({});
    },
  );
});

describe('A text that PostgreSQL cannot hold', () => {
  it.each(WITH_A_BODY.map((operation) => [operation.id, operation] as const))(
    'fails nothing: %s',
    async (id, operation) => {
      const right = rights.get(id)!;
      for (const field of fieldsIn(operation, right).filter(({ schema }) => isFree(schema)))
        for (const text of [NUL, LONE_SURROGATE, '\0', '\ud800']) {
          const answer = await send(right, field.bodyWith(text));
          const { target } = bytesOf(
            { ...right, method: operation.method, headers: [], body: {}, isForm: false, rewrite: null },
            right.caller,
            world,
          );
          expect([field.path, ...complaints(operation.method, target, answer)]).toEqual([field.path]);
        }
    },
  );
});
