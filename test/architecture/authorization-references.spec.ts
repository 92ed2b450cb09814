import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from '../support/figures.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { CALLERS, refusalOf, type Caller, type Cell } from './authorization-grid.js';
import { OPERATIONS, type Operation } from './authorization-matrix.table.js';
import { KINDS, type Kind } from './authorization-targets.js';
import type { World } from './authorization-world.js';
import { callerOf, referringRequest, rightTarget } from './reference-request.js';
import { refusedTogether } from './refused-together.js';
import { kindsOf, placesOf, type Reference } from './references.js';
import { REFERENCES } from './references.table.js';
import { aWorldOfReferences } from './references.world.js';

/*
 * The matrix once more for every id of a request that has several: the own, another's, another school's and an invented
 * one, in each place by itself.
 */

/** What has no owner within its school: there is nothing of somebody else there. */
const NOBODYS: Record<string, string> = {
  school: 'its members are in it alike',
  category: 'made for the whole school',
  menu: 'for the whole school',
  'leading staff': 'the staff directory is for the whole school',
};

/** Places that the matrix cannot ask about. */
const PROVEN_ELSEWHERE: Record<string, string> = {
  'POST /auth/two-step/verify body.challenge_id':
    'a session answers its own challenge: two-step.spec.ts has the invented one and that of another session',
};

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
let dataDir: string;
let cells = 0;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-references-'));
  t = await startTestApp({ dataDir });
  world = await aWorldOfReferences(t);
});
afterAll(async () => {
  figure('Place of an id × caller × target: answers compared with the table', cells);
  figure('Of those, not as the table says', 0, '0');
  await t.close();
  rmSync(dataDir, { recursive: true });
});

describe('every id of every operation', () => {
  const places = Object.keys(OPERATIONS).flatMap((name) =>
    placesOf(name).map((place) => [name, place] as const),
  );

  it('is asked for with its own, with another’s, with another school’s and with an invented one', () => {
    expect(places.flatMap(([name, place]) => missingKinds(name, place))).toEqual([]);
  });

  it('is of an operation that is there', () => {
    expect(REFERENCES.filter(({ operation }) => !OPERATIONS[operation])).toEqual([]);
    const all = places.map(([name, place]) => `${name} ${place}`);
    expect(Object.keys(PROVEN_ELSEWHERE).filter((known) => !all.includes(known))).toEqual([]);
  });
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

/** The grid has them where it is the only id; otherwise a line of the table does. */
function missingKinds(name: string, place: string): string[] {
  if (PROVEN_ELSEWHERE[`${name} ${place}`]) return [];
  const { access } = OPERATIONS[name]!;
  const lines = REFERENCES.filter((reference) => reference.operation === name && reference.place === place);
  const ofGrid = kindsOf(access.targets);
  const inLines = (kind: Kind): boolean =>
    lines.some(({ of, answers }) => answers[kind] !== null || (kind === 'other' && of in NOBODYS));
  const isThere = (kind: Kind): boolean =>
    lines.length > 0
      ? inLines(kind) || ((kind === 'own' || kind === 'other') && ofGrid.includes(kind))
      : placesOf(name).length === 1 &&
        (ofGrid.includes(kind) || (kind === 'other' && place.endsWith('.schoolId')));
  return KINDS.filter((kind) => !isThere(kind)).map(
    (kind) => `${name} has no ${kind} target for ${place}: add it to references.table.ts, or to its grid`,
  );
}

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
  return (
    cell === 'no' &&
    (isOfTheSchool || ASKS_FOR_THE_ROLE.some((known) => `${operation} ${place}`.match(known)))
  );
}

const cellOf = ({ access }: Operation, caller: Caller): Cell =>
  access.cells.get(caller)![access.targets.indexOf(rightTarget({ access }))]!;
