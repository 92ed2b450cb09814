import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aRound, closeRound, confirm } from '../support/confirmation.factory.js';
import { Mailboxes } from '../support/mail/mailbox.js';
import { gone, notificationLinks, there } from '../support/mail/notification-links.js';
import { aSchool, type TestGuardian, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const mailboxes = new Mailboxes();
let t: TestApp;
let school: TestSchool;
let maria: TestGuardian;
beforeAll(async () => {
  t = await startTestApp({ smtpUrl: await mailboxes.start() });
});
afterAll(async () => {
  await t.close();
  await mailboxes.stop();
});
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T12:00:00Z');
  school = await aSchool(t, { name: 'Lincoln School' });
  maria = await school.parentOf(await school.student());
});

const { linkOf } = notificationLinks(() => t);
const subjects = async (email: string): Promise<string[]> =>
  (await mailboxes.take(t, email)).map(({ subject }) => subject);
const remind = async () => {
  const { token } = await school.admin();
  return t.api.post(`/schools/${school.id}/confirmation/reminders`, { token });
};

describe('The mail of a round', () => {
  it('says what the school asks, until when, and where', async () => {
    const id = await aRound(t, school, {
      due: '2026-12-15',
      message: 'Please <look>,\nand write & tell us.',
    });
    const [mail, ...more] = await mailboxes.take(t, maria.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toContain('The school asks: is this still right?');
    for (const part of [
      'Is what we have on file still right?',
      'Please look at what the school has on file',
      'Tuesday, December 15, 2026 at 11:59',
      'Please <look>,\nand write & tell us.',
      `http://localhost:3000/schools/${school.id}/confirmations/${id}`,
    ])
      expect(mail!.text).toContain(part);
  });

  it('names the last day where the midnight after it comes twice', async () => {
    t.clock.stopAt('2026-10-15T12:00:00Z');
    const havana = await aSchool(t, { timeZone: 'America/Havana' });
    const parent = await havana.parentOf(await havana.student());
    await aRound(t, havana, { due: '2026-10-31' });
    const [mail] = await mailboxes.take(t, parent.email);
    expect(mail!.text).toContain('Saturday, October 31, 2026 at 11:59');
  });

  it('leaves out whoever has confirmed, has no family there any more, or comes after the round', async () => {
    const id = await aRound(t, school);
    const [omar, rob] = [
      await school.parentOf(await school.student()),
      await school.parentOf(await school.student()),
    ];
    await mailboxes.take(t, maria.email);
    await remind();
    await confirm(t, id, maria);
    await school.restrict(rob);
    expect(await subjects(maria.email)).toEqual([]);
    expect(await subjects(rob.email)).toEqual([]);
    expect(await subjects(omar.email)).toEqual([expect.stringContaining('Reminder')]);
    const other = await aSchool(t);
    const late = await other.parentOf(await other.student());
    await aRound(t, other);
    await closeRound(t, other);
    expect(await subjects(late.email)).toEqual([]);
  });

  it('leads nowhere once the round is closed, and never for whom it does not ask', async () => {
    const id = await aRound(t, school);
    expect(await linkOf(maria, 'confirmation', id)).toMatchObject({
      ...there(),
      api_path: `/api/v1/me/confirmation?schoolId=${school.id}`,
    });
    expect(await linkOf(await school.parent(), 'confirmation', id)).toMatchObject(gone('not_visible'));
    await closeRound(t, school);
    expect(await linkOf(maria, 'confirmation', id)).toMatchObject(gone('closed'));
  });
});

describe('The mail of a settled correction', () => {
  it('says so with the answer, to its author alone', async () => {
    const ada = await school.student();
    const [author, father] = [await school.parentOf(ada), await school.parentOf(ada)];
    const propose = (proposed: string) =>
      t.api.post(`/students/${ada.id}/corrections`, {
        token: author.token,
        body: { field: 'other', proposed },
      });
    const { body: correction } = await propose('a');
    const { token } = await school.admin();
    const settle = (id: string, body: object) => t.api.patch(`/corrections/${id}`, { token, body });
    await settle(correction.id, { state: 'declined', answer: 'The <town> says no.' });
    const [mail, ...more] = await mailboxes.take(t, author.email);
    expect(more).toEqual([]);
    for (const part of ['Ada Park', 'The school has dealt with the correction', 'The <town> says no.'])
      expect(mail!.text).toContain(part);
    expect(await subjects(father.email)).toEqual([]);
    expect(await linkOf(author, 'correction', correction.id)).toMatchObject({
      ...there(),
      api_path: '/api/v1/me/corrections',
    });
    expect(await linkOf(father, 'correction', correction.id)).toMatchObject(gone('not_visible'));
    const { body: second } = await propose('b');
    await settle(second.id, { state: 'done' });
    await t.dataSource.query('update guardians set membership_id = null where school_id = $1', [school.id]);
    expect(await subjects(author.email)).toEqual([]);
  });
});
