import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aNotification } from '../support/notification.factory.js';
import type { TestMember } from '../support/school.factory.js';
import { aTeam, type TestTeam } from '../support/team.factory.js';
import { notificationsOf } from '../support/alerts.js';
import { eventNotificationsOf, readEverything } from '../support/mail/event-notifications.js';
import { notificationLinks, there } from '../support/mail/notification-links.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const LATER = { local_start: '2026-09-07T16:30' };

let t: TestApp;
let team: TestTeam;
let parent: TestMember;
let series: string;
let second: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  team = await aTeam(t);
  parent = await team.calendar.school.parent();
  series = await team.games();
  second = await team.calendar.on(series, '2026-09-14');
  t.clock.stopAt('2026-09-08T12:00:00Z');
});

const links = notificationLinks(() => t);
const news = (member = parent): Promise<string[]> => eventNotificationsOf(t, member);

describe('What was told of an occurrence', () => {
  it('goes with it to another series, read or not, though nothing is news', async () => {
    const reader = await team.calendar.school.parent();
    const third = await team.calendar.on(series, '2026-09-21');
    await team.calendar.change(second, { location: 'Gym' });
    await team.calendar.remove(third);
    await readEverything(t, reader);
    const { body } = await team.calendar.change(second, { title: 'Match' }, 'following');
    const told = [`event_cancelled ${body.series_id}_20260921T193000Z`, `event_changed ${body.id}`];
    expect(body.series_id).not.toBe(series);
    expect([await news(), await news(reader)]).toEqual([told, told]);
    const read = (await notificationsOf(t, body)).map(({ readAt }) => readAt !== null);
    expect(read.sort()).toEqual([false, true]);
    const link = await links.linkOf(parent, 'event', body.id as string);
    expect(link).toMatchObject(there(team.organization.id));
    await links.expectAgreement(parent, link);
  });

  it('goes with it to another clock, where something else is told of', async () => {
    const third = await team.calendar.on(series, '2026-09-21');
    await team.calendar.change(third, { location: 'Gym' });
    await team.calendar.changeSeries(series, LATER);
    const ids = [`${series}_20260914T203000Z`, `${series}_20260921T203000Z`];
    expect(await news()).toEqual(ids.map((id) => `event_changed ${id}`));
  });

  it('stays one notification where the same is there under the new id', async () => {
    const third = await team.calendar.on(series, '2026-09-21');
    await team.calendar.change(third, { location: 'Gym' });
    const [id, targetType] = [`${series}_20260921T203000Z`, 'event' as const];
    const known = await aNotification(t, parent, { kind: 'event_changed', targetType, targetId: id });
    await team.calendar.changeSeries(series, LATER);
    expect(await notificationsOf(t, { id: third })).toEqual([]);
    expect(await notificationsOf(t, { id })).toMatchObject([{ id: known.id }]);
  });
});

describe('The result of a game that stands for itself from now on', () => {
  let first: string;
  let id: string;
  beforeEach(async () => {
    first = await team.calendar.on(series, '2026-09-07');
    id = (await team.calendar.row(first)).id;
    await team.put(first);
  });

  it.each([
    ['its series moves', () => team.calendar.changeSeries(series, LATER)],
    ['its series is removed', () => team.calendar.removeSeries(series)],
  ])('stays one notification, and is taken back as one, after %s', async (_why, change) => {
    const results = async () => (await news()).filter((one) => one.startsWith('result_posted'));
    expect(await results()).toEqual([`result_posted ${first}`]);
    expect((await change()).status).toBeLessThan(300);
    expect(await results()).toEqual([`result_posted ${id}`]);
    expect(await links.linkOf(parent, 'event', id)).toMatchObject(there(team.organization.id));
    await team.put(id, { outcome: 'win', score_for: 3, score_against: 1 });
    expect(await results()).toEqual([`result_posted ${id}`]);
    await team.remove(id);
    expect(await results()).toEqual([]);
  });
});
