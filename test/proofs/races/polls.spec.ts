import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { counted, sendTogether } from '../../support/http/released-together.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(8);
const SOCKETS = 50;

let t: TestApp;
let processes: ServiceProcess[];
beforeAll(async () => {
  t = await startTestApp();
  processes = await Promise.all([startBeside(t), startBeside(t)]);
}, 90_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

describe('Fifty responses of one person, released together on two processes', () => {
  it(
    'make one response: one is taken, and 49 are told that they have responded',
    async () => {
      const school = await aSchool(t);
      const { token } = await school.parent();
      for (let round = 0; round < ROUNDS; round += 1) {
        const poll = await aPoll(t, school);
        const answers = await sendTogether(
          Array.from({ length: SOCKETS }, (_, i) => ({
            url: processes[i % 2]!.url,
            path: `/polls/${poll.id}/respond`,
            token,
            body: { answers: poll.answers([i % 2, i % 3]) },
          })),
        );
        expect(counted(answers)).toEqual({ 200: 1, '400 already_responded': SOCKETS - 1 });
        const taken = answers.find(({ status }) => status === 200)!;
        const responses = await poll.responses();
        expect(responses.map(({ submittedAt }) => submittedAt?.toISOString())).toEqual([
          JSON.parse(taken.text).submitted_at,
        ]);
        expect(await poll.answerCount()).toBe(2);
      }
    },
    timeFor(ROUNDS),
  );
});

describe('A response that waits while its poll is closed', () => {
  race('comes too late', async () => {
    const school = await aSchool(t);
    const [parent, poll] = [await school.parent(), await aPoll(t, school)];
    let response: ReturnType<typeof poll.respond> | undefined;
    await t.dataSource.transaction(async (manager) => {
      await manager.query('update polls set closes_at = now() where id = $1', [poll.id]);
      response = poll.respond(parent);
      await someoneWaits();
    });
    expect((await response)?.body.error.reason).toBe('closed');
    expect(await poll.responses()).toEqual([]);
  });
});

/** Until another connection waits for a lock that this one holds. */
async function someoneWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await t.dataSource.query<unknown[]>(waiting)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
}
