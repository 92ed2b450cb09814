import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCHOOL_FEATURES } from '../../../src/policy/school-feature.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestApp } from '../../support/test-app.js';
import { type Fault, faultsOf } from './faults.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { CALLERS, refusalOf, type Caller, type Cell, type Refusal } from './grid.js';
import { OPERATIONS, type Operation } from './matrix.table.js';
import { requestOf } from './request.js';
import { aWorld, type World } from './world.js';

/*
 * The matrix once more with requests of the wrong shape: whoever has no right is told so, and not what is wrong with the
 * request (contract section 0, rule 7). Nothing of this changes anything, so one world is enough.
 */

const ALL_OFF = Object.fromEntries(SCHOOL_FEATURES.map((feature) => [feature, false]));
/** One of each kind of refusal stands for the others every day. */
const FEW: readonly Caller[] = [
  ...(['anonymous', 'second step missing', 'no school', 'deactivated parent'] as const),
  ...(['parent of this family', 'parent of another family', 'editor', 'editor expired'] as const),
  ...(['editor of another organization', 'junior admin', 'senior admin'] as const),
  ...(['admin of another school', 'member of two schools'] as const),
];
const ASKING = process.env.MATRIX === 'full' ? CALLERS : FEW;

const FAULTS = Object.entries(OPERATIONS).flatMap(([name, operation]) =>
  faultsOf(name).map((fault) => [name, fault.name, operation, fault] as const),
);

let t: TestApp;
let answers = 0;
beforeAll(async () => {
  t = await startAppWithDataDir();
});
afterAll(async () => {
  figure('Fault of a request × caller × target: answers compared with the table', answers);
  figure('Of those, not as the table says', 0, '0');
  await t.close();
});

describe('a request of the wrong shape', () => {
  let world: World;
  beforeAll(async () => {
    world = await aWorld(t);
  });

  it.each(FAULTS)(
    'refuses callers without the right before it looks at the shape: %s, %s',
    async (name, _, operation, fault) => {
      expect(await complaints(world, name, operation, fault, (cell) => cell)).toEqual([]);
    },
  );
});

describe('a request of the wrong shape where every feature is turned off', () => {
  let world: World;
  beforeAll(async () => {
    world = await aWorld(t);
    for (const school of world.schools) await school.setFeatures(ALL_OFF);
  });

  const ofFeatures = FAULTS.filter(([, , { feature }]) => feature);
  it.each(ofFeatures)(
    'refuses everybody before it looks at the shape: %s, %s',
    async (name, _, operation, fault) => {
      const off = (cell: Cell): Expected =>
        ['ok', 'role', 'no', '404', '409', 'soon'].includes(cell) ? 'off' : cell;
      expect(await complaints(world, name, operation, fault, off)).toEqual([]);
    },
  );
});

/** `off` is the 404 of a feature, which comes before the shape. */
type Expected = Cell | 'off';

interface Asked {
  caller: Caller;
  target: string;
  expected: Expected;
  answer: ApiAnswer;
}

/** `parent of this family on this school: expected 403, got 400`. */
async function complaints(
  world: World,
  name: string,
  operation: Operation,
  fault: Fault,
  expectedOf: (cell: Cell) => Expected,
): Promise<string[]> {
  const ask = async (caller: Caller, target: string, at: number): Promise<Asked> => {
    const expected = expectedOf(operation.access.cells.get(caller)![at]!);
    const { method, path, body } = fault.within(requestOf(world, name, operation, target));
    const answer = await t.api.send(method, path, { token: world.tokens[caller], body });
    return { caller, target, expected, answer };
  };
  const found = await Promise.all(
    ASKING.map(async (caller) => {
      const asked = await Promise.all(operation.access.targets.map((target, at) => ask(caller, target, at)));
      answers += asked.length;
      const wrong = asked.filter(({ expected, answer }) => !isAmong(allowed(expected), answer));
      return [...wrong.map(complaintOf), ...(await toldApart(world, name, operation, asked))];
    }),
  );
  return found.flat();
}

const complaintOf = ({ caller, target, expected, answer }: Asked): string =>
  `${caller} on ${target}: expected ${expected}, got ${answer.text.slice(0, 120)}`;

/** What is hidden from a caller gets one answer, whether it is there or not. What they can read is not hidden. */
async function toldApart(
  world: World,
  name: string,
  operation: Operation,
  asked: Asked[],
): Promise<string[]> {
  const hidden = asked.filter(({ expected }) => expected === '404');
  if (new Set(hidden.map(({ answer }) => answer.text)).size <= 1) return [];
  const told = hidden.filter(({ answer }) => answer.status !== 404);
  const found = await Promise.all(
    told.map(async (one) => {
      const item = requestOf(world, name, operation, one.target).path.split(/[/?]/).slice(0, 3).join('/');
      const { status } = await t.api.get(item, { token: world.tokens[one.caller] });
      return status === 200 ? [] : [`${one.caller} on ${one.target}: is told that it is there`];
    }),
  );
  return found.flat();
}

const WRONG: Refusal = { status: 400, code: 'validation_failed' };

/** The shape is looked at after the rights of the route, and may be before the item is looked for. */
function allowed(expected: Expected): Refusal[] {
  if (expected === 'off') return [refusalOf('404')!];
  const refusal = refusalOf(expected);
  if (refusal === null || refusal.status === 409) return [WRONG];
  return expected === '404' || expected === 'no' ? [refusal, WRONG] : [refusal];
}

const isAmong = (refusals: Refusal[], { status, body }: ApiAnswer): boolean =>
  refusals.some((refusal) => refusal.status === status && refusal.code === body?.error?.code);
