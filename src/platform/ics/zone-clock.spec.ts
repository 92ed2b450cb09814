import { describe, expect, it } from '@jest/globals';
import { ZoneClock } from './zone-clock.js';

const YEARS = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2029, 11, 31) };

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
});
