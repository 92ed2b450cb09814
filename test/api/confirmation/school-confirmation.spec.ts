import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfirmationRound } from '../../../src/features/confirmation/confirmation-round.entity.js';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import { aRound, closeRound, confirm } from '../../support/confirmation.factory.js';
import { expectError } from '../../support/errors.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let maria: TestGuardian;
let omar: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin('junior_admin');
  maria = await school.parentOf([await school.student(), await school.student({ firstName: '=Ben' })]);
  omar = await school.parentOf(await school.student({ firstName: 'Zoe' }));
  await t.dataSource.query(
    `update memberships set first_name = 'Omar', last_name = 'Zeid' where school_id = $1 and id = $2`,
    [school.id, omar.membershipId],
  );
});

const look = ({ token } = admin, path = 'confirmation') =>
  t.api.get(`/schools/${school.id}/${path}`, { token });
const remind = ({ token }: { token: string } = admin, key?: string) =>
  t.api.send('POST', `/schools/${school.id}/confirmation/reminders`, {
    token,
    headers: { ...(key && { 'idempotency-key': key }) },
  });
const notified = async (kind: 'confirmation_opened' | 'confirmation_reminder'): Promise<string[]> =>
  (await t.dataSource.manager.findBy(Notification, { schoolId: school.id, kind }))
    .map(({ membershipId }) => membershipId)
    .sort();

describe('GET /schools/{schoolId}/confirmation', () => {
  it('refuses whoever is no admin of the school', async () => {
    const elsewhere = await aSchool(t);
    for (const path of ['confirmation', 'confirmation.csv'])
      for (const { token } of [maria, await elsewhere.admin()])
        expectError(await t.api.get(`/schools/${school.id}/${path}`, { token }), 403, 'not_authorized');
  });

  it('returns nobody before the school has asked', async () => {
    expect((await look()).body).toEqual({ round: null, confirmed: 0, outstanding: 0, people: [] });
    expect((await look(admin, 'confirmation.csv')).text.trim()).toBe('Name,Students,Confirmed at');
  });

  it('returns everybody with a family, by name, and nothing but names', async () => {
    const id = await aRound(t, school, { due: '2099-01-31' });
    await school.parent();
    const apart = await school.parentOf(await school.student());
    await school.restrict(apart);
    await school.parentOf(await school.student({ archivedAt: new Date() }));
    await school.deactivate(await school.parentOf(await school.student()));
    await confirm(t, id, maria);
    const { body } = await look();
    expect(body).toEqual({
      round: { id, opened_at: expect.any(String), due_on: '2099-01-31', message: null, closed_at: null },
      confirmed: 1,
      outstanding: 1,
      people: [
        {
          membership_id: maria.membershipId,
          name: 'Maria Park',
          students: ['=Ben Park', 'Ada Park'],
          confirmed_at: expect.any(String),
        },
        { membership_id: omar.membershipId, name: 'Omar Zeid', students: ['Zoe Park'], confirmed_at: null },
      ],
    });
    const { text } = await look(admin, 'confirmation.csv');
    expect(text.split('\r\n')).toEqual([
      'Name,Students,Confirmed at',
      `Maria Park,"'=Ben Park, Ada Park",${body.people[0].confirmed_at}`,
      'Omar Zeid,Zoe Park,',
      '',
    ]);
  });

  it('lists an admin with a student among the parents', async () => {
    await aRound(t, school);
    await school.guardian(await school.student(), { membershipId: admin.membershipId });
    const { people } = (await look()).body;
    expect(people.map((one: { membership_id: string }) => one.membership_id)).toContain(admin.membershipId);
  });

  it('returns the last round once it is closed, and the open one before any other', async () => {
    const first = await aRound(t, school);
    await confirm(t, first, maria);
    await closeRound(t, school);
    expect((await look()).body).toMatchObject({
      round: { id: first, closed_at: expect.any(String) },
      confirmed: 1,
    });
    const second = await aRound(t, school);
    expect((await look()).body).toMatchObject({ round: { id: second, closed_at: null }, confirmed: 0 });
  });
});

describe('ConfirmationRoundsService.open', () => {
  it('refuses a round while another one is open, however many are opened at the same time', async () => {
    const opened = await Promise.allSettled([1, 2, 3, 4].map(() => aRound(t, school)));
    expect(opened.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    await expect(aRound(t, school)).rejects.toThrow('open round already');
  });

  it('notifies everybody with a family once', async () => {
    const apart = await school.parentOf(await school.student());
    await school.restrict(apart);
    await aRound(t, school);
    expect(await notified('confirmation_opened')).toEqual([maria.membershipId, omar.membershipId].sort());
    const { body } = await t.api.get(`/schools/${school.id}/notifications`, { token: maria.token });
    expect(body.notifications[0]).toMatchObject({
      kind: 'confirmation_opened',
      title: 'Is what we have on file still right?',
      target: { type: 'confirmation' },
    });
  });

  it('asks in the language of the school', async () => {
    school = await aSchool(t, { locale: 'de-CH', timeZone: 'Europe/Zurich', country: 'CH' });
    await aRound(t, school);
    const [round] = await t.dataSource.manager.findBy(ConfirmationRound, { schoolId: school.id });
    expect(round!.title).toBe('Stimmt noch, was wir von Ihnen haben?');
  });
});

describe('POST /schools/{schoolId}/confirmation/reminders', () => {
  it('refuses whoever is no admin, and while no round is open', async () => {
    expectError(await remind(), 409, 'conflict', 'closed');
    await aRound(t, school);
    expectError(await remind(maria), 403, 'not_authorized');
    await closeRound(t, school);
    expectError(await remind(), 409, 'conflict', 'closed');
  });

  it('reaches those who have not confirmed, once in 24 hours', async () => {
    await confirm(t, await aRound(t, school), maria);
    const answers = await Promise.all([remind(), remind(), remind()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 202)!.body).toEqual({ recipients: 1 });
    expectError(await remind(), 409, 'conflict', 'too_soon');
    expect(await notified('confirmation_reminder')).toEqual([omar.membershipId]);
  });

  it('reaches them again a day later, in the place of the former reminder', async () => {
    const id = await aRound(t, school);
    await remind();
    await t.dataSource.manager.update(
      ConfirmationRound,
      { schoolId: school.id, id },
      { lastReminderAt: new Date(t.clock.now().getTime() - 24 * 3_600_000) },
    );
    await confirm(t, id, omar);
    expect((await remind()).body).toEqual({ recipients: 1 });
    expect(await notified('confirmation_reminder')).toEqual([maria.membershipId, omar.membershipId].sort());
  });

  it('answers a repeated request as the first', async () => {
    await aRound(t, school);
    const key = randomUUID();
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await remind(admin, key);
      expect([status, body]).toEqual([202, { recipients: 2 }]);
    }
  });
});
