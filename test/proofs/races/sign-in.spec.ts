import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import type { Person } from '../../support/school.factory.js';
import {
  anApplication,
  aPersonWithPassword,
  type TestApplication,
} from '../../support/application.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { race } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';

let t: TestApp;
beforeAll(async () => {
  t = await startForRace();
});
afterAll(() => t.close());

type Change = (person: Person, app: TestApplication) => Promise<unknown>;

const CHANGES: Record<string, Change> = {
  'the password is changed': ({ userId }) =>
    t.app.get(CredentialsService).setPassword(userId, 'another one of theirs'),
  'the application is revoked': (_, { clientId }) => t.app.get(ApplicationsService).revoke(clientId),
  'a second step is asked for': ({ userId, email }) =>
    t.app.get(CredentialsService).setUpTwoStep(userId, email),
};

/** Each waits for the row, in this order, until all of them do. */
async function oneAfterTheOther(
  row: { sql: string; id: string },
  calls: (() => Promise<unknown>)[],
): Promise<unknown[]> {
  const inFlight: Promise<unknown>[] = [];
  await t.dataSource.transaction(async (manager) => {
    await manager.query(`${row.sql} for update`, [row.id]);
    for (const call of calls) {
      inFlight.push(call());
      await untilWaiting(t.dataSource, inFlight.length);
    }
  });
  return Promise.all(inFlight);
}

/** Signed in once before, so that what ends sessions has one to wait for. */
async function signInDuring(change: Change): Promise<ApiAnswer> {
  const app = await anApplication(t);
  const person = await aPersonWithPassword(t);
  await app.signIn(person);
  const session = { sql: 'select 1 from user_sessions where user_id = $1', id: person.userId };
  const [, answer] = await oneAfterTheOther(session, [() => change(person, app), () => app.signIn(person)]);
  return answer as ApiAnswer;
}

describe('Who signs in while', () => {
  race.each(['the password is changed', 'the application is revoked'])(
    '%s is refused with what was right a moment ago',
    async (name) => {
      expectError(await signInDuring(CHANGES[name]!), 401, 'not_authenticated');
    },
  );

  race('a second step is asked for has to give it', async () => {
    const { body: pair } = await signInDuring(CHANGES['a second step is asked for']!);
    expect(pair).toMatchObject({ mfa_required: true });
    expectError(await t.api.get('/me', { token: pair.access_token }), 401, 'mfa_required');
  });

  race.each(Object.keys(CHANGES))('%s, and is first, is signed out by it', async (name) => {
    const app = await anApplication(t);
    const person = await aPersonWithPassword(t);
    const account = { sql: 'select 1 from users where id = $1', id: person.userId };
    const answers = await oneAfterTheOther(account, [
      () => app.signIn(person),
      () => CHANGES[name]!(person, app),
    ]);
    const { status, body: pair } = answers[0] as ApiAnswer;
    expect(status).toBe(200);
    expectError(await t.api.get('/me', { token: pair.access_token }), 401, 'not_authenticated');
  });
});
