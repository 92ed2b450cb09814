import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AnswersOverruledBefore1796860100000 } from '../../migrations/1796860100000-answers-overruled-before.js';
import { aPermissionSlip, SlipClient } from '../support/permission-slip.factory.js';
import { aSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const OVERRULED = `
  select s.first_name as name, rs.is_overruled as overruled, r.decision from permission_slip_response_students rs
  join permission_slip_responses r on r.id = rs.response_id join students s on s.id = rs.student_id
  where rs.slip_id = $1 order by r.decision, s.first_name`;

it('marks the answers that were overruled for a child before there was a column for it, and no others', async () => {
  const school = await aSchool(t);
  const [ada, ben] = [await school.student({ firstName: 'Ada' }), await school.student({ firstName: 'Ben' })];
  const [father, mother] = [await school.parentOf([ada, ben]), await school.parentOf(ben)];
  const slips = [await aPermissionSlip(t, school, { answerPer: 'family' })];
  slips.push(await aPermissionSlip(t, school, { answerPer: 'family' }));
  for (const [at, { id }] of slips.entries()) {
    const slip = new SlipClient(t, id);
    const { body } = await slip.answer(father, { decision: 'granted' });
    await slip.answer(mother, { decision: 'declined' });
    if (at > 0) await slip.withdraw(father, body.id);
  }
  await t.dataSource.query('update permission_slip_response_students set is_overruled = false');
  const runner = t.dataSource.createQueryRunner();
  await new AnswersOverruledBefore1796860100000().up(runner);
  await runner.release();
  for (const { id } of slips)
    expect(await t.dataSource.query(OVERRULED, [id])).toEqual([
      { name: 'Ben', overruled: false, decision: 'declined' },
      { name: 'Ada', overruled: false, decision: 'granted' },
      { name: 'Ben', overruled: true, decision: 'granted' },
    ]);
});
