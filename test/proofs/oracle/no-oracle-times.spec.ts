import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../authorization/grid.js';
import { OPERATIONS } from '../authorization/matrix.table.js';
import { idOf, requestOf, type WorldRequest } from '../authorization/request.js';
import { kindOf } from '../authorization/targets.js';
import type { World } from '../authorization/world.js';
import { callerOf, referringRequest, rightTarget } from '../authorization/reference-request.js';
import { placesOf, type Reference } from '../authorization/references.js';
import { REFERENCES } from '../authorization/references.table.js';
import { aWorldOfReferences } from '../authorization/worlds/references.world.js';
import { DatabaseGate } from '../../support/database/database-gate.js';
import { figure } from '../../support/proofs/figures.js';
import { OneConnection, type Exchange } from '../../support/http/one-connection.js';
import { compare, comparesTimes, PAIRS, timeForPairs } from '../../support/proofs/oracle-pairs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * Whether something is there in another school cannot be found out: each id of each operation, in its path, its query
 * or its body, is asked for with one of another school and with an invented one while the rest of the request is right.
 * Status, headers and body are the same for every caller below, and so is for the one who gets furthest how often the
 * database is asked; in the full size the times are, too.
 */

/** Milliseconds by which the medians may differ. */
const BOUND = 2;
/** Times that the statements of each kind are counted, at most. */
const ATTEMPTS = 10;
const CALLERS: Caller[] = ['parent of this family', 'editor', 'senior admin'];

interface Question {
  name: string;
  operation: string;
  ask: (kind: 'foreign' | 'invented') => WorldRequest;
}

let t: TestApp;
let world: World;
let dataDir: string;
let connection: OneConnection;
let gate: DatabaseGate | undefined;
let worst = { name: '', difference: -1 };
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-oracle-'));
  // It counts the statements, and takes time of its own.
  const counted = async (url: string): Promise<string> => (gate = await DatabaseGate.before(url)).url;
  t = await startTestApp({ dataDir }, comparesTimes ? undefined : counted);
  world = await aWorldOfReferences(t);
  connection = new OneConnection(`${t.url}/api/v1`);
});
afterAll(async () => {
  figure('Places of ids, asked for as foreign and as invented', QUESTIONS.length);
  figure('Pairs of each', PAIRS);
  if (comparesTimes)
    figure(
      'Largest difference of medians, ms',
      `${worst.difference.toFixed(2)} (${worst.name})`,
      `<= ${BOUND} ms`,
    );
  connection.close();
  await t.close();
  await gate?.shut();
  rmSync(dataDir, { recursive: true });
});

const QUESTIONS = [
  ...REFERENCES.map(questionOf),
  ...Object.keys(OPERATIONS).flatMap((name) => placesOf(name).flatMap((place) => onlyIdOf(name, place))),
];

describe('A foreign id', () => {
  it('comes up in every place of every operation but those of the second step', () => {
    const asked = new Set(QUESTIONS.map(({ operation }) => operation));
    const left = Object.keys(OPERATIONS).filter((name) => placesOf(name).length > 0 && !asked.has(name));
    expect(left).toEqual(['POST /auth/two-step/verify']);
  });

  it.each(QUESTIONS.map((question) => [question.name, question] as const))(
    'differs in nothing from an invented one: %s',
    async (_, question) => {
      for (const caller of CALLERS) expect((await compared(question, caller, 1)).differences).toEqual([]);
      if (comparesTimes) await compareTimes(question);
      else await compareStatements(question);
    },
    timeForPairs(),
  );
});

/** What a timer asks the database meanwhile is counted, too: that only adds, so the fewest of several attempts are compared. */
async function compareStatements(question: Question): Promise<void> {
  let [foreign, invented] = [Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    foreign = Math.min(foreign, await statementsOf(question, 'foreign'));
    invented = Math.min(invented, await statementsOf(question, 'invented'));
    if (foreign === invented) return;
  }
  expect(foreign).toBe(invented);
}

async function statementsOf(question: Question, kind: 'foreign' | 'invented'): Promise<number> {
  gate!.statements = 0;
  await answer(question.ask(kind), callerOf(OPERATIONS[question.operation]!));
  return gate!.statements;
}

async function compareTimes(question: Question): Promise<void> {
  const caller = callerOf(OPERATIONS[question.operation]!);
  const { differences, medians } = await compared(question, caller, PAIRS);
  expect(differences).toEqual([]);
  const difference = Math.abs(medians.there - medians.invented);
  if (difference > worst.difference) worst = { name: question.name, difference };
  expect(difference).toBeLessThanOrEqual(BOUND);
}

const compared = (question: Question, caller: Caller, pairs: number) =>
  compare(
    () => answer(question.ask('foreign'), caller),
    () => answer(question.ask('invented'), caller),
    pairs,
  );

async function answer({ method, path, body }: WorldRequest, caller: Caller): Promise<Exchange> {
  const given = await connection.send(
    method,
    path,
    { authorization: `Bearer ${world.tokens[caller]}` },
    body,
  );
  // A token that has expired meanwhile makes everything the same.
  if (given.status === 401) throw new Error(given.body);
  return given;
}

/** Of operations that have one id alone, and no line in the table. */
function onlyIdOf(operation: string, place: string): Question[] {
  if (REFERENCES.some((one) => one.operation === operation)) return [];
  const parameter = place.split('.')[1]!;
  const foreign = OPERATIONS[operation]!.access.targets.find((target) => kindOf(target) === 'foreign');
  if (!foreign) return [];
  const ask: Question['ask'] = (kind) => {
    const id = kind === 'invented' ? randomUUID() : idOf(world.ids, parameter, foreign);
    const right = OPERATIONS[operation]!;
    return requestOf(world, operation, right, rightTarget(right), { [parameter]: id });
  };
  return [{ name: `${operation} ${place}`, operation, ask }];
}

function questionOf(reference: Reference): Question {
  const { operation, place, of } = reference;
  const ask: Question['ask'] = (kind) => referringRequest(world, OPERATIONS[operation]!, reference, kind);
  return { name: `${operation} ${place} (${of})`, operation, ask };
}
