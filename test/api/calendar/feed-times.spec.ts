import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCalendar, PRACTICE } from '../../support/calendar.factory.js';
import { expectAgreement, starts } from '../../support/feeds/feed-agreement.js';
import { entriesOf, linesOf } from '../../support/feeds/feed-readers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('The API, two readers of the feed and a calculation by hand agree on', () => {
  it('a weekly practice at 15:30 in New York over the end of summer time', async () => {
    const calendar = await aCalendar(t);
    await calendar.aSeries({ local_start: '2026-10-19T15:30', rrule: 'FREQ=WEEKLY;COUNT=4' });
    const text = await expectAgreement(
      t,
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
      t,
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
      await expectAgreement(t, calendar, starts(times, 60, 'Practice'));
    },
  );

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
    const text = await expectAgreement(t, calendar, [
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
    await expectAgreement(t, calendar, [
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
    const text = await expectAgreement(t, calendar, [
      ...starts(['2026-09-07T19:30Z', '2026-09-21T19:30Z'], 60, 'Practice'),
      ...starts(['2027-03-13T07:30Z', '2027-03-15T06:30Z'], 60, 'Early'),
    ]);
    expect(linesOf(text)).toContain('EXDATE;TZID=America/New_York:20260914T153000');
  });

  it.each(['2027-03-14T03:30', '2027-03-14T07:30:00Z'])(
    'an EXDATE in the gap of spring that is told by where it really is, %s',
    async (exdate) => {
      const calendar = await aCalendar(t);
      const days = { local_start: '2027-03-13T02:30', rrule: 'FREQ=DAILY;COUNT=3' };
      await calendar.aSeries({ ...days, exdates: [exdate] });
      await expectAgreement(t, calendar, starts(['2027-03-13T07:30Z', '2027-03-15T06:30Z'], 60, 'Practice'));
    },
  );

  it('an end of a rule told as a date, in UTC, and in the time of the series', async () => {
    const calendar = await aCalendar(t);
    for (const until of ['20260914', '20260914T193000Z', '20260914T153000'])
      await calendar.aSeries({ title: until, rrule: `FREQ=WEEKLY;UNTIL=${until}` });
    const text = await expectAgreement(
      t,
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
