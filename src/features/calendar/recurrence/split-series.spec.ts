import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { repeating } from '../../../../test/support/models/repeating.js';
import { expandSeries, StartOffRuleError, retimed } from './expand-series.js';
import { ruleText } from './recurrence-rule.js';
import { dayOf, type SeriesTimes } from './series-times.js';
import { splitSeries } from '../series/series-writer.service.js';

const textOf = (times: SeriesTimes | null): string | null => times && times.rule && ruleText(times.rule);
const live = (times: SeriesTimes): string[] =>
  expandSeries(times)
    .filter(({ excluded }) => !excluded)
    .map(({ key }) => key);

describe('A series that is split', () => {
  it('ends a second before the cut, and counts on behind it', () => {
    const weekly = repeating('2026-09-07T15:30', 'FREQ=WEEKLY;COUNT=10');
    const { before, after } = splitSeries(weekly, '20260928T193000Z');
    expect(textOf(before)).toBe('FREQ=WEEKLY;UNTIL=20260928T192959Z');
    expect([after?.localStart, textOf(after)]).toEqual(['2026-09-28T15:30', 'FREQ=WEEKLY;COUNT=7']);
  });

  it('ends a day before the cut when it is all day, and keeps its own end', () => {
    const { before, after } = splitSeries(repeating('2026-09-07', 'FREQ=DAILY;UNTIL=20260930'), '20260910');
    expect([textOf(before), textOf(after)]).toEqual([
      'FREQ=DAILY;UNTIL=20260909',
      'FREQ=DAILY;UNTIL=20260930',
    ]);
  });

  it('contains nothing before its first occurrence', () => {
    expect(splitSeries(repeating('2026-09-07', 'FREQ=DAILY;COUNT=3'), '20260907').before).toBeNull();
  });

  it('ends at a single date, and lives on in single dates alone', () => {
    const series = repeating('2026-09-07', 'FREQ=DAILY;COUNT=2', { rdates: ['2026-10-01', '2026-10-02'] });
    const { before, after } = splitSeries(series, '20261001');
    expect(before && live(before)).toEqual(['20260907', '20260908']);
    expect(after).toMatchObject({ rule: null, localStart: '2026-10-01', rdates: ['2026-10-02'] });
  });
});

const RULES = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU;WKST=SU',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;BYMONTHDAY=1,15,-1',
  'FREQ=MONTHLY;INTERVAL=2;BYDAY=2MO',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,2',
];

/** Some series that starts on its rule. */
const series = fc
  .record({
    base: fc.constantFrom(...RULES),
    end: fc.oneof(
      fc.integer({ min: 1, max: 40 }).map((count) => `COUNT=${count}`),
      fc.constantFrom('UNTIL=20261218', 'UNTIL=20261218T203000Z', 'UNTIL=20270401T120000'),
    ),
    day: fc.integer({ min: 1, max: 30 }),
    clock: fc.constantFrom('', 'T00:15', 'T02:30', 'T15:30', 'T23:45'),
    timeZone: fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Europe/London', 'Asia/Tokyo'),
    extra: fc.array(fc.integer({ min: 1, max: 28 }), { maxLength: 3 }),
    without: fc.array(fc.integer({ min: 1, max: 28 }), { maxLength: 3 }),
  })
  .map(({ base, end, day, clock, timeZone, extra, without }) => {
    const on = (month: string) => (number: number) =>
      `2026-${month}-${String(number).padStart(2, '0')}${clock}`;
    const [rdates, exdates] = [[...new Set(extra)].map(on('10')), [...new Set(without)].map(on('10'))];
    return repeating(on('09')(day), `${base};${end}`, { timeZone, rdates, exdates });
  })
  .filter((times) => {
    try {
      return live(times).length > 0;
    } catch (error) {
      if (error instanceof StartOffRuleError) return false;
      throw error;
    }
  });

describe('Any series', () => {
  it('equals its two halves together, wherever it is cut', () => {
    fc.assert(
      fc.property(series, fc.nat(), (times, at) => {
        const all = expandSeries(times);
        const cut = all[at % all.length]!.key;
        const { before, after } = splitSeries(times, cut);
        const halves = [before ? expandSeries(before) : [], after ? expandSeries(after) : []] as const;
        expect(halves[0]).toEqual(all.filter(({ key }) => key < cut));
        expect(halves[1]).toEqual(all.filter(({ key }) => key >= cut));
      }),
      { numRuns: 60 },
    );
  });

  it('takes place on the same days at another time', () => {
    fc.assert(
      fc.property(series, fc.constantFrom('', 'T09:00', 'T20:10'), (times, clock) => {
        const localStart = times.localStart.slice(0, 10) + clock;
        const later = retimed(times, { ...times, allDay: clock === '', localStart });
        const days = (of: SeriesTimes): string[] => [
          ...new Set(live(of).map((key) => dayOf(key, of.timeZone))),
        ];
        expect(days(later)).toEqual(days(times));
      }),
      { numRuns: 60 },
    );
  });
});
