import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AlertsService } from '../../../../src/features/alerts/alerts.service.js';
import { Notification } from '../../../../src/features/alerts/notifications/notification.entity.js';
import { SignupItem } from '../../../../src/features/signups/signup.entity.js';
import type { ApiAnswer } from '../../../support/api-client.js';
import { expectError } from '../../../support/errors.js';
import { aSchool, type TestMember, type TestSchool } from '../../../support/school.factory.js';
import { aSignup } from '../../../support/signup.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  [admin, parent] = [await school.admin(), await school.parent()];
});

const remind = (
  { id }: { id: string },
  body: object = {},
  { by = admin, key }: { by?: TestMember; key?: string } = {},
): Promise<ApiAnswer> =>
  t.api.send('POST', `/signups/${id}/reminders`, {
    ...{ token: by.token, body },
    headers: { ...(key && { 'idempotency-key': key }) },
  });
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);
const reminded = async (): Promise<(string | null)[]> =>
  (await t.dataSource.manager.findBy(Notification, { schoolId: school.id, kind: 'signup_reminder' })).map(
    ({ membershipId }) => membershipId,
  );
const roundsOver = async (): Promise<void> => {
  while (await t.app.get(AlertsService).recordNextDue());
};
const remindedAt = (id: string, lastReminderAt: Date) =>
  t.dataSource.manager.update(SignupItem, { id }, { lastReminderAt });

describe('POST /signups/{signupId}/reminders', () => {
  it('refuses whoever is no manager, whatever they send', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    expectError(await remind(signup, { item_id: 7 }, { by: parent }), 403, 'not_authorized');
  });

  it('refuses before it opens, once it is gone, and of items that have begun or are not there', async () => {
    for (const opensAt of [null, inHours(1)])
      expectError(
        await remind(await aSignup(t, school, { Cake: {} }, { opensAt })),
        409,
        'conflict',
        'not_open',
      );
    const gone = await aSignup(t, school, { Cake: {} }, { visibleUntil: inHours(-1) });
    expectError(await remind(gone), 409, 'conflict', 'closed');
    const begun = await aSignup(t, school, { Cake: { startsAt: inHours(-1) } });
    expectError(await remind(begun), 409, 'conflict', 'closed');
    expectError(await remind(begun, { item_id: randomUUID() }), 404, 'not_found');
    expectError(
      await remind(await aSignup(t, school, { Cake: {} }, { deletedAt: inHours(-1) })),
      404,
      'not_found',
    );
  });

  it('reaches whoever has claimed something, once in 24 hours', async () => {
    const signup = await aSignup(t, school, { Cake: {}, Table: {} });
    await signup.claimed(parent, 'Cake');
    const answers = await Promise.all([remind(signup), remind(signup), remind(signup)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 202)!.body).toEqual({ recipients: 1 });
    expect(await reminded()).toEqual([parent.membershipId]);
    expectError(await remind(signup), 409, 'conflict', 'too_soon');
  });

  it('goes by item, and reaches them again a day later in the place of what they were told', async () => {
    const signup = await aSignup(t, school, { Cake: {}, Table: {} });
    await signup.claimed(parent, 'Cake');
    await signup.claimed(admin, 'Table');
    const { Cake, Table } = signup.items;
    expect((await remind(signup, { item_id: Cake })).body).toEqual({ recipients: 1 });
    expectError(await remind(signup, { item_id: Cake.toUpperCase() }), 409, 'conflict', 'too_soon');
    expect((await remind(signup)).body).toEqual({ recipients: 1 });
    for (const id of [Cake, Table]) await remindedAt(id, inHours(-24));
    expect((await remind(signup)).body).toEqual({ recipients: 2 });
    expect(await reminded()).toHaveLength(2);
  });

  it('answers a repeat as it has answered before', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    await signup.claimed(parent, 'Cake');
    const key = randomUUID();
    for (const answer of [await remind(signup, {}, { key }), await remind(signup, {}, { key })])
      expect([answer.status, answer.body]).toEqual([202, { recipients: 1 }]);
  });
});

describe('The day before an item begins', () => {
  it('reminds whoever has claimed it, once', async () => {
    const signup = await aSignup(t, school, {
      Soon: { startsAt: inHours(23) },
      Later: { startsAt: inHours(25) },
      Begun: { startsAt: inHours(-1) },
    });
    await signup.claimed(parent, 'Soon');
    await signup.claimed(admin, 'Later');
    await roundsOver();
    expect(await reminded()).toEqual([parent.membershipId]);
    await roundsOver();
    expect(await reminded()).toHaveLength(1);
  });

  it('reminds nobody of what nobody has claimed, of what was deleted, and where a manager has just done it', async () => {
    const soon = { Soon: { startsAt: inHours(23) } };
    await aSignup(t, school, soon);
    const [deleted, done] = [await aSignup(t, school, soon), await aSignup(t, school, soon)];
    for (const signup of [deleted, done]) await signup.claimed(parent, 'Soon');
    await t.dataSource.query('update signups set deleted_at = now() where id = $1', [deleted.id]);
    await remindedAt(done.items.Soon, inHours(-20));
    await roundsOver();
    expect(await reminded()).toEqual([]);
  });
});
