import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { counted, sendTogether } from '../../support/http/released-together.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(3);
const AT_ONCE = 50;

let t: TestApp;
let processes: [ServiceProcess, ServiceProcess];
let school: TestSchool;
const start = (): Promise<ServiceProcess> => startBeside(t, { DATABASE_POOL_SIZE: '4' });
beforeAll(async () => {
  t = await startTestApp();
  processes = await Promise.all([start(), start()]);
  school = await aSchool(t);
}, 90_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

interface Round {
  decisions: ['granted' | 'declined', 'granted' | 'declined'];
  answerPer: 'student' | 'family';
  second: boolean;
}

/** Both guardians of two children at once, on both processes, each over and over. */
async function answersOf({ decisions, answerPer, second }: Round) {
  const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
  const parents = [await school.parentOf([ada, ben]), await school.parentOf([ben, ada])];
  // Nobody is told of it: the school grows with each round, and all of it would be.
  const given = { answerPer, secondGuardianRequired: second, alertedAt: t.clock.now() };
  const slip = await aPermissionSlip(t, school, given);
  const requests = Array.from({ length: AT_ONCE }, (_, at) => ({
    url: processes[at % 2]!.url,
    path: `/permission-slips/${slip.id}/responses`,
    token: parents[Math.floor(at / 2) % 2]!.token,
    key: randomUUID(),
    body: { student_id: ada.id, decision: decisions[Math.floor(at / 2) % 2] },
  }));
  const answers = await sendTogether(requests);
  const current = await t.dataSource.query<{ decision: string; place: number }[]>(
    `select distinct r.decision, rs.place from permission_slip_responses r
     join permission_slip_response_students rs on rs.response_id = r.id and rs.is_current
     where r.slip_id = $1 order by rs.place`,
    [slip.id],
  );
  return { told: counted(answers), current };
}

describe.each(['student', 'family'] as const)('Guardians who answer for a %s at once', (answerPer) => {
  it(
    'get through once',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { told, current } = await answersOf({
          decisions: ['granted', 'granted'],
          answerPer,
          second: false,
        });
        expect(told).toEqual({ 201: 1, '409 already_responded': AT_ONCE - 1 });
        expect(current).toEqual([{ decision: 'granted', place: 1 }]);
      }
    },
    timeFor(ROUNDS),
  );

  it(
    'get through once each where two have to sign',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { told, current } = await answersOf({
          decisions: ['granted', 'granted'],
          answerPer,
          second: true,
        });
        expect(told).toEqual({ 201: 2, '409 already_responded': AT_ONCE - 2 });
        expect(current.map(({ place }) => place)).toEqual([1, 2]);
      }
    },
    timeFor(ROUNDS),
  );

  it(
    'end with declined, whoever comes first',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { told, current } = await answersOf({
          decisions: ['granted', 'declined'],
          answerPer,
          second: false,
        });
        expect(current).toEqual([{ decision: 'declined', place: 1 }]);
        expect(Object.keys(told).filter((key) => !/^(201|409 \w+)$/.test(key))).toEqual([]);
        expect([1, 2]).toContain(told['201']);
      }
    },
    timeFor(ROUNDS),
  );
});

const MINUTE = 60_000;
const LATE: Record<string, (slip: SlipClient, parent: { token: string }, id: string) => Promise<ApiAnswer>> =
  {
    'first answer': (slip, father) => slip.answer(father, { decision: 'declined' }),
    change: (slip, mother, id) => slip.change(mother, id, { decision: 'declined' }),
    withdrawal: (slip, mother, id) => slip.withdraw(mother, id),
  };

describe('What waits for another guardian while the slip closes', () => {
  race.each(Object.keys(LATE))('comes too late: %s', async (what) => {
    const ada = await school.student();
    const [mother, father] = [await school.parentOf(ada), await school.parentOf(ada)];
    const closesAt = new Date(t.clock.now().getTime() + MINUTE);
    const { id } = await aPermissionSlip(t, school, { answerPer: 'family', closesAt });
    const slip = new SlipClient(t, id);
    const { body } = await slip.answer(mother, { decision: 'granted' });
    const answers: Promise<ApiAnswer>[] = [];
    await t.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from students where id = $1 for no key update', [ada.id]);
      answers.push(LATE[what]!(slip, what === 'first answer' ? father : mother, body.id));
      await untilWaiting(t.dataSource);
      t.clock.advance(MINUTE);
    });
    const reason = what === 'first answer' ? 'closed' : 'edit_closed';
    expectError((await answers[0])!, 400, 'validation_failed', reason);
    t.clock.moveTo(new Date().toISOString());
  });
});
