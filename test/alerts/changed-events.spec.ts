import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestMember } from '../support/school.factory.js';
import { aCalendar, PICNIC, type TestCalendar } from '../support/calendar.factory.js';
import { deliveriesOf, notificationsOf, toldOf } from '../support/alerts.js';
import { eventNotificationsOf, removeNotifications } from '../support/mail/event-notifications.js';
import { notificationLinks, there } from '../support/mail/notification-links.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

const NOW = '2026-09-01T12:00:00.000Z';
/** An hour later than it was. */
const LATER = { starts_at: '2026-09-12T17:00:00Z', ends_at: '2026-09-12T19:00:00Z' };

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
const told = (id: string): Promise<string[]> => toldOf(t, { id }, 'event_changed');

/** Changes an event that is made with what is given; who was told. */
async function toldAfter(given: object, changes: object): Promise<string[]> {
  const id = await calendar.anEvent(given);
  expect((await calendar.change(id, changes)).status).toBe(200);
  return told(id);
}

describe('Nobody is told', () => {
  it.each<[string, object, object]>([
    [
      'of another title, text, category or the like',
      {},
      {
        title: 'Fair',
        description: '<p>Bring a cake.</p>',
        tags: ['cake'],
        event_type: 'game',
        opponent: 'Lions',
        home_away: 'away',
        uniform: 'White',
      },
    ],
    ['of the same time and place', { location: 'Gym' }, { ...PICNIC, location: 'Gym' }],
    ['of another audience', {}, { audience: { type: 'admins' } }],
    [
      'of what begins in 14 days',
      { starts_at: '2026-09-15T12:00:00Z', ends_at: '2026-09-15T13:00:00Z' },
      { location: 'Gym' },
    ],
    [
      'of what begins at this moment',
      { starts_at: NOW, ends_at: PICNIC.ends_at },
      { location: 'Gym', ends_at: '2026-09-12T19:00:00Z' },
    ],
    [
      'of what is over',
      { starts_at: '2026-08-12T16:00:00Z', ends_at: '2026-08-12T18:00:00Z' },
      { starts_at: '2026-08-13T16:00:00Z', ends_at: '2026-08-13T18:00:00Z' },
    ],
    ['of what goes on all day today', { ...allDay('2026-09-01') }, { location: 'Gym' }],
    ['of what is all day in 15 days', { ...allDay('2026-09-16') }, { location: 'Gym' }],
  ])('%s', async (_what, given, changes) => {
    expect(await toldAfter(given, changes)).toEqual([]);
  });

  it('tells nobody of what is new', async () => {
    await calendar.createEvent();
    await calendar.createSeries();
    expect(await eventNotificationsOf(t, parent)).toEqual([]);
  });

  it('whom it is not addressed to any more, who has left, of another school, or who has changed it', async () => {
    const team = await calendar.anOrganization();
    const [editor, gone] = [await calendar.anEditor(team), await calendar.school.parent()];
    await calendar.school.deactivate(gone);
    const elsewhere = await (await aCalendar(t)).school.parent();
    t.clock.stopAt(NOW);
    const id = await calendar.anEvent();
    const audience = { type: 'organizations', organization_ids: [team.id] };
    await calendar.change(id, { ...LATER, audience });
    expect(await told(id)).toEqual([editor.membershipId]);
    await removeNotifications(t, editor);
    await calendar.change(id, { organization_id: team.id });
    const own = await calendar.as(editor).change(id, { location: 'Gym' });
    expect(own.status).toBe(200);
    expect([await told(id), await eventNotificationsOf(t, elsewhere)]).toEqual([[], []]);
  });
});

function allDay(day: string): object {
  return { starts_at: null, ends_at: null, all_day: true, start_date: day, end_date: day };
}

