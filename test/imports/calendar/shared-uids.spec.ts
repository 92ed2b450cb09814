import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AT, codes, ForeignCalendars, given, UNTIL } from './foreign-calendars.js';
import { event, file } from './ics-text.js';

/* Events and occurrences of one UID: none is lost for another, and a newer version counts. */

let calendars: ForeignCalendars;
beforeAll(async () => (calendars = await ForeignCalendars.create()));
afterAll(() => calendars.close());
beforeEach(() => calendars.empty());

const bring = (text: string) => calendars.bring(text);
const shown = () => calendars.shown();
const again = (text: string) => calendars.again(text);

describe('One UID of several events', () => {
  const UID = 'UID:office@school.example';
  const day = (date: string, ...lines: string[]) => event(UID, `DTSTART;VALUE=DATE:${date}`, ...lines);

  it('stands for one event where all is alike', async () => {
    const text = file(day('20261207', 'SUMMARY:Fair'), day('20261207', 'SUMMARY:Fair '));
    expect(codes(await bring(text))).toEqual([[], []]);
    expect(await shown()).toEqual(['2026-12-07/2026-12-07 Fair']);
  });

  it('stands for the newer version, which the report says', async () => {
    const text = file(
      day('20261207', 'SUMMARY:Fair', 'SEQUENCE:1'),
      day('20261208', 'SUMMARY:Fair', 'SEQUENCE:2'),
      day('20261209', 'SUMMARY:Old name', 'LAST-MODIFIED:20260101T000000Z'),
      day('20261209', 'SUMMARY:New name', 'LAST-MODIFIED:20260201T000000Z'),
    );
    const report = await bring(text);
    expect(codes(report)).toEqual([
      [],
      ['older_version office@school.example', 'older_version office@school.example'],
    ]);
    expect(report.warnings[0]!.message).toContain('"Fair" of 2026-12-07 is left out');
    expect(await shown()).toEqual(['2026-12-08/2026-12-08 Fair', '2026-12-09/2026-12-09 New name']);
    await again(text);
  });

  it('stands for both where neither says that it is newer, with a warning', async () => {
    const text = file(day('20261207', 'SUMMARY:Fair'), day('20261208', 'SUMMARY:Fair'));
    expect(codes(await bring(text))).toEqual([[], ['shared_uid office@school.example']]);
    expect(await shown()).toEqual(['2026-12-07/2026-12-07 Fair', '2026-12-08/2026-12-08 Fair']);
    await again(text);
  });

  it('stays with what is left when the others go or come', async () => {
    const [fair, ball] = [day('20261207', 'SUMMARY:Fair'), day('20261208', 'SUMMARY:Ball')];
    await bring(file(fair));
    const both = ['2026-12-07/2026-12-07 Fair', '2026-12-08/2026-12-08 Ball'];
    for (const text of [file(fair, ball), file(ball, fair)]) {
      await bring(text);
      expect(await shown()).toEqual(both);
    }
    await bring(file(ball, day('20261209', 'SUMMARY:Fair')));
    expect(await shown()).toEqual([both[1], '2026-12-09/2026-12-09 Fair']);
    await bring(file(ball));
    expect(await shown()).toEqual([both[1], '2026-12-09/2026-12-09 Fair']);
  });

  it('stands for several series, each with its own changes', async () => {
    const text = file(
      event(UID, AT, UNTIL, 'SUMMARY:Band', 'RRULE:FREQ=DAILY;COUNT=2'),
      event(UID, 'DTSTART:20270111T200000Z', 'SUMMARY:Chess', 'RRULE:FREQ=DAILY;COUNT=2'),
      event(UID, 'RECURRENCE-ID:20270112T200000Z', 'DTSTART:20270112T220000Z', 'SUMMARY:Chess late'),
    );
    expect(codes(await bring(text))).toEqual([[], []]);
    expect(await shown()).toEqual([
      '2026-12-07T14:00/15:00 Band',
      '2026-12-08T14:00/15:00 Band',
      '2027-01-11T20:00/20:00 Chess',
      '2027-01-12T22:00/22:00 Chess late',
    ]);
    await again(text);
  });

  it('goes off where its last version is, under the title that Outlook gives that', async () => {
    const text = file(
      day('20261207', 'SUMMARY:Fair', 'SEQUENCE:1'),
      day('20261207', 'SUMMARY:Canceled: Fair', 'STATUS:CANCELED', 'SEQUENCE:2'),
    );
    expect(codes(await bring(text))).toEqual([[], []]);
    expect(await shown()).toEqual([]);
  });
});

