import { describe, expect, it } from '@jest/globals';
import { NEW_YORK, repeating } from '../../../../test/support/models/repeating.js';
import { API_BOUNDS, expandSeries } from './expand-series.js';
import { timesAt, type SeriesTimes } from './series-times.js';

const keysOf = (times: SeriesTimes): string[] =>
  expandSeries(times, API_BOUNDS)
    .filter(({ excluded }) => !excluded)
    .map(({ key }) => key);

const startsOf = (times: SeriesTimes): (string | undefined)[] =>
  keysOf(times).map((key) => timesAt(key, times, times.timeZone).startsAt?.toISOString().slice(0, 16));

describe('A clock on the wall', () => {
  it('shows 15:30 in New York on both sides of 2026-11-01', () => {
    expect(startsOf(repeating('2026-10-19T15:30', 'FREQ=WEEKLY;COUNT=4'))).toEqual([
      '2026-10-19T19:30',
      '2026-10-26T19:30',
      '2026-11-02T20:30',
      '2026-11-09T20:30',
    ]);
  });

  it('shows 03:30 instead of the 02:30 that 2027-03-14 does not have, on that day alone', () => {
    expect(startsOf(repeating('2027-03-12T02:30', 'FREQ=DAILY;COUNT=5'))).toEqual([
      '2027-03-12T07:30',
      '2027-03-13T07:30',
      '2027-03-14T07:30', // 03:30 in daylight time
      '2027-03-15T06:30',
      '2027-03-16T06:30',
    ]);
  });

  it('shows 01:30 twice on 2026-11-01: the first one counts', () => {
    expect(startsOf(repeating('2026-10-31T01:30', 'FREQ=DAILY;COUNT=3'))).toEqual([
      '2026-10-31T05:30',
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ]);
  });

  it('goes forward by half an hour on Lord Howe Island', () => {
    const zone = { timeZone: 'Australia/Lord_Howe' };
    expect(startsOf(repeating('2026-10-03T02:15', 'FREQ=DAILY;COUNT=3', zone))).toEqual([
      '2026-10-02T15:45', // +10:30
      '2026-10-03T15:45', // 02:15 is skipped: 02:45 at +11:00
      '2026-10-04T15:15',
    ]);
    expect(startsOf(repeating('2027-04-03T12:00', 'FREQ=DAILY;COUNT=2', zone))).toEqual([
      '2027-04-03T01:00',
      '2027-04-04T01:30',
    ]);
  });

  it('never shows a time of 2011-12-30 in Apia', () => {
    const zone = { timeZone: 'Pacific/Apia' };
    expect(startsOf(repeating('2011-12-28T09:00', 'FREQ=DAILY;COUNT=4', zone))).toEqual([
      '2011-12-28T19:00', // -10:00
      '2011-12-29T19:00',
      '2011-12-30T19:00', // the 31st, at +14:00
      '2011-12-31T19:00',
    ]);
    expect(keysOf(repeating('2011-12-28', 'FREQ=DAILY;COUNT=4', zone))).toEqual([
      '20111228',
      '20111229',
      '20111231',
      '20120101',
    ]);
    expect(keysOf(repeating('2011-12-29', null, { ...zone, rdates: ['2011-12-30', '2011-12-31'] }))).toEqual([
      '20111229',
      '20111231',
    ]);
  });

  it('lasts elapsed minutes when timed, and days on the wall when all day', () => {
    const overnight = repeating('2026-10-31T22:00', 'FREQ=WEEKLY;COUNT=1', { duration: 600 });
    expect(timesAt('20261101T020000Z', overnight, NEW_YORK)).toEqual({
      allDay: false,
      startsAt: new Date('2026-11-01T02:00:00Z'),
      endsAt: new Date('2026-11-01T12:00:00Z'), // 07:00, the clocks having gone back
      startDate: '2026-10-31',
      endDate: '2026-11-01',
    });
    expect(timesAt('20261030', repeating('2026-10-30', null, { duration: 3 }), NEW_YORK)).toMatchObject({
      startsAt: null,
      startDate: '2026-10-30',
      endDate: '2026-11-01',
    });
  });

  it('stands in the zone of the series; the dates are those at the school', () => {
    const tokyo = repeating('2026-09-08T08:00', 'FREQ=WEEKLY;COUNT=1', { timeZone: 'Asia/Tokyo' });
    expect(timesAt(keysOf(tokyo)[0]!, tokyo, NEW_YORK)).toMatchObject({
      startsAt: new Date('2026-09-07T23:00:00Z'),
      startDate: '2026-09-07',
    });
  });
});
