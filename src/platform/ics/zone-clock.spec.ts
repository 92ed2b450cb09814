import { describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { ZoneClock } from './zone-clock.js';

const YEARS = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2029, 11, 31) };
const HOUR_MS = 3_600_000;

/** Each with a way of its own: every zone there is with `ZONES=all`, as the proof of imports has it. */
const ZONES =
  process.env.ZONES === 'all'
    ? Intl.supportedValuesOf('timeZone')
    : [
        ...['America/New_York', 'Europe/Dublin', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Asia/Gaza'],
        ...['America/Santiago', 'Africa/Cairo', 'Pacific/Chatham', 'America/Nuuk', 'Asia/Kolkata'],
      ];

const parsed = (lines: string[]): ICAL.Timezone =>
  new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join('\r\n')) as never));

describe('The VTIMEZONE of a zone', () => {
  it('contains one rule for summer and one for winter, as classic Outlook needs it', () => {
    expect(new ZoneClock('Europe/Berlin', YEARS).component()).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:DAYLIGHT',
      'DTSTART:19960331T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'TZNAME:CEST',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:19961027T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'TZNAME:CET',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]);
  });

  it('lists the changes where they are made by no rule, and where the rule was another one', () => {
    const morocco = new ZoneClock('Africa/Casablanca', YEARS).component();
    expect(morocco.filter((line) => line.startsWith('RRULE'))).toEqual([]);
    const past = new ZoneClock('America/New_York', { ...YEARS, from: Date.UTC(2005, 0, 1) }).component();
    expect(past.filter((line) => line.startsWith('DTSTART')).length).toBeGreaterThan(40);
  });

  it('reads in ical.js as the clocks of the zone are', () => {
    const moments: number[] = [];
    // Nearer than a week: a change that is a week off is seen, whenever it is.
    for (let at = YEARS.from; at < YEARS.to; at += 167 * HOUR_MS) moments.push(at);
    // Hundreds of zones have a few dozen ways: what is read of one is read of all that have the same lines and the same clocks.
    const different = Map.groupBy(
      ZONES.map((name) => new ZoneClock(name, YEARS)),
      (clock) =>
        [
          ...clock.component().filter((line) => !line.startsWith('TZID:')),
          ...moments.map((at) => clock.offset(at)),
        ].join(),
    );
    expect(different.size).toBeGreaterThanOrEqual(Math.min(ZONES.length, 50));
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
