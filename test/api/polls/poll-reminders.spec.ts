import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import { Poll } from '../../../src/features/polls/poll.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { aPoll, type TestPoll } from '../../support/poll.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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

const remind = ({ id }: TestPoll, { token } = admin, key?: string): Promise<ApiAnswer> =>
  t.api.send('POST', `/polls/${id}/reminders`, {
    token,
    headers: { ...(key && { 'idempotency-key': key }) },
  });
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);
const reminded = async (): Promise<(string | null)[]> =>
  (await t.dataSource.manager.findBy(Notification, { schoolId: school.id, kind: 'poll_closing' })).map(
    ({ membershipId }) => membershipId,
  );

describe('POST /polls/{pollId}/reminders', () => {
  it('refuses whoever is no manager', async () => {
    expectError(await remind(await aPoll(t, school), parent), 403, 'not_authorized');
    expectError(await remind(await aPoll(t, school, { opensAt: null }), parent), 404, 'not_found');
  });

  it('refuses while nobody can answer', async () => {
    for (const opensAt of [null, inHours(1)])
      expectError(await remind(await aPoll(t, school, { opensAt })), 409, 'conflict', 'not_open');
    const closed = await aPoll(t, school, { closesAt: inHours(0) });
    expectError(await remind(closed), 409, 'conflict', 'closed');
    expectError(await remind(await aPoll(t, school, { deletedAt: inHours(-1) })), 404, 'not_found');
  });

  it('reaches those who have not answered, once in 24 hours', async () => {
    const poll = await aPoll(t, school);
    await poll.respond(parent);
    const answers = await Promise.all([remind(poll), remind(poll), remind(poll)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 202)!.body).toEqual({ recipients: 1 });
    expect(await reminded()).toEqual([admin.membershipId]);
    expectError(await remind(poll), 409, 'conflict', 'too_soon');
  });

  it('reaches them again a day later, in the place of what they were told', async () => {
    const poll = await aPoll(t, school);
    await remind(poll);
    const before = await t.dataSource.manager.findBy(Notification, { schoolId: school.id });
    await poll.respond(parent);
    await t.dataSource.manager.update(Poll, { id: poll.id }, { lastReminderAt: inHours(-24) });
    expect((await remind(poll)).body).toEqual({ recipients: 1 });
    const after = await t.dataSource.manager.findBy(Notification, { schoolId: school.id });
    expect(after).toHaveLength(before.length);
    const renewed = after.filter(({ id }) => before.every((one) => one.id !== id));
    expect(renewed.map(({ membershipId }) => membershipId)).toEqual([admin.membershipId]);
  });

  it('tells of an anonymous poll no more than its numbers', async () => {
    const poll = await aPoll(t, school, { anonymous: true });
    await poll.respond(parent);
    expect((await remind(poll)).body).toEqual({ recipients: 2 });
    expect(await reminded()).toEqual([admin.membershipId]);
  });

  it('answers a repeated request as the first', async () => {
    const [poll, key] = [await aPoll(t, school), randomUUID()];
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await remind(poll, admin, key);
      expect([status, body]).toEqual([202, { recipients: 2 }]);
    }
    expectError(await remind(poll, admin, randomUUID()), 409, 'conflict', 'too_soon');
  });
});