describe('An occurrence that is told for itself', () => {
  const series = (...lines: string[]) =>
    event('UID:a', AT, UNTIL, 'SUMMARY:Band', 'RRULE:FREQ=DAILY;COUNT=3', ...lines);
  const moved = (...lines: string[]) =>
    event(
      'UID:a',
      'RECURRENCE-ID;TZID=America/New_York:20261208T090000',
      'DTSTART;TZID=America/New_York:20261208T170000',
      'SUMMARY:Band late',
      ...lines,
    );
  const FIRST = '2026-12-07T14:00/15:00 Band';
  const LAST = '2026-12-09T14:00/15:00 Band';

  it.each([
    'EXDATE;TZID=America/New_York:20261208T090000',
    'EXDATE;VALUE=DATE:20261208',
    'EXDATE:20261208T140000Z',
  ])('takes place though its date is left out by %s', async (exdate) => {
    const text = file(series(exdate), moved());
    expect(codes(await bring(text))).toEqual([[], []]);
    expect(await shown()).toEqual([FIRST, '2026-12-08T22:00/22:00 Band late', LAST]);
    await again(text);
  });

  it('yields to a newer series, which the report says', async () => {
    const report = await bring(file(series('EXDATE:20261208T140000Z', 'SEQUENCE:3'), moved('SEQUENCE:2')));
    expect(codes(report)).toEqual([[], ['override_excluded 2026-12-08T17:00']]);
    expect(report.warnings[0]!.message).toContain('"Band late" of 2026-12-08: it is left out');
    expect(await shown()).toEqual([FIRST, LAST]);
  });

  it('stands in place of a single event of its UID', async () => {
    await bring(file(event('UID:a', AT, UNTIL, 'SUMMARY:Band')));
    const late = event('UID:a', 'RECURRENCE-ID:20261207T140000Z', 'DTSTART:20261207T200000Z', 'SUMMARY:Late');
    await bring(file(event('UID:a', AT, UNTIL, 'SUMMARY:Band'), late));
    expect(await shown()).toEqual(['2026-12-07T20:00/20:00 Late']);
  });

  it('takes the place of the occurrence with a rule of its own', async () => {
    const text = file(series(), moved('RRULE:FREQ=DAILY;COUNT=2'));
    expect(codes(await bring(text))).toEqual([[], ['own_rule FREQ=DAILY;COUNT=2']]);
    expect(await shown()).toEqual([
      FIRST,
      '2026-12-08T22:00/22:00 Band late',
      LAST,
      '2026-12-09T22:00/22:00 Band late',
    ]);
    await again(text);
  });
});

describe('A UID that is counted anew for each file', () => {
  const AUTUMN = [
    '2026-12-01T14:00/15:00 Autumn fair',
    '2026-12-02T14:00/15:00 Algebra club',
    '2026-12-09T14:00/15:00 Algebra club',
    '2026-12-16T14:00/15:00 Algebra club',
  ];
  const SPRING = [
    '2027-02-09T14:00/15:00 Winter concert',
    '2027-02-10T14:00/15:00 Poetry circle',
    '2027-02-17T14:00/15:00 Poetry circle',
    '2027-02-24T14:00/15:00 Poetry circle',
  ];
  const [autumn, spring] = [given('uid-counter-1-autumn'), given('uid-counter-2-spring')];

  it('stands for another event where title and time are others, which the report says', async () => {
    await bring(autumn);
    const report = await bring(spring);
    expect(codes(report)).toEqual([[], ['reused_uid 0@default', 'reused_uid 1@default']]);
    expect(report.warnings[0]!.message).toMatch(
      /"Winter concert" of 2027-02-09 .* "Autumn fair" of 2026-12-01/,
    );
    expect(await shown()).toEqual([...AUTUMN, ...SPRING]);
    await again(spring);
    await again(autumn);
  });

  it('stays that of an event of which the title or the time alone changes', async () => {
    await bring(autumn);
    await bring(spring);
    await bring(autumn.replace('Autumn fair', 'Harvest fair').replace('Algebra', 'Maths'));
    await bring(
      spring.replaceAll('0209T', '0211T').replaceAll('0210T14', '0210T16').replaceAll('0210T15', '0210T17'),
    );
    expect(await shown()).toEqual(
      [
        ...AUTUMN.map((line) => line.replace('Autumn', 'Harvest').replace('Algebra', 'Maths')),

        ...['10', '17', '24'].map((day) => `2027-02-${day}T16:00/17:00 Poetry circle`),
        '2027-02-11T14:00/15:00 Winter concert',
      ].sort(),
    );
  });

  it('calls off the one that has its title or time, and no other', async () => {
    await bring(autumn);
    await bring(spring);
    const off = (...lines: string[]) =>
      file('METHOD:CANCEL', event('UID:0@default', 'STATUS:CANCELLED', ...lines));
    const other = await bring(off('DTSTART:20280101T100000Z', 'SUMMARY:Book fair'));
    expect(codes(other)).toEqual([[], ['cancels_nothing 0@default']]);
    await bring(off('DTSTART:20270209T140000Z', 'SUMMARY:Cancelled: Winter concert'));
    expect(await shown()).toEqual([...AUTUMN, ...SPRING.slice(1)]);
  });

  it('takes an exception of a series that is off for no other one of that UID', async () => {
    const [practice, camp] = [
      event('UID:1@default', 'DTSTART:20261207T140000Z', 'SUMMARY:Practice', 'RRULE:FREQ=DAILY;COUNT=2'),
      event('UID:1@default', 'DTSTART;VALUE=DATE:20261206', 'SUMMARY:Camp', 'RRULE:FREQ=DAILY;COUNT=3'),
    ];
    const moved = event('UID:1@default', 'RECURRENCE-ID;VALUE=DATE:20261207', 'DTSTART;VALUE=DATE:20261210');
    const off = (component: string) => component.replace('\r\n', '\r\nSTATUS:CANCELLED\r\n');
    await bring(file(practice, camp, moved));
    expect(codes(await bring(file(practice, off(camp), off(moved))))).toEqual([[], []]);
    expect(await shown()).toEqual(['2026-12-07T14:00/14:00 Practice', '2026-12-08T14:00/14:00 Practice']);
  });

  it('matches by what the source said, whatever was edited here', async () => {
    await bring(autumn);
    await calendars.importer.rows(
      `update events set title = 'Fete', starts_at = '2026-12-05T10:00Z', ends_at = '2026-12-05T11:00Z' where title = 'Autumn fair'`,
    );
    await bring(autumn.replace('SUMMARY:Autumn', 'LOCATION:Gym\nSUMMARY:Autumn'));
    expect(await shown()).toEqual(AUTUMN);
  });
});
