import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aMenu } from '../../support/menu.factory.js';
import { aNotification, aWatch } from '../../support/watch.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
/** A Monday, 8:00 in New York. */
beforeEach(() => t.clock.stopAt('2026-09-14T12:00:30.500Z'));

const at = (clock: string, minutes = 60, day = '2026-09-14') => {
  const starts_at = `${day}T${clock}:00-04:00`;
  return { starts_at, ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString() };
};

describe('GET /schools/:schoolId/watch', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/watch` });

  it('shows a school without anything, for six hours', async () => {
    const { look, school } = await aWatch(t);
    expect(await look()).toEqual({
      generated_at: '2026-09-14T12:00:30.500Z',
      valid_until: '2026-09-14T18:00:00.000Z',
      time_zone: 'America/New_York',
      next: null,
      today: { date: '2026-09-14', all_day: [], events: [], lunch: null },
      commitments: [],
      counts: { unread: 0, outstanding: 0 },
      timeline: [
        {
          at: '2026-09-14T04:00:00.000Z',
          short: 'Springfield',
          line1: 'Springfield',
          line2: null,
          kind: 'school',
          relevance: 0,
          deep_link: `https://directory.example.org/schools/${school.id}`,
        },
      ],
    });
  });

  it('shows a day as it goes', async () => {
    const { look, calendar, school } = await aWatch(t);
    const id = await calendar.anEvent({ ...at('15:30'), title: 'Chess\n club', location: 'Gym' });
    await calendar.anEvent({ ...at('09:00', 60, '2026-09-15'), title: 'Assembly of the whole lower school' });
    await calendar.anEvent({
      title: 'Spirit week',
      start_date: '2026-09-14',
      end_date: '2026-09-18',
      all_day: true,
    });
    await aMenu(t, school, { date: '2026-09-14', items: 'Pizza\nSalad', imageName: 'x.webp' });
    await aMenu(t, school, { date: '2026-09-14', mealType: 'snack', items: 'Apple' });
    const payload = await look();
    const deep_link = `https://directory.example.org/schools/${school.id}/events/${id}`;
    const chess = {
      id,
      kind: 'event',
      title: 'Chess club',
      starts_at: '2026-09-14T19:30:00.000Z',
      ends_at: '2026-09-14T20:30:00.000Z',
      location: 'Gym',
      deep_link,
    };
    expect(payload).toMatchObject({ valid_until: '2026-09-14T18:00:00.000Z', next: chess });
    expect(payload.today).toEqual({
      date: '2026-09-14',
      all_day: ['Spirit week'],
      events: [chess],
      lunch: { items: 'Pizza Salad', image_url: 'https://directory.example.org/api/menu-images/x.webp' },
    });
    const faces = payload.timeline.map((face) => [
      face.at.slice(8, 16),
      ...[face.kind, face.short, face.line1, face.line2?.replace(/[\u202f\u2009]/g, ' '), face.relevance],
    ]);
    expect(faces).toEqual([
      ['14T04:00', 'lunch', 'Pizza Salad', 'Pizza Salad', undefined, 0.6],
      ['14T17:30', 'event', 'Chess club', 'Chess club', '3:30 – 4:30 PM · Gym', 0.8],
      ['14T19:30', 'event', 'Chess club', 'Chess club', '3:30 – 4:30 PM · Gym', 1],
      ['14T20:30', 'event', 'Spirit week', 'Spirit week', 'Mon, Sep 14', 0.4],
      ['15T04:00', 'event', 'Assembly of…', 'Assembly of the whole l…', '9:00 – 10:00 AM', 0.5],
      ['15T11:00', 'event', 'Assembly of…', 'Assembly of the whole l…', '9:00 – 10:00 AM', 0.8],
    ]);
    expect(payload.timeline.map((face) => face.deep_link)).toEqual([
      `https://directory.example.org/schools/${school.id}/menus/2026-09-14`,
      deep_link,
      deep_link,
      expect.stringContaining('/events/'),
      expect.stringContaining('/events/'),
      expect.stringContaining('/events/'),
    ]);
  });

  it('shows next what goes on, of several what began last, and nothing that is over or lasts for days', async () => {
    const { look, calendar } = await aWatch(t);
    await calendar.anEvent({ ...at('07:00', 300), title: 'Fair' });
    await calendar.anEvent({ ...at('07:30', 60), title: 'Play' });
    await calendar.anEvent({ ...at('06:00', 60), title: 'Over' });
    await calendar.anEvent({ ...at('07:45', 3 * 1440), title: 'Camp' });
    await calendar.anEvent({ ...at('08:15', 0), title: 'Bell' });
    const payload = await look();
    expect([payload.next?.title, payload.valid_until]).toEqual(['Play', '2026-09-14T12:15:00.000Z']);
    expect(payload.today.events.map(({ title }) => title)).toEqual(['Fair', 'Play', 'Camp', 'Bell']);
    t.clock.stopAt('2026-09-14T12:30:00Z');
    expect((await look()).next?.title).toBe('Fair');
    t.clock.stopAt('2026-09-14T16:00:00Z');
    expect(await look()).toMatchObject({ next: null, timeline: [{ line1: 'Camp' }] });
  });

  it('looks beyond the day for what is next, all day or not', async () => {
    const { look, calendar } = await aWatch(t);
    await calendar.anEvent({ ...at('09:00', 60, '2026-12-02'), title: 'Concert' });
    expect((await look()).next).toMatchObject({ title: 'Concert', starts_at: '2026-12-02T13:00:00.000Z' });
    const holiday = { title: 'Holiday', start_date: '2026-10-12', end_date: '2026-10-12', all_day: true };
    await calendar.anEvent(holiday);
    expect((await look()).next).toMatchObject({ title: 'Holiday', starts_at: null, ends_at: null });
    expect((await look()).timeline).toMatchObject([
      { line1: 'Holiday', line2: 'Mon, Oct 12', relevance: 0.2 },
    ]);
  });

  it('shows at most six events, and names each occurrence by its own id', async () => {
    const { look, calendar } = await aWatch(t);
    const series = await calendar.aSeries({ local_start: '2026-09-14T15:30', rrule: 'FREQ=WEEKLY;COUNT=3' });
    for (let hour = 16; hour < 23; hour += 1)
      await calendar.anEvent({ ...at(`${hour}:00`), title: `${hour}` });
    const { next, today } = await look();
    expect(next).toMatchObject({ id: `${series}_20260914T193000Z`, title: 'Practice' });
    expect(next?.deep_link.endsWith(`/events/${series}_20260914T193000Z`)).toBe(true);
    expect(today.events.map(({ title }) => title)).toEqual(['Practice', '16', '17', '18', '19', '20']);
  });

  it('shows nothing that is called off, for others, of another school, or merely managed', async () => {
    const { look, calendar, school, parent } = await aWatch(t);
    const { calendar: elsewhere } = await aWatch(t);
    await elsewhere.anEvent(at('15:00'));
    const chess = await calendar.anOrganization();
    await calendar.anEvent({ ...at('15:00'), organization_id: chess.id });
    await calendar.anEvent({ ...at('15:00'), audience: { type: 'admins' } });
    await calendar.anEvent({
      ...at('15:00'),
      audience: { type: 'graduation_years', graduation_years: [2031] },
    });
    await calendar.remove(await calendar.anEvent(at('15:00')));
    const series = await calendar.aSeries({ local_start: '2026-09-14T15:30', rrule: 'FREQ=DAILY;COUNT=1' });
    await calendar.remove(await calendar.on(series, '2026-09-14'));
    expect(await look()).toMatchObject({ next: null, today: { events: [] }, timeline: [{ kind: 'school' }] });
    await chess.grant(parent);
    expect((await look()).next?.title).toBe('Picnic');

    const admin = await t.api.get(`/schools/${school.id}/watch`, { token: calendar.token });
    expect(admin.body.today.events).toHaveLength(1);
  });

  it('counts own notifications that are not read, for 180 days', async () => {
    const watch = await aWatch(t);
    const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * 86_400_000);
    await aNotification(t, watch);
    await aNotification(t, watch, { createdAt: new Date(daysAgo(180).getTime() + 1) });
    await aNotification(t, watch, { createdAt: daysAgo(180) });
    await aNotification(t, watch, { readAt: new Date() });
    await aNotification(t, { ...watch, parent: await watch.school.parent() });
    expect((await watch.look()).counts).toEqual({ unread: 2, outstanding: 0 });
  });

  it('leaves out features that are off', async () => {
    const { look, calendar, school } = await aWatch(t);
    await calendar.anEvent(at('15:30'));
    await aMenu(t, school, { date: '2026-09-14' });
    await school.setFeatures({ calendar: false });
    expect(await look()).toMatchObject({
      next: null,
      today: { all_day: [], events: [], lunch: { items: 'Pizza', image_url: null } },
      timeline: [{ kind: 'lunch' }, { kind: 'school' }],
    });
    await school.setFeatures({ lunch_menus: false });
    expect(await look()).toMatchObject({
      next: { title: 'Picnic' },
      today: { events: [{}], lunch: null },
      timeline: [{ kind: 'event' }, { kind: 'event' }, { kind: 'event' }, { kind: 'school' }],
    });
    await school.setFeatures({ lunch_menus: false, calendar: false });
    expect(await look()).toMatchObject({
      next: null,
      today: { lunch: null },
      timeline: [{ kind: 'school' }],
    });
  });
});

