import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCalendar, PRACTICE, TestCalendar } from '../support/a-calendar.js';
import { aFeed, listed } from '../support/a-feed.js';
import { aSchool } from '../support/a-school.js';
import { entriesOf, linesOf, READERS } from '../support/feed-readers.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function aCalendarIn(timeZone: string): Promise<TestCalendar> {
  const school = await aSchool(t, { timeZone });
  return new TestCalendar(t, school, (await school.admin()).token);
}

/** The API, both readers, and what is written here by hand. */
async function expectAgreement(calendar: TestCalendar, expected: string[]): Promise<string> {
  const text = await (await aFeed(t, calendar)).text();
  expect(listed(await calendar.events())).toEqual(expected.toSorted());
  for (const [name, read] of READERS) expect([name, ...read(text)]).toEqual([name, ...expected.toSorted()]);
  return text;
}

const starts = (times: string[], minutes: number, title: string): string[] =>
  times.map((time) => {
    const end = new Date(Date.parse(time) + minutes * 60_000).toISOString();
    return `${new Date(time).toISOString()}/${end} ${title}`;
  });

describe('The API, two readers of the feed and a calculation by hand agree on', () => {
  it('a weekly practice at 15:30 in New York over the end of summer time', async () => {
    const calendar = await aCalendar(t);
    await calendar.aSeries({ local_start: '2026-10-19T15:30', rrule: 'FREQ=WEEKLY;COUNT=4' });
    const text = await expectAgreement(
      calendar,
      starts(
        ['2026-10-19T19:30:00Z', '2026-10-26T19:30:00Z', '2026-11-02T20:30:00Z', '2026-11-09T20:30:00Z'],
        60,
        'Practice',
      ),
    );
    expect(linesOf(text)).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=America/New_York:20261019T153000',
        'DTEND;TZID=America/New_York:20261019T163000',
        'RRULE:FREQ=WEEKLY;UNTIL=20261109T203000Z',
      ]),
    );
    expect(entriesOf(text)).toHaveLength(1);
  });

  it('a daily 02:30 in New York over the beginning of summer time', async () => {
    const calendar = await aCalendar(t);
    await calendar.aSeries({ local_start: '2027-03-12T02:30', rrule: 'FREQ=DAILY;COUNT=5' });
    await expectAgreement(
      calendar,
      starts(
        [
          '2027-03-12T07:30Z',
          '2027-03-13T07:30Z',
          '2027-03-14T07:30Z',
          '2027-03-15T06:30Z',
          '2027-03-16T06:30Z',
        ],
        60,
        'Practice',
      ),
    );
  });

  it.each([
    [
      'first',
      '2027-03-14T02:30',
      'FREQ=DAILY;COUNT=3',
      ['2027-03-14T07:30Z', '2027-03-15T06:30Z', '2027-03-16T06:30Z'],
    ],
    [
      'last',
      '2027-03-12T02:30',
      'FREQ=DAILY;COUNT=3',
      ['2027-03-12T07:30Z', '2027-03-13T07:30Z', '2027-03-14T07:30Z'],
    ],
    ['only', '2027-03-14T02:30', 'FREQ=DAILY;COUNT=1', ['2027-03-14T07:30Z']],
  ])('a series the %s day of which begins in the gap of spring', async (_, local_start, rrule, times) => {
    const calendar = await aCalendar(t);
    await calendar.aSeries({ local_start, rrule });
    await expectAgreement(calendar, starts(times, 60, 'Practice'));
  });

  it.each([
    [
      'first',
      '2026-11-01T01:30',
      'FREQ=DAILY;COUNT=3',
      ['2026-11-01T05:30Z', '2026-11-02T06:30Z', '2026-11-03T06:30Z'],
    ],
    [
      'middle',
      '2026-10-31T01:30',
      'FREQ=DAILY;COUNT=3',
      ['2026-10-31T05:30Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
    [
      'last',
      '2026-10-30T01:30',
      'FREQ=DAILY;COUNT=3',
      ['2026-10-30T05:30Z', '2026-10-31T05:30Z', '2026-11-01T05:30Z'],
    ],
    ['only', '2026-11-01T01:30', 'FREQ=DAILY;COUNT=1', ['2026-11-01T05:30Z']],
  ])(
    'a series the %s day of which begins in the hour that comes twice',
    async (_, local_start, rrule, times) => {
      const calendar = await aCalendar(t);
      await calendar.aSeries({ local_start, rrule });
      await expectAgreement(calendar, starts(times, 60, 'Practice'));
    },
  );

  it('nights during which the clocks are changed', async () => {
    const calendar = await aCalendar(t);
    await calendar.aSeries({
      local_start: '2026-10-31T22:00',
      duration_minutes: 600,
      rrule: 'FREQ=DAILY;COUNT=3',
    });
    await calendar.aSeries({
      local_start: '2027-03-12T22:00',
      duration_minutes: 600,
      rrule: 'FREQ=DAILY;COUNT=3',
    });
    await expectAgreement(calendar, [
      ...starts(['2026-11-01T02:00Z', '2026-11-02T03:00Z', '2026-11-03T03:00Z'], 600, 'Practice'),
      ...starts(['2027-03-13T03:00Z', '2027-03-14T03:00Z', '2027-03-15T02:00Z'], 600, 'Practice'),
    ]);
  });

  it('single events in both of the hours that come twice', async () => {
    const calendar = await aCalendar(t);
    await calendar.anEvent({ starts_at: '2026-11-01T05:30:00Z', ends_at: '2026-11-01T05:45:00Z' });
    await calendar.anEvent({ starts_at: '2026-11-01T06:30:00Z', ends_at: '2026-11-01T06:45:00Z' });
    await calendar.anEvent({ starts_at: '2026-11-01T04:30:00Z', ends_at: '2026-11-01T07:30:00Z' });
    await expectAgreement(calendar, [
      '2026-11-01T04:30:00.000Z/2026-11-01T07:30:00.000Z Picnic',
      '2026-11-01T05:30:00.000Z/2026-11-01T05:45:00.000Z Picnic',
      '2026-11-01T06:30:00.000Z/2026-11-01T06:45:00.000Z Picnic',
    ]);
  });

  it('all-day events, of one day and of more, alone and repeated', async () => {
    const calendar = await aCalendar(t);
    const given = { all_day: true, starts_at: undefined, ends_at: undefined };
    await calendar.anEvent({
      ...given,
      start_date: '2026-11-26',
      end_date: '2026-11-27',
      title: 'Thanksgiving',
    });
    await calendar.aSeries({
      title: 'Fair',
      all_day: true,
      local_start: '2026-10-30',
      duration_days: 2,
      duration_minutes: undefined,
      rrule: 'FREQ=WEEKLY;COUNT=3',
      exdates: ['2026-11-06'],
    });
    const text = await expectAgreement(calendar, [
      '2026-10-30/2026-10-31 Fair',
      '2026-11-13/2026-11-14 Fair',
      '2026-11-26/2026-11-27 Thanksgiving',
    ]);
    expect(linesOf(text)).toEqual(
      expect.arrayContaining([
        'DTSTART;VALUE=DATE:20261126',
        'DTEND;VALUE=DATE:20261128',
        'DTSTART;VALUE=DATE:20261030',
        'DTEND;VALUE=DATE:20261101',
        'RRULE:FREQ=WEEKLY;UNTIL=20261113',
        'EXDATE;VALUE=DATE:20261106',
      ]),
    );
    expect(text).not.toContain('VTIMEZONE');
  });

  it('Lord Howe Island, where the clocks move by half an hour', async () => {
    const calendar = await aCalendarIn('Australia/Lord_Howe');
    await calendar.aSeries({ local_start: '2026-10-02T15:30', rrule: 'FREQ=DAILY;COUNT=4' });
    await calendar.aSeries({ title: 'Early', local_start: '2026-10-03T02:10', rrule: 'FREQ=DAILY;COUNT=3' });
    await calendar.aSeries({ title: 'Late', local_start: '2027-04-03T01:40', rrule: 'FREQ=DAILY;COUNT=3' });
    await expectAgreement(calendar, [
      ...starts(
        ['2026-10-02T05:00Z', '2026-10-03T05:00Z', '2026-10-04T04:30Z', '2026-10-05T04:30Z'],
        60,
        'Practice',
      ),
      ...starts(['2026-10-02T15:40Z', '2026-10-03T15:40Z', '2026-10-04T15:10Z'], 60, 'Early'),
      ...starts(['2027-04-02T14:40Z', '2027-04-03T14:40Z', '2027-04-04T15:10Z'], 60, 'Late'),
    ]);
  });

  it('Apia, which has no summer time any more, and had no 30 December 2011', async () => {
    const calendar = await aCalendarIn('Pacific/Apia');
    await calendar.aSeries({ local_start: '2026-09-07T09:00', rrule: 'FREQ=WEEKLY;COUNT=2' });
    await calendar.aSeries({ title: 'Camp', local_start: '2011-12-28T09:00', rrule: 'FREQ=DAILY;COUNT=4' });
    await calendar.aSeries({
      title: 'Week',
      all_day: true,
      local_start: '2011-12-29',
      duration_minutes: undefined,
      rrule: 'FREQ=DAILY;COUNT=3',
    });
    await expectAgreement(calendar, [
      ...starts(['2026-09-06T20:00Z', '2026-09-13T20:00Z'], 60, 'Practice'),
      ...starts(
        ['2011-12-28T19:00Z', '2011-12-29T19:00Z', '2011-12-30T19:00Z', '2011-12-31T19:00Z'],
        60,
        'Camp',
      ),
      ...['2011-12-29', '2011-12-31', '2012-01-01'].map((day) => `${day}/${day} Week`),
    ]);
  });

  it('zones that have always kept their time, or keep none of their own', async () => {
    const calendar = await aCalendarIn('Asia/Tokyo');
    await calendar.aSeries({ local_start: '2026-09-07T09:00', rrule: 'FREQ=WEEKLY;COUNT=2' });
    await calendar.aSeries({
      title: 'UTC',
      local_start: '2026-09-07T09:00',
      time_zone: 'UTC',
      rrule: 'FREQ=DAILY;COUNT=2',
    });
    await calendar.aSeries({
      title: 'Dublin',
      local_start: '2026-10-24T09:00',
      time_zone: 'Europe/Dublin',
      rrule: 'FREQ=DAILY;COUNT=2',
    });
    await expectAgreement(calendar, [
      ...starts(['2026-09-07T00:00Z', '2026-09-14T00:00Z'], 60, 'Practice'),
      ...starts(['2026-09-07T09:00Z', '2026-09-08T09:00Z'], 60, 'UTC'),
      ...starts(['2026-10-24T08:00Z', '2026-10-25T09:00Z'], 60, 'Dublin'),
    ]);
  });

  it('further dates, before, within and after those of a rule, and without one', async () => {
    const calendar = await aCalendar(t);
    await calendar.aSeries({
      local_start: '2026-09-07T15:30',
      rrule: 'FREQ=WEEKLY;COUNT=2',
      rdates: ['2026-09-05T10:00', '2026-09-09', '2026-09-30T08:00', '2026-11-01T01:30'],
    });
    await calendar.aSeries({
      title: 'Trip',
      local_start: '2026-09-07T15:30',
      rrule: null,
      rdates: ['2026-09-09T15:30', '2026-09-12T08:00'],
    });
    await expectAgreement(calendar, [
      ...starts(['2026-09-05T14:00Z', '2026-09-07T19:30Z', '2026-09-09T19:30Z'], 60, 'Practice'),
      ...starts(['2026-09-14T19:30Z', '2026-09-30T12:00Z', '2026-11-01T05:30Z'], 60, 'Practice'),
      ...starts(['2026-09-07T19:30Z', '2026-09-09T19:30Z', '2026-09-12T12:00Z'], 60, 'Trip'),
    ]);
  });

  it('an EXDATE that is a date, and one in the gap of spring', async () => {
    const calendar = await aCalendar(t);
    await calendar.aSeries({ exdates: ['2026-09-14'], rrule: 'FREQ=WEEKLY;COUNT=3' });
    await calendar.aSeries({
      title: 'Early',
      local_start: '2027-03-13T02:30',
      rrule: 'FREQ=DAILY;COUNT=3',
      exdates: ['2027-03-14T02:30'],
    });
    const text = await expectAgreement(calendar, [
      ...starts(['2026-09-07T19:30Z', '2026-09-21T19:30Z'], 60, 'Practice'),
      ...starts(['2027-03-13T07:30Z', '2027-03-15T06:30Z'], 60, 'Early'),
    ]);
    expect(linesOf(text)).toContain('EXDATE;TZID=America/New_York:20260914T153000');
  });

  it('an end of a rule told as a date, in UTC, and in the time of the series', async () => {
    const calendar = await aCalendar(t);
    for (const until of ['20260914', '20260914T193000Z', '20260914T153000'])
      await calendar.aSeries({ title: until, rrule: `FREQ=WEEKLY;UNTIL=${until}` });
    const text = await expectAgreement(
      calendar,
      ['20260914', '20260914T193000Z', '20260914T153000'].flatMap((title) =>
        starts(['2026-09-07T19:30Z', '2026-09-14T19:30Z'], PRACTICE.duration_minutes, title),
      ),
    );
    expect(linesOf(text).filter((line) => line === 'RRULE:FREQ=WEEKLY;UNTIL=20260914T193000Z')).toHaveLength(
      3,
    );
  });
});
