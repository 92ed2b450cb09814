import { describe, expect, it } from '@jest/globals';
import { repeating } from '../../../../test/support/models/repeating.js';
import { API_BOUNDS, expandSeries, StartOffRuleError, TooManyOccurrencesError } from './expand-series.js';
import { UnreadableRuleError } from './recurrence-rule.js';
import { timesAt, type SeriesTimes } from './series-times.js';

const keysOf = (times: SeriesTimes): string[] =>
  expandSeries(times, API_BOUNDS)
    .filter(({ excluded }) => !excluded)
    .map(({ key }) => key);

const startsOf = (times: SeriesTimes): (string | undefined)[] =>
  keysOf(times).map((key) => timesAt(key, times, times.timeZone).startsAt?.toISOString().slice(0, 16));

describe('A rule', () => {
  it.each([
    ['31st', '2026-08-31', 'FREQ=MONTHLY;COUNT=4', ['20260831', '20261031', '20261231', '20270131']],
    [
      'last day of the month',
      '2026-08-31',
      'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
      ['20260831', '20260930', '20261031'],
    ],
    ['second Tuesday', '2026-09-08', 'FREQ=MONTHLY;BYDAY=2TU;COUNT=3', ['20260908', '20261013', '20261110']],
    ['last Friday', '2026-09-25', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', ['20260925', '20261030', '20261127']],
    [
      'fourth Thursday of November',
      '2026-11-26',
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=3',
      ['20261126', '20271125', '20281123'],
    ],
    ['20th Monday of the year', '2026-05-18', 'FREQ=YEARLY;BYDAY=20MO;COUNT=2', ['20260518', '20270517']],
    [
      'last weekday of the month',
      '2026-09-30',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3',
      ['20260930', '20261030', '20261130'],
    ],
    [
      'second of Saturdays and Sundays',
      '2026-09-06',
      'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=2;COUNT=3',
      ['20260906', '20261004', '20261107'],
    ],
    [
      'Friday the 13th',
      '2026-11-13',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2',
      ['20261113', '20270813'],
    ],
    [
      'every other week from Monday',
      '1997-08-05',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      ['19970805', '19970810', '19970819', '19970824'],
    ],
    [
      'every other week from Sunday',
      '1997-08-05',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      ['19970805', '19970817', '19970819', '19970831'],
    ],
    [
      'school days of September',
      '2026-09-29',
      'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;BYMONTH=9;COUNT=3',
      ['20260929', '20260930', '20270901'],
    ],
  ])('knows the %s', (_what, start, rule, expected) => {
    expect(keysOf(repeating(start, rule))).toEqual(expected);
  });

  it('leaves the 29th of February out of common years', () => {
    expect(expandSeries(repeating('2028-02-29', 'FREQ=YEARLY;COUNT=3')).map(({ key }) => key)).toEqual([
      '20280229',
      '20320229',
      '20360229',
    ]);
  });

  it.each([
    ['a date, inclusive on the wall', 'UNTIL=20260921', 3],
    ['an instant that is the last start', 'UNTIL=20260921T193000Z', 3],
    ['an instant a second before', 'UNTIL=20260921T192959Z', 2],
    ['a clock without zone that is the last start', 'UNTIL=20260921T153000', 3],
    ['a clock without zone a second before', 'UNTIL=20260921T152959', 2],
    ['a date before the last start', 'UNTIL=20260920', 2],
  ])('ends with %s', (_what, until, count) => {
    expect(keysOf(repeating('2026-09-07T15:30', `FREQ=WEEKLY;${until}`))).toHaveLength(count);
  });

  it('compares a date with the wall and not with UTC', () => {
    const evening = repeating('2026-09-07T22:00', 'FREQ=DAILY;UNTIL=20260909');
    expect(startsOf(evening)).toEqual(['2026-09-08T02:00', '2026-09-09T02:00', '2026-09-10T02:00']);
  });

  it('refuses a start that it does not produce', () => {
    for (const rule of ['FREQ=WEEKLY;BYDAY=TU;COUNT=3', 'FREQ=MONTHLY;BYMONTHDAY=8;COUNT=3'])
      expect(() => expandSeries(repeating('2026-09-07T15:30', rule))).toThrow(StartOffRuleError);
    expect(() => expandSeries(repeating('2026-09-07', 'FREQ=DAILY;UNTIL=20260906'))).toThrow(
      StartOffRuleError,
    );
  });

  it('takes 400 occurrences and not one more', () => {
    expect(keysOf(repeating('2026-09-07', 'FREQ=DAILY;COUNT=400'))).toHaveLength(400);
    for (const rule of ['FREQ=DAILY;COUNT=401', 'FREQ=DAILY', 'FREQ=DAILY;UNTIL=20991231'])
      expect(() => keysOf(repeating('2026-09-07', rule))).toThrow(TooManyOccurrencesError);
    expect(() => keysOf(repeating('2026-09-07', 'FREQ=DAILY;COUNT=400', { rdates: ['2030-01-01'] }))).toThrow(
      TooManyOccurrencesError,
    );
  });

  it('takes three years and not a day more', () => {
    expect(keysOf(repeating('2026-09-07', 'FREQ=YEARLY;COUNT=4'))).toHaveLength(4);
    expect(keysOf(repeating('2026-09-07', 'FREQ=MONTHLY;UNTIL=20290907'))).toHaveLength(37);
    for (const rule of ['FREQ=YEARLY;COUNT=5', 'FREQ=DAILY;INTERVAL=366;COUNT=4'])
      expect(() => keysOf(repeating('2026-09-07', rule))).toThrow(TooManyOccurrencesError);
  });

  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=300;COUNT=2',
    'FREQ=MONTHLY;BYDAY=99MO;COUNT=2',
    'FREQ=WEEKLY;UNTIL=20269999',
    'FREQ=WEEKLY;UNTIL=20261001T250000Z',
  ])('says that %s cannot be computed', (rule) => {
    expect(() => keysOf(repeating('2026-09-07T10:00', rule))).toThrow(UnreadableRuleError);
  });
});

