import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AT, codes, ForeignCalendars, given, UNTIL } from './foreign-calendars.js';
import { event, file } from './ics-text.js';

/*
 * Calendars in the form in which exporters write them: what can be read comes in at the right instant, and the report says
 * in words what did not.
 */

let calendars: ForeignCalendars;
beforeAll(async () => (calendars = await ForeignCalendars.create()));
afterAll(() => calendars.close());
beforeEach(() => calendars.empty());

const bring = (text: string) => calendars.bring(text);
const shown = () => calendars.shown();
const again = (text: string) => calendars.again(text);

const WELL: [name: string, expected: string[], warnings?: string[]][] = [
  [
    'rule-with-blank',
    [
      '2026-12-01T20:00/21:00 Math help',
      '2026-12-03/2026-12-03 Concert',
      '2026-12-07T20:00/21:00 Math help',
      '2026-12-08T20:00/21:00 Math help',
      '2026-12-14T20:00/21:00 Math help',
    ],
  ],
  [
    'same-uid-singles',
    [
      '2026-12-07/2026-12-07 No school: staff day',
      '2026-12-14/2026-12-14 Winter concert',
      '2026-12-21/2027-01-01 Winter break',
    ],
  ],
  ['outlook-escaped-tzid', ['2026-12-08T02:30/04:00 Band concert']],
  [
    'exdate-and-moved-override',
    [
      '2026-12-07T14:00/15:00 PTA',
      '2026-12-15T23:00/00:00 PTA (moved to Tuesday evening)',
      '2026-12-21T14:00/15:00 PTA',
    ],
  ],
  [
    'override-with-own-rule',
    [
      '2026-12-07T14:00/14:30 Morning meeting',
      '2026-12-07T15:00/15:30 Copied meeting',
      '2026-12-14T14:00/14:30 Morning meeting',
      '2026-12-14T15:00/15:30 Copied meeting',
      '2026-12-21T15:00/15:30 Copied meeting',
    ],
    ['own_rule FREQ=WEEKLY;COUNT=3'],
  ],
  ['o365-tzone-utc', ['2026-12-08T18:00/19:00 Timed', '2026-12-09/2026-12-09 All day']],
  [
    'vtimezone-rules-ignored-us',
    [
      '2026-03-20T23:00/23:00 20260320 18:00',
      '2026-10-28T23:00/23:00 20261028 18:00',
      '2026-12-01T23:00/23:00 20261201 18:00',
    ],
  ],
  ['exdates-cover-all-first-import', []],
];

describe('A calendar as exporters write it', () => {
  it.each(WELL)('comes in with each occurrence at its instant: %s', async (name, expected, warnings = []) => {
    const report = await bring(given(name));
    expect(codes(report)).toEqual([[], warnings]);
    expect(await shown()).toEqual(expected);
    await again(given(name));
  });
});

describe('A value that is not understood', () => {
  it.each([
    ['DTEND:later', 'bad_time later', '2026-12-07T14:00/14:00 Fair'],
    ['DTEND:20261307T100000', 'bad_time 20261307T100000', '2026-12-07T14:00/14:00 Fair'],
    ['DURATION:an hour', 'bad_duration an hour', '2026-12-07T14:00/14:00 Fair'],
    ['RDATE:soon', 'bad_time soon', '2026-12-07T14:00/14:00 Fair'],
    ['RECURRENCE-ID:none', 'bad_time none', '2026-12-07T14:00/14:00 Fair'],
    ['SUMMARY without a colon', 'unreadable_line SUMMARY without a colon', '2026-12-07T14:00/14:00 Fair'],
  ])('costs itself and not the event: %s', async (line, warning, expected) => {
    const report = await bring(file(event('UID:a', AT, 'SUMMARY:Fair', line)));
    expect(codes(report)).toEqual([[], [warning]]);
    expect(report.warnings[0]!.message).toMatch(/^"Fair" of 2026-12-07: .*import it again\.$/);
    expect(await shown()).toEqual([expected]);
  });

  it.each([
    ['DTSTART:2026-12', 'bad_time 2026-12'],
    ['DTSTART:20261207T250000', 'bad_time 20261207T250000'],
    ['DTSTART:20261207T096100', 'bad_time 20261207T096100'],
    ['DTSTART;TZID=America/New_York:tomorrow', 'bad_time tomorrow'],
    ['DTEND:20261207T100000Z', 'missing_field DTSTART'],
  ])('appears with the title when it is of a start: %s', async (line, error) => {
    const report = await bring(file(event('UID:a', line, 'SUMMARY:Fair')));
    expect(codes(report)).toEqual([[error], []]);
    expect(report.errors[0]!.message).toMatch(/^"Fair" is left out: .*import it again\.$/);
  });

  it.each([
    ['DTSTART:20261207T240000Z', '2026-12-08T00:00/00:00 Fair'],
    ['DTSTART:20261207T090000-0500', '2026-12-07T14:00/14:00 Fair'],
    ['DTSTART:2026-12-07T09:00:00+01:00', '2026-12-07T08:00/08:00 Fair'],
    ['DTSTART;TZID=Pacific Time (US & Canada); Tijuana:20261207T090000', '2026-12-07T17:00/17:00 Fair'],
    ['DTSTART;TZID=Pacific Time (US & Canada)\\, Tijuana:20261207T090000', '2026-12-07T17:00/17:00 Fair'],
    ['DTSTART;TZID=Eastern:20261207T090000', '2026-12-07T14:00/14:00 Fair'],
    ['DTSTART ; TZID = "America/New_York" : 20261207T090000', '2026-12-07T14:00/14:00 Fair'],
    ['DTSTART;TZID=-0500:20261207T090000', '2026-12-07T14:00/14:00 Fair'],
  ])('includes none of these: %s', async (line, expected) => {
    expect(codes(await bring(file(event('UID:a', line, 'SUMMARY:Fair'))))).toEqual([[], []]);
    expect(await shown()).toEqual([expected]);
  });

  it('appears with the event when it is of a zone, and the event is on the clock of the calendar', async () => {
    const start = 'DTSTART;TZID=tzone://Microsoft/Custom:20261207T090000';
    const text = file('X-WR-TIMEZONE:America/Chicago', event('UID:a', start, 'SUMMARY:Fair'));
    const report = await bring(text);
    expect(report).toMatchObject({
      errors: [],
      warnings: [{ code: 'unknown_time_zone', value: 'tzone://Microsoft/Custom' }],
    });
    expect(report.warnings[0]!.message).toMatch(/"Fair" of 2026-12-07.*tzone:.*America\/Chicago/);
    expect(await shown()).toEqual(['2026-12-07T15:00/15:00 Fair']);
  });

  it('leaves nothing of a calendar that is a zip file', async () => {
    await expect(bring('PK\u0003\u0004…')).rejects.toThrow('xlsx');
  });
});

