import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCalendar, PICNIC, PRACTICE, type TestCalendar } from '../../support/calendar.factory.js';
import { expectError } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const titlesOf = async (calendar: TestCalendar): Promise<string[]> =>
  (await calendar.events()).map(({ title }) => title);

const DAYS_30 = 30 * 86_400_000;

describe('GET /schools/:schoolId/calendar', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/calendar` });

  it('answers 404 while the school has the calendar turned off', async () => {
    const calendar = await aCalendar(t);
    await calendar.school.setFeatures({ calendar: false });
    expectError(await calendar.send('GET', ''), 404, 'not_found');
  });

  it('returns an empty list before there is anything', async () => {
    const calendar = await aCalendar(t);
    expect((await calendar.send('GET', '')).body).toEqual({ events: [] });
  });

  it('shows a timed event with the days of its instants at the school', async () => {
    const calendar = await aCalendar(t);
    const category = await aCategory(calendar);
    const organization = await calendar.anOrganization();
    const { body } = await calendar.createEvent({
      title: 'Night walk',
      description: '<p>Bring a <b>torch</b></p><script>alert(1)</script>',
      location: 'Old oak',
      starts_at: '2026-09-12T22:00:00-04:00',
      ends_at: '2026-09-13T04:30:00.500Z',
      category_id: category,
      tags: ['Outdoors'],
      organization_id: organization.id,
    });
    expect(await calendar.events()).toEqual([
      {
        id: body.id,
        title: 'Night walk',
        description: '<p>Bring a <strong>torch</strong></p>',
        location: 'Old oak',
        all_day: false,
        starts_at: '2026-09-13T02:00:00.000Z',
        ends_at: '2026-09-13T04:30:00.500Z',
        start_date: '2026-09-12',
        end_date: '2026-09-13',
        time_zone: 'America/New_York',
        category: { id: category, name: 'Trips', color: '#00AA00' },
        tags: ['Outdoors'],
        organization_id: organization.id,
        organization_name: 'Chess',
        series_id: null,
        original_start: null,
        is_exception: false,
        status: 'confirmed',
        signup_id: null,
        permission_slip_id: null,
        rsvp: null,
        updated_at: expect.stringMatching(/^2026-09-01T12:00:\d\d\.\d{3}Z$/),
      },
    ]);
  });

  it('sorts by day, all-day first, then time, then title', async () => {
    const calendar = await aCalendar(t);
    const at = (title: string, starts_at: string) => ({ title, starts_at, ends_at: '2026-10-03T00:00:00Z' });
    const day = (title: string, start_date: string) => ({ title, start_date, end_date: '2026-10-03' });
    for (const event of [
      at('B at nine', '2026-10-02T13:00:00Z'),
      at('a at nine', '2026-10-02T13:00:00Z'),
      at('At eight', '2026-10-02T12:00:00Z'),
      day('Whole day', '2026-10-02'),
      day('Day before', '2026-10-01'),
      // Still the first of October in New York.
      at('Late the day before', '2026-10-02T03:00:00Z'),
    ])
      await calendar.createEvent(event);
    expect(await titlesOf(calendar)).toEqual([
      'Day before',
      'Late the day before',
      'Whole day',
      'At eight',
      'a at nine',
      'B at nine',
    ]);
  });

  it('holds all dates, long gone and far away', async () => {
    const calendar = await aCalendar(t);
    await calendar.createEvent({ title: 'Founded', start_date: '1911-05-01', end_date: '1911-05-01' });
    await calendar.createEvent({ title: 'Capsule', start_date: '2111-05-01', end_date: '2111-05-01' });
    expect(await titlesOf(calendar)).toEqual(['Founded', 'Capsule']);
  });

  it('keeps the schools apart', async () => {
    const [calendar, other] = [await aCalendar(t), await aCalendar(t)];
    await other.createEvent();
    await other.createSeries();
    expect(await titlesOf(calendar)).toEqual([]);
  });

  it('shows an event to those whom it is addressed to, and to those who manage it', async () => {
    const calendar = await aCalendar(t);
    const { school } = calendar;
    const [tigers, lions] = [await calendar.anOrganization(), await calendar.anOrganization()];
    const parent = await school.parentOf(await school.student({ graduationYear: 2030 }));
    const editor = await calendar.anEditor(tigers);
    const addressed = (title: string, audience?: object, organization_id?: string) =>
      calendar.createEvent({ ...PICNIC, title, audience, organization_id });
    await addressed('All');
    await addressed('2030', { type: 'graduation_years', graduation_years: [2030, 2031] });
    await addressed('2031', { type: 'graduation_years', graduation_years: [2031] });
    await addressed('Admins', { type: 'admins' });
    await addressed('Tigers', undefined, tigers.id);
    await addressed('Lions', { type: 'organizations', organization_ids: [lions.id] });
    await addressed('Admins about Tigers', { type: 'admins' }, tigers.id);

    expect(await titlesOf(calendar.as(parent))).toEqual(['2030', 'All']);
    expect(await titlesOf(calendar.as(editor))).toEqual(['Admins about Tigers', 'All', 'Tigers']);
    expect(await titlesOf(calendar)).toHaveLength(7);
  });

  it('shows nothing of nobody’s to a family without a year', async () => {
    const calendar = await aCalendar(t);
    const parent = await calendar.school.parentOf(await calendar.school.student({ graduationYear: null }));
    for (const audience of [{ type: 'admins' }, { type: 'graduation_years', graduation_years: [2030] }])
      await calendar.createEvent({ ...PICNIC, audience });
    expect(await titlesOf(calendar.as(parent))).toEqual([]);
  });

  it('evaluates the audience now: a family that is linked later sees the event', async () => {
    const calendar = await aCalendar(t);
    await calendar.createEvent({
      ...PICNIC,
      audience: { type: 'graduation_years', graduation_years: [2030] },
    });
    const ada = await calendar.school.student({ graduationYear: 2030 });
    const parent = await calendar.school.parent();
    expect(await titlesOf(calendar.as(parent))).toEqual([]);
    await calendar.school.guardian(ada, { membershipId: parent.membershipId });
    expect(await titlesOf(calendar.as(parent))).toEqual(['Picnic']);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    expect(await titlesOf(calendar.as(parent))).toEqual([]);
  });

  it('loses a cancelled single event at once, and a cancelled occurrence after 30 days', async () => {
    const calendar = await aCalendar(t);
    const id = await calendar.anEvent();
    const series = await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=1' });
    await calendar.remove(id);
    await calendar.remove(await calendar.on(series, '2026-09-07'));
    expect(await calendar.events()).toMatchObject([
      { title: 'Practice', status: 'cancelled', is_exception: true },
    ]);
    const { cancelledAt } = await calendar.row(`${series}_20260907T193000Z`);
    t.clock.stopAt(new Date(cancelledAt!.getTime() + DAYS_30 - 1).toISOString());
    expect(await calendar.events()).toHaveLength(1);
    t.clock.advance(1);
    expect(await calendar.events()).toEqual([]);
    expectError(await calendar.getEvent(`${series}_20260907T193000Z`), 404, 'not_found');
  });

  it('answers 304 until something changes', async () => {
    const calendar = await aCalendar(t);
    const series = await calendar.aSeries();
    const first = await calendar.send('GET', '');
    expect(first.headers.get('etag')).toMatch(/^W\//);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await calendar.send('GET', '', { headers })).status).toBe(304);
    await calendar.remove(await calendar.on(series, '2026-09-14'));
    expect((await calendar.send('GET', '', { headers })).status).toBe(200);
  });

  it('shows 15:30 in New York as the instants on both sides of 2026-11-01', async () => {
    const calendar = await aCalendar(t);
    await calendar.createSeries({
      ...PRACTICE,
      local_start: '2026-10-26T15:30',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    });
    expect((await calendar.events()).map(({ starts_at }) => starts_at)).toEqual([
      '2026-10-26T19:30:00.000Z',
      '2026-11-02T20:30:00.000Z',
    ]);
  });

  it('shows 02:30 every day as 03:30 on 2027-03-14 alone', async () => {
    const calendar = await aCalendar(t);
    await calendar.createSeries({
      ...PRACTICE,
      local_start: '2027-03-13T02:30',
      rrule: 'FREQ=DAILY;COUNT=3',
    });
    expect((await calendar.events()).map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual([
      ['2027-03-13T07:30:00.000Z', '2027-03-13T08:30:00.000Z'],
      ['2027-03-14T07:30:00.000Z', '2027-03-14T08:30:00.000Z'],
      ['2027-03-15T06:30:00.000Z', '2027-03-15T07:30:00.000Z'],
    ]);
  });
});

async function aCategory({ school }: TestCalendar): Promise<string> {
  const [row] = await t.dataSource.query<[{ id: string }]>(
    `insert into categories (school_id, name, color, position) values ($1, 'Trips', '#00AA00', 0) returning id`,
    [school.id],
  );
  return row.id;
}
