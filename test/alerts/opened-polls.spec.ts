import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AlertsService } from '../../src/features/alerts/alerts.service.js';
import type { Poll } from '../../src/features/polls/poll.entity.js';
import { deliverMail, deliveriesOf, notificationsOf } from '../support/alerts.js';
import { aPoll, type TestPoll } from '../support/poll.factory.js';
import { anOrganization } from '../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { gone, notificationLinks, there } from '../support/mail/notification-links.js';
import { readMail } from '../support/mail/read-mail.js';
import type { TestApp } from '../support/test-app.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';

const NINE = '2026-12-01T09:00:00.000Z';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startAppWithDataDir({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T09:00:00Z');
  await t.dataSource.query('delete from polls');
  school = await aSchool(t, { name: 'Lincoln School' });
  parent = await school.parent();
});

/** As the service does it every second. */
async function round(): Promise<void> {
  while (await t.app.get(AlertsService).recordNextDue());
}

const later = (given: Partial<Poll> = {}): Promise<TestPoll> =>
  aPoll(t, school, { opensAt: new Date(NINE), closesAt: new Date('2026-12-08T09:00:00Z'), ...given });
const told = async (poll: TestPoll): Promise<string[]> =>
  (await notificationsOf(t, poll)).map(({ membershipId }) => membershipId);

describe('A poll', () => {
  it('alerts nobody when it has closed before anybody was told, or was made without an alert', async () => {
    const polls = [await later(), await later({ alertedAt: new Date('2026-11-29T09:00:00Z') })];
    t.clock.stopAt('2026-12-08T09:00:00Z');
    await round();
    for (const poll of polls) expect(await told(poll)).toEqual([]);
  });

  it('alerts its audience as of its opening, at the very moment, and once', async () => {
    const poll = await later({ closesAt: null });
    await school.deactivate(parent);
    t.clock.stopAt('2026-12-01T08:59:59.999Z');
    await round();
    expect(await told(poll)).toEqual([]);
    const newcomer = await school.parent();
    t.clock.stopAt(NINE);
    await round();
    await school.parent();
    await round();
    expect(await notificationsOf(t, poll)).toMatchObject([
      { membershipId: newcomer.membershipId, kind: 'poll_opened', targetType: 'poll', title: 'Picnic' },
    ]);
  });

  it('alerts nobody whom it is not addressed to', async () => {
    const admin = await school.admin();
    const poll = await later({ audienceType: 'admins' });
    t.clock.stopAt(NINE);
    await round();
    expect(await told(poll)).toEqual([admin.membershipId]);
  });

  it('waits while the school has turned polls off', async () => {
    const poll = await later();
    await school.setFeatures({ polls: false });
    t.clock.stopAt(NINE);
    await round();
    expect(await told(poll)).toEqual([]);
    await school.setFeatures({ polls: true });
    await round();
    expect(await told(poll)).toEqual([parent.membershipId]);
  });
});

describe('The mail of a poll', () => {
  it('says what is asked, until when it can be answered, and where', async () => {
    const poll = await later({ description: '<p>Where shall it be?</p>' });
    t.clock.stopAt(NINE);
    await round();
    await deliverMail(t);
    const [{ id } = { id: '' }] = await deliveriesOf(t, poll);
    const { headers, text } = readMail(readFileSync(join(t.settings.dataDir, 'mail', `${id}.eml`)));
    expect(headers).toMatchObject({ to: parent.email, subject: 'Picnic · Lincoln School' });
    for (const words of [
      'New poll',
      'Where shall it be?',
      'Until Tuesday, December 8, 2026',
      `https://directory.example.org/schools/${school.id}/polls/${poll.id}`,
    ])
      expect(text).toContain(words);
  });

  it('stays unsent once the poll has closed', async () => {
    const poll = await later();
    t.clock.stopAt(NINE);
    await round();
    t.clock.stopAt('2026-12-08T09:00:00Z');
    await deliverMail(t);
    expect(await deliveriesOf(t, poll)).toMatchObject([{ state: 'dropped' }]);
  });
});

describe('The link of a poll', () => {
  const { linkOf, expectAgreement } = notificationLinks(() => t);

  it('agrees with the poll itself: open, closed, to come, of others, of a school without polls', async () => {
    const now = t.clock.now().getTime();
    const team = await anOrganization(t, school);
    const states = [
      [await aPoll(t, school, { organizationId: team.id }), there(team.id)],
      [await aPoll(t, school, { closesAt: new Date(now - 1) }), there(null)],
      [await aPoll(t, school, { opensAt: new Date(now + 3_600_000) }), gone('not_visible')],
      [await aPoll(t, school, { audienceType: 'admins' }), gone('not_visible')],
    ] as const;
    for (const [{ id }, state] of states) {
      const link = await linkOf(parent, 'poll', id);
      expect(link).toMatchObject(state);
      await expectAgreement(parent, link);
    }
    await school.setFeatures({ polls: false });
    const link = await linkOf(parent, 'poll', states[0][0].id);
    expect(link).toMatchObject(gone('feature_off'));
    await expectAgreement(parent, link);
  });
});