describe('A zone that the file defines', () => {
  const ZONE = (tzid: string) => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  const weekly = (tzid: string) =>
    event('UID:a', `DTSTART;TZID=${tzid}:20261021T180000`, 'SUMMARY:Choir', 'RRULE:FREQ=WEEKLY;COUNT=3');

  it('applies to the day in a series that no other zone has', async () => {
    const text = file(...ZONE('Own'), weekly('Own'));
    expect(codes(await bring(text))).toEqual([[], []]);
    expect(await shown()).toEqual([
      '2026-10-21T22:00/22:00 Choir',
      '2026-10-28T23:00/23:00 Choir',
      '2026-11-04T23:00/23:00 Choir',
    ]);
    await again(text);
  });

  it('yields to that of the world where it has the name of one', async () => {
    await bring(file(...ZONE('America/New_York'), weekly('America/New_York')));
    expect((await shown())[1]).toBe('2026-10-28T22:00/22:00 Choir');
  });

  it('keeps the rules of the file where its name is short', async () => {
    await bring(file(...ZONE('EST'), weekly('EST')));
    expect((await shown())[0]).toBe('2026-10-21T22:00/22:00 Choir');
  });

  it('keeps what is left out and moved', async () => {
    const text = file(
      ...ZONE('Own'),
      weekly('Own').replace('SUMMARY', 'EXDATE;TZID=Own:20261028T180000\r\nSUMMARY'),
      event(
        'UID:a',
        'RECURRENCE-ID;TZID=Own:20261104T180000',
        'DTSTART;TZID=Own:20261104T200000',
        'SUMMARY:Late',
      ),
    );
    expect(codes(await bring(text))).toEqual([[], []]);
    expect(await shown()).toEqual(['2026-10-21T22:00/22:00 Choir', '2026-11-05T01:00/01:00 Late']);
  });
});

describe('Whole days', () => {
  const FLAG = 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE';
  it.each([
    ['DTSTART;TZID=America/New_York:20261207T000000', 'DTEND;TZID=America/New_York:20261209T000000'],
    ['DTSTART:20261207T050000Z', 'DTEND:20261209T050000Z'],
    ['DTSTART:20261207T000000', 'DTEND:20261209T000000'],
    ['DTSTART:20261207T080000Z', 'DTEND:20261209T080000Z'],
  ])('follow from what Outlook writes from midnight to midnight: %s', async (start, end) => {
    expect(codes(await bring(file(event('UID:a', start, end, 'SUMMARY:Trip', FLAG))))).toEqual([[], []]);
    expect(await shown()).toEqual(['2026-12-07/2026-12-08 Trip']);
  });

  it('come to none where it says so of two hours', async () => {
    await bring(file(event('UID:a', AT, UNTIL, 'SUMMARY:Trip', FLAG)));
    expect(await shown()).toEqual(['2026-12-07T14:00/15:00 Trip']);
  });

  it('repeat without those that are left out', async () => {
    const text = file(
      event(
        'UID:a',
        'DTSTART;TZID=America/New_York:20261207T000000',
        'DTEND;TZID=America/New_York:20261208T000000',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=America/New_York:20261208T000000',
        ...['SUMMARY:Trip', FLAG],
      ),
    );
    await bring(text);
    expect(await shown()).toEqual(['2026-12-07/2026-12-07 Trip', '2026-12-09/2026-12-09 Trip']);
  });
});

describe('A series of which every date is left out', () => {
  it('goes when it was there, and comes back', async () => {
    const all = given('exdates-cover-all-first-import');
    const one = all
      .replace('EXDATE;TZID=America/New_York:20261214T150000\n', '')
      .replace(/EXDATE.*20261214T150000\r?\n/, '');
    await bring(one);
    expect(await shown()).toEqual(['2026-12-14T20:00/21:00 Chess club']);
    expect(codes(await bring(all))).toEqual([[], []]);
    expect(await shown()).toEqual([]);
    await bring(one);
    expect(await shown()).toEqual(['2026-12-14T20:00/21:00 Chess club']);
  });
});