describe('A single date', () => {
  const weekly = (given: Partial<SeriesTimes>): SeriesTimes =>
    repeating('2026-09-07T15:30', 'FREQ=WEEKLY;COUNT=3', given);

  it('adds itself once, wherever it falls', () => {
    const rdates = ['2026-09-01T10:00', '2026-09-14T15:30', '2026-12-24T10:00', '2026-12-24T10:00'];
    expect(keysOf(weekly({ rdates }))).toEqual([
      '20260901T140000Z',
      '20260907T193000Z',
      '20260914T193000Z',
      '20260921T193000Z',
      '20261224T150000Z',
    ]);
  });

  it('goes by its clock, or as a whole day, when it is taken out', () => {
    for (const exdate of ['2026-09-14T15:30', '2026-09-14'])
      expect(keysOf(weekly({ exdates: [exdate] }))).toEqual(['20260907T193000Z', '20260921T193000Z']);
    expect(keysOf(weekly({ exdates: ['2026-09-14T15:00', '2026-09-15'] }))).toHaveLength(3);
  });

  it('goes by either clock that names the instant in a spring gap', () => {
    for (const exdate of ['2027-03-14T02:30', '2027-03-14T03:30']) {
      const daily = repeating('2027-03-13T02:30', 'FREQ=DAILY;COUNT=3', { exdates: [exdate] });
      expect(keysOf(daily)).toEqual(['20270313T073000Z', '20270315T063000Z']);
    }
  });

  it('counts though it is taken out, also when it is the first', () => {
    const first = repeating('2026-09-07', 'FREQ=DAILY;COUNT=3', { exdates: ['2026-09-07'] });
    expect(expandSeries(first)).toEqual([
      { key: '20260907', excluded: true },
      { key: '20260908', excluded: false },
      { key: '20260909', excluded: false },
    ]);
  });

  it('needs no rule', () => {
    expect(keysOf(repeating('2026-09-07', null, { rdates: ['2026-10-01'] }))).toEqual([
      '20260907',
      '20261001',
    ]);
  });
});
