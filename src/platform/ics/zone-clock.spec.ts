import { describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { ZoneClock } from './zone-clock.js';

const YEARS = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2029, 11, 31) };
const HOUR_MS = 3_600_000;

const parsed = (lines: string[]): ICAL.Timezone =>
  new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join('\r\n')) as never));

describe('The VTIMEZONE of a zone', () => {
  it('has one rule for summer and one for winter, as classic Outlook needs it', () => {
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

  it('is read by ical.js as the clocks of the zone are, of every zone', () => {
    const wrong = Intl.supportedValuesOf('timeZone').filter((name) => {
      const clock = new ZoneClock(name, YEARS);
      const zone = parsed(clock.component());
      for (let at = YEARS.from; at < YEARS.to; at += 61 * HOUR_MS) {
        if (clock.isRepeated(at) || clock.isAfterGap(at)) continue;
        const wall = new Date(at + clock.offset(at));
        const time = ICAL.Time.fromDateTimeString(wall.toISOString().slice(0, 19));
        if (zone.utcOffset(time) * 1000 !== clock.offset(at)) return true;
      }
      return false;
    });
    expect(wrong).toEqual([]);
  });

  it('has at most one summer and one winter in four of five zones that have a summer time', () => {
    const summers = Intl.supportedValuesOf('timeZone')
      .map((name) => new ZoneClock(name, YEARS).component())
      .filter((lines) => lines.includes('BEGIN:DAYLIGHT'));
    const ruled = summers.filter((lines) => lines.filter((line) => line.startsWith('RRULE')).length === 2);
    expect(ruled.length).toBeGreaterThan(summers.length * 0.8);
  });
});