describe('The tag of a watch', () => {
  it('stays strong, and the same for the same content whenever it is asked for', async () => {
    const { calendar, school, token } = await aWatch(t);
    await calendar.anEvent(at('10:00'));
    const path = `/schools/${school.id}/watch`;
    const first = await t.api.get(path, { token });
    const etag = first.headers.get('etag')!;
    expect([etag, first.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^"[\w-]{24}"$/),
      'private, no-cache',
    ]);
    t.clock.stopAt('2026-09-14T13:59:59.999Z');
    const again = await t.api.get(path, { token, headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const inFull = await t.api.get(path, { token });
    expect(inFull.body).toEqual({ ...first.body, generated_at: '2026-09-14T13:59:59.999Z' });
    t.clock.stopAt('2026-09-14T14:00:00Z');
    const later = await t.api.get(path, { token, headers: { 'if-none-match': etag } });
    expect(later.status).toBe(200);
    expect(later.body.timeline[0]).toMatchObject({ at: '2026-09-14T14:00:00.000Z', relevance: 1 });
  });

  it('changes as soon as anything is changed', async () => {
    const watch = await aWatch(t);
    const { calendar, school, token } = watch;
    const id = await calendar.anEvent(at('15:30'));
    const menu = await aMenu(t, school, { date: '2026-09-14' });
    const tagNow = async () =>
      (await t.api.get(`/schools/${school.id}/watch`, { token })).headers.get('etag')!;
    const tags = [await tagNow()];
    for (const change of [
      () => calendar.change(id, { title: 'Feast' }),
      () => calendar.change(id, { location: 'Gym' }),
      () => t.dataSource.query(`update menu_entries set items = 'Pasta' where id = $1`, [menu.id]),
      () => aNotification(t, watch),
      () => calendar.remove(id),
    ]) {
      await change();
      tags.push(await tagNow());
    }
    expect(new Set(tags).size).toBe(6);
  });
});
