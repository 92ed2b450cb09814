import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestMember } from '../support/school.factory.js';
import { aCalendar, type TestCalendar } from '../support/calendar.factory.js';
import { deliveriesOf, notificationsOf, toldOf } from '../support/alerts.js';
import {
  eventNotificationsOf,
  removeNotifications,
  readEverything,
} from '../support/mail/event-notifications.js';
import { gone, notificationLinks } from '../support/mail/notification-links.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const NOW = '2026-09-01T12:00:00.000Z';

let t: TestApp;
let calendar: TestCalendar;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  calendar = await aCalendar(t);
  t.clock.stopAt(NOW);
  parent = await calendar.school.parent();
});

const links = notificationLinks(() => t);
const news = (): Promise<string[]> => eventNotificationsOf(t, parent);

describe('An event that is cancelled', () => {
  it.each<[string, object]>([
    ['begins in 14 days', { starts_at: '2026-09-15T12:00:00Z', ends_at: '2026-09-15T13:00:00Z' }],
    ['begins at this moment', { starts_at: NOW }],
    ['is over', { starts_at: '2026-08-12T16:00:00Z', ends_at: '2026-08-12T18:00:00Z' }],
    ['is for others', { audience: { type: 'admins' } }],
  ])('tells nobody when it %s', async (_when, given) => {
    const id = await calendar.anEvent(given);
    expect((await calendar.remove(id)).status).toBe(204);
    expect(await news()).toEqual([]);
  });

  it('tells those whom it is addressed to but not who cancels it, and leads nowhere', async () => {
    const team = await calendar.anOrganization();
    const editor = await calendar.anEditor(team);
    await team.addParent(parent);
    await calendar.school.parent();
    const id = await calendar.anEvent({ organization_id: team.id });
    await calendar.as(editor).remove(id);
    expect(await toldOf(t, { id }, 'event_cancelled')).toEqual([parent.membershipId]);
    expect(await notificationsOf(t, { id })).toMatchObject([
      { title: 'Picnic', body: null, targetType: 'event', readAt: null },
    ]);
    expect(await deliveriesOf(t, { id })).toMatchObject([{ kind: 'event_cancelled', state: 'waiting' }]);
    const link = await links.linkOf(parent, 'event', id);
    expect(link).toMatchObject(gone('deleted'));
    await links.expectAgreement(parent, link);
  });

  it('takes back that it was changed, for those who have not read it', async () => {
    const reader = await calendar.school.parent();
    const id = await calendar.anEvent();
    await calendar.change(id, { location: 'Gym' });
    await readEverything(t, reader);
    await calendar.remove(id);
    expect(await news()).toEqual([`event_cancelled ${id}`]);
    expect(await eventNotificationsOf(t, reader)).toEqual([`event_cancelled ${id}`, `event_changed ${id}`]);
  });
});

describe('Of a series', () => {
  let series: string;
  let first: string;
  let second: string;
  beforeEach(async () => {
    series = await calendar.aSeries();
    [first, second] = [await calendar.on(series, '2026-09-07'), await calendar.on(series, '2026-09-14')];
  });

  it('nobody is told that it ends later than in 14 days, nor twice that an occurrence is off', async () => {
    await calendar.remove(await calendar.on(series, '2026-09-21'), 'following');
    expect(await news()).toEqual([]);
    await calendar.remove(first);
    await removeNotifications(t, parent);
    await calendar.remove(first);
    expect(await news()).toEqual([]);
  });

  it('one occurrence is told of, and its link is what the calendar shows', async () => {
    await calendar.remove(second);
    expect(await news()).toEqual([`event_cancelled ${second}`]);
    await links.expectAgreement(parent, await links.linkOf(parent, 'event', second));
  });

  it.each([
    ['an occurrence with those that follow', 'second', () => calendar.remove(second, 'following')],
    ['all of it by its first', 'first', () => calendar.remove(first, 'following')],
    ['all of it by an occurrence', 'first', () => calendar.remove(second, 'all')],
    ['all of it', 'first', () => calendar.removeSeries(series)],
    ['a day', 'second', () => calendar.changeSeries(series, { exdates: ['2026-09-14T15:30'] })],
    ['an end', 'second', () => calendar.changeSeries(series, { rrule: 'FREQ=WEEKLY;COUNT=1' })],
  ])('the next that is gone is told of once: %s', async (_what, which, remove) => {
    await calendar.change(first, { location: 'Gym' });
    await calendar.change(second, { location: 'Gym' });
    expect((await remove()).status).toBeLessThan(300);
    const off = which === 'first' ? [first, second] : [second];
    const kept = which === 'first' ? [] : [`event_changed ${first}`];
    expect(await news()).toEqual([`event_cancelled ${off[0]!}`, ...kept]);
  });

  it('what is gone leads nowhere', async () => {
    await calendar.removeSeries(series);
    const link = await links.linkOf(parent, 'event', first);
    expect(link).toMatchObject(gone('deleted'));
    await links.expectAgreement(parent, link);
  });

  it('tells only of what is left once it has begun, and not of what has a result', async () => {
    t.clock.stopAt('2026-09-07T20:00:00Z');
    await calendar.withResult(first, await calendar.anOrganization());
    await calendar.removeSeries(series);
    expect(await news()).toEqual([`event_cancelled ${second}`]);
  });
});
