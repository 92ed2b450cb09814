import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import type { PermissionSlip } from '../../src/features/permission-slips/permission-slip.entity.js';
import { aPermissionSlip, aSlipQuestion, SlipClient } from '../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../support/school.factory.js';
import { deliverMail, deliveriesOf, mailsOf, notificationsOf, toldOf } from '../support/alerts.js';
import { anOrganization } from '../support/organization.factory.js';
import type { TestApp } from '../support/test-app.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';

const KIND = 'slip_answered_by_other_guardian';

let t: TestApp;
let school: TestSchool;
let ada: Student;
let mother: TestGuardian;
let father: TestGuardian;
beforeAll(async () => {
  t = await startAppWithDataDir({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t, { name: 'Lincoln School' });
  ada = await school.student({ firstName: 'Adelaide', lastName: 'Underwood' });
  mother = await school.parentOf(ada, { firstName: 'Margaret' });
  father = await school.parentOf(ada, { relation: 'father' });
});

const aSlip = async (given: Partial<PermissionSlip> = {}): Promise<SlipClient> =>
  new SlipClient(t, (await aPermissionSlip(t, school, given)).id);
const answered = async (slip: SlipClient, who: TestGuardian, given: object = {}): Promise<string> => {
  const { status, body } = await slip.answer(who, { student_id: ada.id, decision: 'granted', ...given });
  expect(status).toBe(201);
  return body.id as string;
};
/** The one notification of it that somebody has and has not read, which they read now. */
async function read(slip: SlipClient, { membershipId, token }: TestGuardian): Promise<string> {
  const own = (await notificationsOf(t, slip)).filter((one) => one.membershipId === membershipId);
  expect(own).toMatchObject([{ readAt: null }]);
  expect((await t.api.post(`/notifications/${own[0]!.id}/read`, { token })).status).toBe(204);
  return own[0]!.id;
}
const told = (slip: SlipClient): Promise<string[]> => toldOf(t, slip, KIND);

describe('An answer to a slip', () => {
  it('notifies the other guardians, and nobody else', async () => {
    await school.parentOf(await school.student());
    await school.admin();
    const slip = await aSlip();
    await answered(slip, mother);
    expect(await told(slip)).toEqual([father.membershipId]);
    expect(await notificationsOf(t, slip)).toMatchObject([
      { targetType: 'permission_slip', title: 'Museum trip', body: null, readAt: null },
    ]);
  });

  it('notifies nobody who is no guardian or no member any more, or would not find the slip', async () => {
    const [former, away] = [await school.parentOf(ada), await school.parentOf(ada)];
    await t.dataSource.query('delete from guardians where membership_id = $1', [former.membershipId]);
    await school.deactivate(away);
    const slip = await aSlip();
    await answered(slip, mother);
    expect(await told(slip)).toEqual([father.membershipId]);
    const chess = await anOrganization(t, school);
    await chess.addParent(mother);
    const ofHelpers = await aSlip({ audienceType: 'organizations', audienceOrganizationIds: [chess.id] });
    await answered(ofHelpers, mother);
    expect(await told(ofHelpers)).toEqual([]);
  });

  it('notifies both where both have answered, once each', async () => {
    const slip = await aSlip();
    const id = await answered(slip, mother);
    await answered(slip, father, { decision: 'declined' });
    expect(await told(slip)).toEqual([mother.membershipId, father.membershipId].sort());
    const second = await aSlip({ secondGuardianRequired: true });
    await answered(second, mother);
    await answered(second, father);
    expect(await told(second)).toEqual([mother.membershipId, father.membershipId].sort());
    expect((await slip.withdraw(mother, id)).status).toBe(204);
    expect(await notificationsOf(t, slip)).toHaveLength(2);
  });

  it('notifies once for two students, and again for a change', async () => {
    const ben = await school.student({ firstName: 'Ben' });
    for (const { membershipId } of [mother, father]) await school.guardian(ben, { membershipId });
    const slip = await aSlip();
    const id = await answered(slip, mother);
    const first = await read(slip, father);
    await answered(slip, mother, { student_id: ben.id });
    expect((await slip.change(mother, id, { decision: 'granted', note: 'By bus' })).status).toBe(200);
    expect(await notificationsOf(t, slip)).toMatchObject([{ id: first, readAt: expect.any(Date) }]);
    expect((await slip.change(mother, id, { decision: 'declined' })).status).toBe(200);
    expect(await notificationsOf(t, slip)).toMatchObject([
      { membershipId: father.membershipId, readAt: null },
    ]);
    expect(await deliveriesOf(t, slip)).toHaveLength(1);
  });

  it('notifies again whom it overrules, and where it is not what was taken back', async () => {
    const slip = await aSlip();
    const id = await answered(slip, father);
    const first = await read(slip, mother);
    expect((await slip.withdraw(father, id)).status).toBe(204);
    const again = await answered(slip, father);
    expect(await told(slip)).toEqual([mother.membershipId]);
    expect(await notificationsOf(t, slip)).toMatchObject([{ id: first, readAt: expect.any(Date) }]);
    expect((await slip.withdraw(father, again)).status).toBe(204);
    await answered(slip, mother);
    const declined = await answered(slip, father, { decision: 'declined' });
    await read(slip, mother);
    expect((await slip.withdraw(father, declined)).status).toBe(204);
    await answered(slip, father);
    await read(slip, mother);
  });

  it('notifies those alone for whose students it stands when it is of a family', async () => {
    const ben = await school.student({ firstName: 'Ben' });
    await school.guardian(ben, { membershipId: father.membershipId });
    const third = await school.parentOf(ben);
    const slip = await aSlip({ answerPer: 'family' });
    await answered(slip, mother);
    expect(await told(slip)).toEqual([father.membershipId]);
    // Adelaide has an answer: this one stands for Ben, who is none of the mother's.
    await answered(slip, father);
    expect(await told(slip)).toEqual([father.membershipId, third.membershipId].sort());
  });

  it('notifies nobody when it is refused', async () => {
    const slip = await aSlip();
    await answered(slip, father, { decision: 'declined' });
    await t.dataSource.query('delete from notifications where target_id = $1', [slip.id]);
    const refused = await slip.answer(mother, { student_id: ada.id, decision: 'granted' });
    expect([refused.status, await told(slip)]).toEqual([409, []]);
  });
});

describe('The mail of an answer by another guardian', () => {
  it('tells that there is one, never who, for whom or what', async () => {
    const entity = await aPermissionSlip(t, school);
    const question = await aSlipQuestion(t, entity, { text: 'Who collects your child?' });
    const slip = new SlipClient(t, entity.id);
    const answers = [{ question_id: question.id, text: 'Grandfather Otto' }];
    await answered(slip, mother, { answers, note: 'Sick on buses', decision: 'declined' });
    await deliverMail(t);
    const { headers, text, html } = (await mailsOf(t, slip, KIND)).get(father.membershipId)!;
    expect(headers).toMatchObject({
      to: father.email,
      subject: 'Permission slip answered · Museum trip · Lincoln School',
    });
    expect(text).toContain('Another guardian has answered this permission slip.');
    expect(text).toContain(`https://directory.example.org/schools/${school.id}/permission-slips/${slip.id}`);
    expect(`${headers.subject}${text}${html}`).not.toMatch(
      /Adelaide|Underwood|Margaret|Park|Otto|buses|collects|declined|8:30/i,
    );
  });

  it('stays unsent to who is no guardian any more, or once the answer was taken back or the slip deleted', async () => {
    const [slip, back, gone] = [await aSlip(), await aSlip(), await aSlip()];
    const grandfather = await school.parentOf(ada);
    await answered(slip, mother);
    const id = await answered(back, mother);
    await back.withdraw(mother, id);
    await answered(gone, mother);
    await t.dataSource.query('update permission_slips set deleted_at = $2 where id = $1', [
      gone.id,
      t.clock.now(),
    ]);
    await t.dataSource.query('delete from guardians where membership_id = $1', [grandfather.membershipId]);
    await deliverMail(t);
    expect([...(await mailsOf(t, slip, KIND)).keys()]).toEqual([father.membershipId]);
    for (const nothing of [back, gone]) expect((await mailsOf(t, nothing, KIND)).size).toBe(0);
  });
});
