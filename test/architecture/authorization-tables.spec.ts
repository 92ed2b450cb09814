import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../proofs/authorization/matrix.table.js';
import { WITHOUT_TOKENS } from '../proofs/authorization/without-tokens.table.js';
import { kindsOf, placesOf } from '../proofs/authorization/references.js';
import { REFERENCES } from '../proofs/authorization/references.table.js';
import { KINDS, type Kind } from '../proofs/authorization/targets.js';
import { startTestApp } from '../support/test-app.js';
import { operationsOf } from './operations.js';

/*
 * That nothing is missing in the tables of who may call what. That the answers are those of the tables, the proofs in
 * test/proofs/authorization ask of every cell.
 */

const TABLE = 'test/proofs/authorization/matrix.table.ts';

/** What has no owner within its school: there is nothing of somebody else there. */
const NOBODYS: Record<string, string> = {
  school: 'its members are in it alike',
  category: 'made for the whole school',
  menu: 'for the whole school',
  webhook: 'made for the whole school',
  delivery: 'what a webhook of the whole school was told',
  'leading staff': 'the staff directory is for the whole school',
};

/** Places that the matrix cannot ask about. */
const PROVEN_ELSEWHERE: Record<string, string> = {
  'POST /auth/two-step/verify body.challenge_id':
    'a session answers its own challenge: two-step.spec.ts has the invented one and that of another session',
};

describe('the authorization matrix', () => {
  it('knows every operation, and no other', async () => {
    const t = await startTestApp();
    const [there, known] = [operationsOf(t.app), [...Object.keys(OPERATIONS), ...WITHOUT_TOKENS]];
    await t.close();
    const unknown = there.filter((name) => !known.includes(name));
    const gone = known.filter((name) => !there.includes(name));
    expect([
      ...unknown.map((name) => `${name} is not in ${TABLE}: add a line that says who may call it`),
      ...gone.map((name) => `${name} is in ${TABLE} and not in the application: remove its line`),
    ]).toEqual([]);
  });
});

describe('every id of every operation', () => {
  const places = Object.keys(OPERATIONS).flatMap((name) =>
    placesOf(name).map((place) => [name, place] as const),
  );

  it('gets tried with its own, with another’s, with another school’s and with an invented one', () => {
    expect(places.flatMap(([name, place]) => missingKinds(name, place))).toEqual([]);
  });

  it('belongs to an operation that is there', () => {
    expect(REFERENCES.filter(({ operation }) => !OPERATIONS[operation])).toEqual([]);
    const all = places.map(([name, place]) => `${name} ${place}`);
    expect(Object.keys(PROVEN_ELSEWHERE).filter((known) => !all.includes(known))).toEqual([]);
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
