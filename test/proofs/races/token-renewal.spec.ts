import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  anApplication,
  aPersonWithPassword,
  type TestApplication,
} from '../../support/application.factory.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(25);
jest.setTimeout(timeFor(ROUNDS));

let t: TestApp;
let app: TestApplication;
let processes: ServiceProcess[];

beforeAll(async () => {
  t = await startTestApp();
  app = await anApplication(t);
  processes = await Promise.all([startBeside(t), startBeside(t)]);
}, 90_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

describe('two processes on one database', () => {
  it('give one and the same pair for a refresh token that both get at the same instant', async () => {
    const person = await aPersonWithPassword(t);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { body: pair } = await app.signIn(person);
      const answers = await Promise.all(
        [...processes, ...processes].map((service) =>
          service.api.post('/auth/token', {
            body: { grant_type: 'refresh_token', refresh_token: pair.refresh_token },
            headers: { authorization: app.basic },
          }),
        ),
      );
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    }
    const [count] = await t.dataSource.query<{ sessions: number; tokens: number }[]>(
      `select count(distinct session_id)::int as sessions, count(*)::int as tokens
       from refresh_tokens where session_id in (select id from user_sessions where user_id = $1)`,
      [person.userId],
    );
    expect(count).toEqual({ sessions: ROUNDS, tokens: 2 * ROUNDS });
  });

  race('count guesses together', async () => {
    const person = await aPersonWithPassword(t);
    const guess = { grant_type: 'password', email: person.email, password: 'wrong password' };
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        processes[i % 2]!.api.post('/auth/token', { body: guess, headers: { authorization: app.basic } }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(14);
    // What a source may guess wrong at all is for one round.
    await t.dataSource.query('truncate attempt_counts');
  });

  race('refuse an ended session on the next request, whichever ended it', async () => {
    const [here, there] = processes as [ServiceProcess, ServiceProcess];
    const { body: pair } = await app.signIn(await aPersonWithPassword(t));
    const token: string = pair.access_token;
    expect((await there.api.get('/me', { token })).status).toBe(200);
    expect((await here.api.post('/auth/revoke', { token })).status).toBe(204);
    expect((await there.api.get('/me', { token })).status).toBe(401);
  });
});
