import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AlertsService } from '../../../../src/features/alerts/alerts.service.js';
import { Notification } from '../../../../src/features/alerts/notifications/notification.entity.js';
import { expectError } from '../../../support/errors.js';
import { aPermissionSlip, SlipClient } from '../../../support/permission-slip.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin();
});

const remind = (id: string, by: TestMember = admin, key?: string) =>
  t.api.send('POST', `/permission-slips/${id}/reminders`, {
    token: by.token,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);
const told = async (): Promise<(string | null)[]> => {
  while (await t.app.get(AlertsService).recordNextDue());
  const found = await t.dataSource.manager.findBy(Notification, {
    schoolId: school.id,
    kind: 'slip_reminder',
  });
  return found.map(({ membershipId }) => membershipId).sort();
};

describe('POST /permission-slips/{slipId}/reminders', () => {
  it('refuses whoever is no manager, what is not open, and what was deleted', async () => {
    const { id } = await aPermissionSlip(t, school);
    expectError(await remind(id, await school.parent()), 403, 'not_authorized');
    const draft = await aPermissionSlip(t, school, { opensAt: null });
    const closed = await aPermissionSlip(t, school, { closesAt: inHours(-1) });
    const deleted = await aPermissionSlip(t, school, { deletedAt: inHours(-1) });
    expectError(await remind(draft.id), 409, 'conflict', 'not_open');
    expectError(await remind(closed.id), 409, 'conflict', 'closed');
    expectError(await remind(deleted.id), 404, 'not_found');
    expect(await told()).toEqual([]);
  });

  it('reminds those who owe an answer, once in 24 hours', async () => {
    const { id } = await aPermissionSlip(t, school, { alertedAt: inHours(-1) });
    const [one, two] = [await school.family(), await school.family()];
    await new SlipClient(t, id).answer(one.mother, { student_id: one.student.id, decision: 'granted' });
    const owing = [two.mother, two.father].map(({ membershipId }) => membershipId).sort();
    const answers = await Promise.all([remind(id), remind(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 202)!.body).toEqual({ recipients: 2 });
    expectError(
      answers.find(({ status }) => status === 409)!,
      409,
      'conflict',
      'too_soon',
    );
    expect(await told()).toEqual(owing);
    t.clock.advance(24 * 3_600_000);
    const [key, other] = [randomUUID(), await school.admin()];
    expect((await remind(id, other, key)).body).toEqual({ recipients: 2 });
    expect((await remind(id, other, key)).body).toEqual({ recipients: 2 });
    expect(await told()).toEqual(owing);
  });
});
