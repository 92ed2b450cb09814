import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import { SlipResponse } from '../../../src/features/permission-slips/responses/slip-response.entity.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let ada: Student;
let mother: TestGuardian;
let father: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  ({ student: ada, mother, father } = await school.family());
});

const aSlip = async (given: Partial<PermissionSlip> = {}): Promise<SlipClient> =>
  new SlipClient(t, (await aPermissionSlip(t, school, given)).id);
const granted = (): object => ({ student_id: ada.id, decision: 'granted' });
const declined = (): object => ({ student_id: ada.id, decision: 'declined' });
/** The decision and the state of each revision. */
const stored = async (slip: SlipClient): Promise<string[]> =>
  (
    await t.dataSource.manager.find(SlipResponse, { where: { slipId: slip.id }, order: { revision: 'asc' } })
  ).map(({ decision, state }) => `${decision}, ${state}`);
const readBy = async (slip: SlipClient, { token }: TestGuardian): Promise<[string, number]> => {
  const { my_students, outstanding } = (await slip.get({ token })).body;
  return [my_students[0].state, outstanding];
};

const loses = async ({ membershipId }: TestGuardian, student: Student): Promise<void> => {
  await t.dataSource.manager.delete(Guardian, { membershipId, studentId: student.id });
};
const leaves = async ({ membershipId, token }: TestGuardian): Promise<void> => {
  expect((await t.api.post(`/me/leave-school/${membershipId}`, { token })).status).toBe(204);
};
const GONE: [string, (guardian: TestGuardian) => Promise<void>][] = [
  ['is taken off the student', (guardian) => loses(guardian, ada)],
  ['leaves the school', leaves],
];

describe('A refusal', () => {
  it('holds while whoever gave it is deactivated', async () => {
    const slip = await aSlip();
    await slip.answer(father, declined());
    await school.deactivate(father);
    expectError(await slip.answer(mother, granted()), 409, 'conflict', 'declined_by_other_guardian');
  });

  it.each(GONE)('stands when whoever gave it %s, until another guardian grants', async (_how, go) => {
    const slip = await aSlip();
    await slip.answer(father, declined());
    await go(father);
    expect(await readBy(slip, mother)).toEqual(['declined', 0]);
    const { status, body } = await slip.answer(mother, granted());
    expect([status, body.revision]).toEqual([201, 2]);
    expect(await stored(slip)).toEqual(['declined, superseded', 'granted, current']);
    expect(await readBy(slip, mother)).toEqual(['granted', 0]);
  });

  it.each(GONE)('becomes that of another guardian when whoever gave it %s', async (_how, go) => {
    const slip = await aSlip();
    const uncle = await school.parentOf(ada);
    await slip.answer(father, declined());
    expectError(await slip.answer(mother, declined()), 409, 'conflict', 'already_responded');
    await go(father);
    expect((await slip.answer(mother, declined())).status).toBe(201);
    expectError(await slip.answer(uncle, granted()), 409, 'conflict', 'declined_by_other_guardian');
    expect(await stored(slip)).toEqual(['declined, superseded', 'declined, current']);
  });

  it('holds for the child whose guardian they still are', async () => {
    const ben = await school.student({ firstName: 'Ben' });
    for (const { membershipId, email } of [father, mother])
      await school.guardian(ben, { membershipId, email });
    const slip = await aSlip({ answerPer: 'family' });
    await slip.answer(father, { decision: 'declined' });
    await loses(father, ada);
    const { status, body } = await slip.answer(mother, { decision: 'granted' });
    expect([status, body.student_name]).toEqual([201, 'Ada Park']);
    expect(await stored(slip)).toEqual(['declined, current', 'granted, current']);
    expect((await slip.get(await school.admin())).body.totals).toMatchObject({ granted: 1, declined: 1 });
  });

  it('holds where another of two is still a guardian', async () => {
    const slip = await aSlip({ secondGuardianRequired: true });
    const uncle = await school.parentOf(ada);
    await slip.answer(father, declined());
    await slip.answer(uncle, declined());
    await loses(father, ada);
    expectError(await slip.answer(mother, granted()), 409, 'conflict', 'declined_by_other_guardian');
    expectError(await slip.answer(mother, declined()), 409, 'conflict', 'already_responded');
    expect(await stored(slip)).toEqual(['declined, current', 'declined, current']);
  });
});

describe('What was granted', () => {
  it.each(GONE)('stands like any other when whoever gave it %s', async (_how, go) => {
    const [one, two] = [await aSlip(), await aSlip({ secondGuardianRequired: true })];
    for (const slip of [one, two]) await slip.answer(father, granted());
    await go(father);
    expectError(await one.answer(mother, granted()), 409, 'conflict', 'already_responded');
    expect((await two.answer(mother, granted())).status).toBe(201);
    expect(await stored(two)).toEqual(['granted, current', 'granted, current']);
    expect((await two.get(await school.admin())).body.totals).toMatchObject({ granted: 1 });
  });
});
