import { describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { ZoneClock } from '../../../src/platform/ics/zone-clock.js';

/* Every zone there is: to look up the changes of each one's clocks takes half a minute. */

const YEARS = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2029, 11, 31) };
const HOUR_MS = 3_600_000;

const parsed = (lines: string[]): ICAL.Timezone =>
  new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join('\r\n')) as never));

describe('The VTIMEZONE of every zone', () => {
  it('reads in ical.js as the clocks of the zone are', () => {
    const moments: number[] = [];
    // Nearer than a week: a change that is a week off is seen, whenever it is.
    for (let at = YEARS.from; at < YEARS.to; at += 167 * HOUR_MS) moments.push(at);
    // Hundreds of zones have a few dozen ways: what is read of one is read of all that have the same lines and the same clocks.
    const different = Map.groupBy(
      Intl.supportedValuesOf('timeZone').map((name) => new ZoneClock(name, YEARS)),
      (clock) =>
        [
          ...clock.component().filter((line) => !line.startsWith('TZID:')),
          ...moments.map((at) => clock.offset(at)),
        ].join(),
    );
    expect(different.size).toBeGreaterThan(50);
    const wrong = [...different.values()].filter(([clock]) => {
      const zone = parsed(clock!.component());
      return moments.some((at) => {
        if (clock!.isRepeated(at) || clock!.isAfterGap(at)) return false;
        const wall = new Date(at + clock!.offset(at));
        const time = ICAL.Time.fromDateTimeString(wall.toISOString().slice(0, 19));
        return zone.utcOffset(time) * 1000 !== clock!.offset(at);
      });
    });
    expect(wrong.flat().map(({ zone }) => zone)).toEqual([]);
  });

  it('contains at most one summer and one winter in four of five zones that have a summer time', () => {
    const summers = Intl.supportedValuesOf('timeZone')
      .map((name) => new ZoneClock(name, YEARS).component())
      .filter((lines) => lines.includes('BEGIN:DAYLIGHT'));
    const ruled = summers.filter((lines) => lines.filter((line) => line.startsWith('RRULE')).length === 2);
    expect(ruled.length).toBeGreaterThan(summers.length * 0.8);
  });
});
