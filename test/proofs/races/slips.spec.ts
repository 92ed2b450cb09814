import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPermissionSlip } from '../../support/a-permission-slip.js';
import { aSchool, type TestSchool } from '../../support/a-school.js';
import { counted, sendTogether } from '../../support/released-together.js';
import { rounds, timeFor } from '../../support/rounds.js';
import type { ServiceProcess } from '../../support/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/two-processes.js';

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
  const slip = await aPermissionSlip(t, school, { answerPer, secondGuardianRequired: second });
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
    'are let through once',
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
    'are let through once each where two have to sign',
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