describe('An event that begins within 14 days', () => {
  it.each<[string, object, object]>([
    ['start', {}, { starts_at: '2026-09-12T15:00:00Z' }],
    ['end', {}, { ends_at: '2026-09-12T19:00:00Z' }],
    ['arrival', {}, { arrival_at: '2026-09-12T15:30:00Z' }],
    ['place', {}, { location: 'Gym' }],
    ['kind of time', {}, allDay('2026-09-12')],
    ['day', allDay('2026-09-02'), { start_date: '2026-09-03', end_date: '2026-09-03' }],
    ['last day', allDay('2026-09-15'), { end_date: '2026-09-16' }],
    [
      'place, at the last moment',
      { ...PICNIC, starts_at: '2026-09-15T11:59:59.999Z', ends_at: '2026-09-16T12:00:00Z' },
      { location: 'Gym' },
    ],
    ['day, and so is far away', {}, { starts_at: '2026-12-12T16:00:00Z', ends_at: '2026-12-12T18:00:00Z' }],
    ['day, and is near now', { starts_at: '2026-12-12T16:00:00Z', ends_at: '2026-12-12T18:00:00Z' }, LATER],
  ])('tells of another %s', async (_what, given, changes) => {
    expect(await toldAfter(given, changes)).toEqual([parent.membershipId]);
  });

  it('tells its title and where it is, and owes a mail', async () => {
    const id = await calendar.anEvent();
    await calendar.change(id, { ...LATER, title: 'Late picnic' });
    expect(await notificationsOf(t, { id })).toMatchObject([
      {
        schoolId: calendar.school.id,
        membershipId: parent.membershipId,
        kind: 'event_changed',
        title: 'Late picnic',
        body: null,
        targetType: 'event',
        readAt: null,
        createdAt: new Date(NOW),
      },
    ]);
    expect(await deliveriesOf(t, { id })).toMatchObject([{ kind: 'event_changed', state: 'waiting' }]);
    const link = await links.linkOf(parent, 'event', id);
    expect(link).toMatchObject(there());
    await links.expectAgreement(parent, link);
  });

  it('tells again when it changes again: one notification, unread, under another id', async () => {
    const id = await calendar.anEvent();
    await calendar.change(id, LATER);
    const [first] = await notificationsOf(t, { id });
    await t.api.post(`/notifications/${first!.id}/read`, { token: await tokenOf(t, parent) });
    await calendar.change(id, { title: 'Fair' });
    expect(await notificationsOf(t, { id })).toMatchObject([{ id: first!.id, title: 'Picnic' }]);
    t.clock.advance(1_000);
    await calendar.change(id, { location: 'Gym' });
    const [second, ...more] = await notificationsOf(t, { id });
    expect([second, more]).toMatchObject([{ title: 'Fair', readAt: null, createdAt: t.clock.now() }, []]);
    expect(second!.id).not.toBe(first!.id);
  });

  it('tells once when two change it at once, while its reader marks everything as read', async () => {
    const ids = await Promise.all([calendar.anEvent(), calendar.anEvent()]);
    const token = await tokenOf(t, parent);
    const read = () => t.api.post(`/schools/${calendar.school.id}/notifications/read`, { token });
    const answers = await Promise.all(
      ids.flatMap((id) => [
        calendar.change(id, LATER),
        read(),
        calendar.change(id, { location: 'Gym' }),
        read(),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(2).fill([200, 204, 200, 204]).flat());
    for (const id of ids) expect(await told(id)).toEqual([parent.membershipId]);
  });
});

describe('A series', () => {
  /** Mondays from 2026-09-07 on. */
  let series: string;
  beforeEach(async () => {
    series = await calendar.aSeries({ location: 'Gym' });
  });
  const news = (): Promise<string[]> => eventNotificationsOf(t, parent);
  const clock = (day: string, hour: number) => ({
    starts_at: `${day}T${hour}:30:00Z`,
    ends_at: `${day}T${hour + 1}:30:00Z`,
  });

  it('tells nothing when it has another title, or nothing of it is near', async () => {
    const second = await calendar.on(series, '2026-09-14');
    await calendar.changeSeries(series, { title: 'Training' });
    await calendar.change(second, { title: 'Match' });
    await calendar.change(await calendar.on(series, '2026-09-21'), { location: 'Hall' });
    await calendar.change(await calendar.on(series, '2026-09-21'), { location: 'Field' }, 'following');
    const far = await calendar.aSeries({ local_start: '2026-09-21T15:30' });
    await calendar.changeSeries(far, { location: 'Hall' });
    expect(await news()).toEqual([]);
  });

  it('tells once, about the next occurrence that is concerned', async () => {
    const [first, second] = [
      await calendar.on(series, '2026-09-07'),
      await calendar.on(series, '2026-09-14'),
    ];
    await calendar.change(second, { location: 'Hall' });
    expect(await news()).toEqual([`event_changed ${second}`]);
    await removeNotifications(t, parent);
    await calendar.changeSeries(series, { location: 'Field' });
    expect(await news()).toEqual([`event_changed ${first}`]);
    await removeNotifications(t, parent);
    await calendar.change(second, { location: 'Court' }, 'all');
    expect(await news()).toEqual([`event_changed ${first}`]);
    await removeNotifications(t, parent);
    t.clock.stopAt('2026-09-08T12:00:00Z');
    await calendar.changeSeries(series, { location: 'Gym' });
    expect(await news()).toEqual([`event_changed ${second}`]);
  });

  it('tells under its new name when it is split', async () => {
    const second = await calendar.on(series, '2026-09-14');
    const { body } = await calendar.change(second, clock('2026-09-14', 20), 'following');
    expect(body.id).not.toBe(second);
    expect(await news()).toEqual([`event_changed ${body.id as string}`]);
    expect(await links.linkOf(parent, 'event', body.id as string)).toMatchObject(there());
  });

  it('tells once where it is now when it moves twice', async () => {
    await calendar.changeSeries(series, { local_start: '2026-09-07T16:30' });
    expect(await news()).toEqual([`event_changed ${series}_20260907T203000Z`]);
    await calendar.changeSeries(series, { local_start: '2026-09-07T17:30' });
    expect(await news()).toEqual([`event_changed ${series}_20260907T213000Z`]);
    const link = await links.linkOf(parent, 'event', `${series}_20260907T213000Z`);
    expect(link).toMatchObject(there());
    await links.expectAgreement(parent, link);
  });

  it('tells when an occurrence takes place again, and not that it is off', async () => {
    const first = await calendar.on(series, '2026-09-07');
    await calendar.remove(first);
    expect(await news()).toEqual([`event_cancelled ${first}`]);
    await calendar.changeSeries(series, { exdates: [] });
    expect(await news()).toEqual([`event_changed ${first}`]);
  });
});
