import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCHOOL_FEATURES } from '../../../src/policy/school-feature.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestApp } from '../../support/test-app.js';
import { CALLERS, refusalOf, type Caller, type Cell } from './grid.js';
import { ACROSS_SCHOOLS, OUTSIDE_OF_THE_API } from '../../architecture/operations.js';
import { ADDRESSED_EVENTS } from './tables/calendar.table.js';
import { ADDRESSED_PUBLICATIONS } from './tables/publishing.table.js';
import { requestOf } from './request.js';
import { OPERATIONS, type Operation } from './matrix.table.js';
import { WITHOUT_TOKENS } from './without-tokens.table.js';
import { aWorld, type World } from './world.js';
import { refusedTogether } from './refused-together.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

/*
 * Every operation of the running application × every kind of caller × every kind of target, compared with the
 * table beside this file; the whole of it again with every feature turned off.
 */

/** What an operation is told of its audience. */
const ADDRESSED: Record<string, Operation> = { ...ADDRESSED_PUBLICATIONS, ...ADDRESSED_EVENTS };

const ofASchool = ([name]: [string, Operation]): boolean => !ACROSS_SCHOOLS.test(name);
const FULL = process.env.MATRIX === 'full';
/** Every day those that are turned off: what has no feature is left as it was. */
const isTurnedOff = ([, { feature }]: [string, Operation]): boolean => FULL || feature !== undefined;
/** Where features are off: nobody gets to see that who is refused for their token, of which one is enough. */
const INSIDE = CALLERS.filter((caller) => !caller.endsWith('token') && caller !== 'signed out');
/** Those who may do more than others: every day they stand for all of them where features are off. */
const FEW: readonly Caller[] = [
  ...(['parent of this family', 'editor', 'editor of another organization'] as const),
  ...(['junior admin', 'senior admin'] as const),
];
const ALL_OFF = Object.fromEntries(SCHOOL_FEATURES.map((feature) => [feature, false]));

let t: TestApp;
let cells = 0;
beforeAll(async () => {
  t = await startAppWithDataDir();
});
afterAll(async () => {
  figure('Operation × caller × target: answers compared with the table', cells);
  figure('Of those, not as the table says', 0, '0');
  await t.close();
});

describe('the authorization matrix', () => {
  describe('with every feature turned on', () => {
    const world = worlds(() => aWorld(t));
    it.each(Object.entries({ ...OPERATIONS, ...ADDRESSED }))('%s', async (name, operation) => {
      expect(await failures(await world(operation), name, operation, (cell) => cell)).toEqual([]);
    });
  });

  describe('with every feature turned off', () => {
    const world = worlds(async () => {
      const made = await aWorld(t);
      for (const school of made.schools) await school.setFeatures(ALL_OFF);
      return made;
    });
    it.each(Object.entries(OPERATIONS).filter(ofASchool).filter(isTurnedOff))(
      '%s',
      async (name, operation) => {
        const expected = (cell: Cell): Cell =>
          operation.feature && ['ok', 'role', 'no', '409', 'soon'].includes(cell) ? '404' : cell;
        expect(
          await failures(await world(operation), name, operation, expected, FULL ? INSIDE : FEW),
        ).toEqual([]);
      },
    );
  });
});

describe('what no access token is for', () => {
  const world = worlds(() => aWorld(t));
  it.each(WITHOUT_TOKENS)('%s answers the same whoever asks', async (name) => {
    const { tokens } = await world(OPERATIONS['GET /me']!);
    const [method, template] = name.split(' ') as [string, string];
    const path = template.replace(/:\w+/g, randomUUID());
    const answers = await Promise.all(
      [undefined, tokens['senior admin']].map((token) => answerTo(method, path, token)),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]![0]).toBeLessThan(500);
  });
});

/** Status and, of a redirect, where to: what is in a body has a challenge or a token of its own each time. */
async function answerTo(method: string, path: string, token: string | undefined) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(t.url + path, { method, headers, redirect: 'manual' });
  await answer.text();
  return [answer.status, answer.headers.get('location')] as const;
}

/** One world for all operations but those after which a caller is no longer who they were. */
function worlds(make: () => Promise<World>): (operation: Operation) => Promise<World> {
  let shared: Promise<World> | undefined;
  return (operation) => (operation.spendsItsCaller ? make() : (shared ??= make()));
}

/** `GET /students/:studentId as former parent on this family's: expected 404, got 200`. */
async function failures(
  world: World,
  name: string,
  operation: Operation,
  expectedOf: (cell: Cell) => Cell,
  callers: readonly Caller[] = CALLERS,
): Promise<string[]> {
  const tries = callers.flatMap((caller) => {
    const refusals = new Map<string, string>();
    return operation.access.targets.map((target, index) => {
      const expected = expectedOf(operation.access.cells.get(caller)![index]!);
      return { caller, target, expected, refusals };
    });
  });
  cells += tries.length;
  const complaints: string[] = [];
  for (const together of refusedTogether(tries, ({ expected }) => refusalOf(expected) !== null)) {
    const answers = await Promise.all(
      together.map((one) => call(world, name, operation, one).catch((error: Error) => error)),
    );
    for (const [index, one] of together.entries()) {
      const complaint = complaintOf(answers[index]!, operation, one);
      if (complaint) complaints.push(`${name} as ${one.caller} on ${one.target}: ${complaint}`);
    }
  }
  return complaints;
}

interface Try {
  caller: Caller;
  target: string;
  expected: Cell;
  /** What this caller was told before, by status: one refusal must not tell more than another. */
  refusals: Map<string, string>;
}

function complaintOf(
  answer: ApiAnswer | Error,
  operation: Operation,
  { expected, refusals }: Try,
): string | null {
  if (answer instanceof Error) return answer.message;
  const refusal = refusalOf(expected);
  const status = refusal?.status ?? operation.ok;
  if (answer.status !== status)
    return `expected ${status}, got ${answer.status} ${answer.text.slice(0, 120)}`;
  if (!refusal) return null;
  if (operation.isPage) return answer.text.startsWith('<!DOCTYPE html>') ? null : `no page: ${answer.text}`;
  const { code, message, ...more } = answer.body?.error ?? {};
  if (code !== refusal.code) return `expected ${refusal.code}, got ${answer.text}`;
  if (typeof message !== 'string' || Object.keys(answer.body).length !== 1)
    return `no error body: ${answer.text}`;
  if (Object.keys(more).some((key) => !['reason', 'fields'].includes(key))) return `too much: ${answer.text}`;
  const before = refusals.get(expected) ?? answer.text;
  refusals.set(expected, before);
  return before === answer.text ? null : `told apart from another target: ${answer.text}`;
}

async function call(
  world: World,
  name: string,
  operation: Operation,
  { caller, target }: Try,
): Promise<ApiAnswer> {
  const { method, path, body } = requestOf(world, name, operation, target);
  const token = world.tokens[caller];
  if (OUTSIDE_OF_THE_API.test(path)) return outsideOfTheApi(method, path, token);
  return t.api.send(method, path, { token, body });
}

async function outsideOfTheApi(method: string, path: string, token: string | undefined): Promise<ApiAnswer> {
  const response = await fetch(t.url + path, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  const text = await response.text();
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  return {
    status: response.status,
    headers: response.headers,
    body: isPage ? text : (JSON.parse(text) as unknown),
    text,
  };
}
