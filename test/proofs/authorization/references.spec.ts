import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import type { TestApp } from '../../support/test-app.js';
import { CALLERS, refusalOf, type Caller, type Cell } from './grid.js';
import { OPERATIONS, type Operation } from './matrix.table.js';
import { KINDS, type Kind } from './targets.js';
import type { World } from './world.js';
import { callerOf, referringRequest, rightTarget } from './reference-request.js';
import { refusedTogether } from './refused-together.js';
import { placesOf, type Reference } from './references.js';
import { REFERENCES } from './references.table.js';
import { aWorldOfReferences } from './worlds/references.world.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

/*
 * The matrix once more for every id of a request that has several: the own, another's, another school's and an invented
 * one, in each place by itself.
 */

/** Refused before anything is looked at, which the grids ask of every operation. */
const AT_THE_DOOR: readonly Caller[] = CALLERS.slice(0, CALLERS.indexOf('no school'));
/** Ids of bodies that the role is asked for by: it cannot be before they are found. */
const ASKS_FOR_THE_ROLE = [
  /^POST .* body.organization_id$/,
  /^POST \/permission-slips\/:slipId\/responses body.student_id$/,
];

/** What is another school's to most is not to them. */
const OF_THE_OTHER_SCHOOL: readonly Caller[] = [
  'parent of another school',
  'admin of another school',
  'member of two schools',
];
const INSIDE = CALLERS.filter((caller) => !AT_THE_DOOR.includes(caller));

let t: TestApp;
let world: World;
let cells = 0;
beforeAll(async () => {
  t = await startAppWithDataDir();
  world = await aWorldOfReferences(t);
});
afterAll(async () => {
  figure('Place of an id × caller × target: answers compared with the table', cells);
  figure('Of those, not as the table says', 0, '0');
  await t.close();
});

describe('a request that is right but for one id', () => {
  it.each([...new Set(REFERENCES.map(({ operation }) => operation))])('%s', async (name) => {
    const tries = REFERENCES.filter(({ operation }) => operation === name).flatMap(triesOf);
    // What succeeds comes last: it may change who sees what the others ask for.
    tries.sort((a, b) => Number(a.expected < 300) - Number(b.expected < 300));
    const found: string[] = [];
    for (const together of refusedTogether(tries, ({ expected }) => expected >= 300))
      found.push(...(await Promise.all(together.map(complaintsOf))).flat());
    expect(found).toEqual([]);
  });
});

interface Try {
  reference: Reference;
  caller: Caller;
  kind: Kind;
  /** Status. */
  expected: number;
}

function triesOf(reference: Reference): Try[] {
  const operation = OPERATIONS[reference.operation]!;
  return KINDS.flatMap((kind) =>
    INSIDE.flatMap((caller) => {
      const expected = expectedOf(operation, reference, caller, kind);
      return expected === null ? [] : [{ reference, caller, kind, expected }];
    }),
  );
}

async function complaintsOf({ reference, caller, kind, expected }: Try): Promise<string[]> {
  const { method, path, body } = referringRequest(world, OPERATIONS[reference.operation]!, reference, kind);
  const { status, text } = await t.api.send(method, path, { token: world.tokens[caller], body });
  cells += 1;
  if (status === expected) return [];
  return [
    `${reference.place} as ${caller}, ${kind}: expected ${expected}, got ${status} ${text.slice(0, 160)}`,
  ];
}

/** Status; null where the table says nothing: it speaks of one caller who may, and of all those who may not. */
function expectedOf(operation: Operation, reference: Reference, caller: Caller, kind: Kind): number | null {
  const { answers } = reference;
  const answer = answers[kind] === 'ok' ? operation.ok : answers[kind];
  if (answer === null || caller === callerOf(operation)) return answer;
  if (kind === 'own' || kind === 'other') return null;
  if (kind === 'foreign' && OF_THE_OTHER_SCHOOL.includes(caller)) return null;
  const cell = cellOf(operation, caller);
  if (cell !== 'ok' && !comesBeforeTheRole(reference, cell)) return refusalOf(cell)!.status;
  return answer === operation.ok ? null : answer;
}

/** The contract's order of checks: the school, then whether there is such an item, then the role on it. */
function comesBeforeTheRole({ operation, place }: Reference, cell: Cell): boolean {
  const [first, second] = placesOf(operation);
  if (place === first && place.startsWith('path.')) return true;
  const isOfTheSchool = first === 'path.schoolId' && place === second && place.startsWith('path.');
  return cell === 'no' && (isOfTheSchool || ASKS_FOR_THE_ROLE.some((of) => of.test(`${operation} ${place}`)));
}

const cellOf = ({ access }: Operation, caller: Caller): Cell =>
  access.cells.get(caller)![access.targets.indexOf(rightTarget({ access }))]!;
