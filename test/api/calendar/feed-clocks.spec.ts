import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { aCalendar } from '../../support/calendar.factory.js';
import { aCalendarIn, expectAgreement, starts } from '../../support/feeds/feed-agreement.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('Where the clocks are changed, the API, two readers of the feed and a calculation by hand agree on', () => {
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
    await expectAgreement(t, calendar, starts(times, 60, 'Practice'));
  });

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
    await expectAgreement(t, calendar, [
      ...starts(['2026-11-01T02:00Z', '2026-11-02T03:00Z', '2026-11-03T03:00Z'], 600, 'Practice'),
      ...starts(['2027-03-13T03:00Z', '2027-03-14T03:00Z', '2027-03-15T02:00Z'], 600, 'Practice'),
    ]);
  });

  it('single events in both of the hours that come twice', async () => {
    const calendar = await aCalendar(t);
    await calendar.anEvent({ starts_at: '2026-11-01T05:30:00Z', ends_at: '2026-11-01T05:45:00Z' });
    await calendar.anEvent({ starts_at: '2026-11-01T06:30:00Z', ends_at: '2026-11-01T06:45:00Z' });
    await calendar.anEvent({ starts_at: '2026-11-01T04:30:00Z', ends_at: '2026-11-01T07:30:00Z' });
    await expectAgreement(t, calendar, [
      '2026-11-01T04:30:00.000Z/2026-11-01T07:30:00.000Z Picnic',
      '2026-11-01T05:30:00.000Z/2026-11-01T05:45:00.000Z Picnic',
      '2026-11-01T06:30:00.000Z/2026-11-01T06:45:00.000Z Picnic',
    ]);
  });

  it('Lord Howe Island, where the clocks move by half an hour', async () => {
    const calendar = await aCalendarIn(t, 'Australia/Lord_Howe');
    await calendar.aSeries({ local_start: '2026-10-02T15:30', rrule: 'FREQ=DAILY;COUNT=4' });
    await calendar.aSeries({ title: 'Early', local_start: '2026-10-03T02:10', rrule: 'FREQ=DAILY;COUNT=3' });
    await calendar.aSeries({ title: 'Late', local_start: '2027-04-03T01:40', rrule: 'FREQ=DAILY;COUNT=3' });
    await expectAgreement(t, calendar, [
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
    const calendar = await aCalendarIn(t, 'Pacific/Apia');
    await calendar.aSeries({ local_start: '2026-09-07T09:00', rrule: 'FREQ=WEEKLY;COUNT=2' });
    await calendar.aSeries({ title: 'Camp', local_start: '2011-12-28T09:00', rrule: 'FREQ=DAILY;COUNT=4' });
    await calendar.aSeries({
      title: 'Third',
      local_start: '2011-12-27T09:00',
      rrule: 'FREQ=DAILY;INTERVAL=3;COUNT=3',
    });
    await calendar.aSeries({
      title: 'Week',
      all_day: true,
      local_start: '2011-12-29',
      duration_minutes: undefined,
      rrule: 'FREQ=DAILY;COUNT=3',
    });
    await expectAgreement(t, calendar, [
      ...starts(['2026-09-06T20:00Z', '2026-09-13T20:00Z'], 60, 'Practice'),
      ...starts(
        ['2011-12-28T19:00Z', '2011-12-29T19:00Z', '2011-12-30T19:00Z', '2011-12-31T19:00Z'],
        60,
        'Camp',
      ),
      ...starts(['2011-12-27T19:00Z', '2012-01-01T19:00Z', '2012-01-04T19:00Z'], 60, 'Third'),
      ...['2011-12-29', '2011-12-31', '2012-01-01'].map((day) => `${day}/${day} Week`),
    ]);
  });

  it('zones that have always kept their time, or keep none of their own', async () => {
    const calendar = await aCalendarIn(t, 'Asia/Tokyo');
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
    await expectAgreement(t, calendar, [
      ...starts(['2026-09-07T00:00Z', '2026-09-14T00:00Z'], 60, 'Practice'),
      ...starts(['2026-09-07T09:00Z', '2026-09-08T09:00Z'], 60, 'UTC'),
      ...starts(['2026-10-24T08:00Z', '2026-10-25T09:00Z'], 60, 'Dublin'),
    ]);
  });
});
