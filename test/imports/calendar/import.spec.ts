import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { ContentImporter, counted } from '../content/content-importer.js';
import { event, file } from './ics-text.js';

let importer: ContentImporter;
let school: string;

beforeAll(async () => {
  importer = await ContentImporter.create();
  importer.clock.moveTo('2026-09-01T12:00:00Z');
});
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
});

const bring = async (
  text: string,
  options: { category?: string; organization?: string; dryRun?: boolean } = {},
) =>
  importer.services
    .get(CalendarImportService)
    .run({ path: await importer.file('c.ics', text), school, ...options });
const rows = () =>
  importer.rows<{ title: string; starts_at: Date; status: string }>(
    'select e.*, e.start_date::text, e.end_date::text from events e order by e.start_date, e.starts_at, e.title',
  );
const starts = async () => (await rows()).map(({ starts_at }) => starts_at.toISOString().slice(0, 16));

const SKI = { name: 'ski', color: '#112233' };
const NEW_YORK = 'DTSTART;TZID=America/New_York:20261026T153000';

describe('a calendar that cannot be taken as it is', () => {
  it('loses what is broken, reported with its line, and keeps the rest', async () => {
    const report = await bring(
      file(
        event('UID:a', 'SUMMARY:No start'),
        event('UID:b', 'DTSTART:2026-13-40', 'SUMMARY:No day'),
        event('UID:c', 'DTSTART:20261026T253000', 'SUMMARY:No such hour'),
        event('UID:d', 'DTSTART:20261026T153000Z', 'RRULE:FREQ=SOMETIMES;COUNT=3'),
        event('UID:e', 'DTSTART;VALUE=DATE:20261026', 'SUMMARY:Fair'),
      ) + 'BEGIN:VEVENT\r\nUID:f\r\nDTSTART:20261026T153000Z\r\n',
    );
    expect(report.errors.map(({ line, code }) => [line, code])).toEqual([
      [3, 'missing_field'],
      [7, 'bad_time'],
      [12, 'bad_time'],
      [17, 'unsupported_rule'],
      [28, 'not_closed'],
    ]);
    expect((await rows()).map(({ title }) => title)).toEqual(['Fair']);
  });

  it('fails when it is no calendar, and for an organization or category that is not there', async () => {
    await expect(bring('a,b,c')).rejects.toThrow('not a calendar');
    await expect(bring(file(), { organization: 'golf' })).rejects.toThrow('no such organization');
    await expect(bring(file(), { category: 'Golf' })).rejects.toThrow('no such category');
    await importer.import(school, { categories: [SKI, { ...SKI, name: 'SKI' }] });
    await expect(bring(file(), { category: 'Ski' })).rejects.toThrow('several such categories');
  });

  it('cuts a series without an end three years from now, and says so', async () => {
    const report = await bring(file(event('UID:a', 'DTSTART;VALUE=DATE:20260907', 'RRULE:FREQ=MONTHLY')));
    expect(report.warnings).toMatchObject([{ line: 3, code: 'series_cut' }]);
    expect(await rows()).toHaveLength(37);
  });

  it.each(['20991231', '20991231T235959', '20991231T235959Z'])(
    'cuts one that is too much until %s there too, and says so',
    async (until) => {
      const rule = `RRULE:FREQ=DAILY;UNTIL=${until}`;
      const report = await bring(file(event('UID:a', 'DTSTART:20290825T120000Z', rule)));
      expect([report.errors, report.warnings]).toMatchObject([[], [{ line: 3, code: 'series_cut' }]]);
      expect([(await rows()).length, (await starts()).at(-1)]).toEqual([1097, '2032-08-25T12:00']);
    },
  );

  it.each([
    ['ended long ago', 'DTSTART:19900101T120000Z', 'RRULE:FREQ=DAILY;UNTIL=20200101'],
    ['says how many they are', 'DTSTART:20260907T120000Z', 'RRULE:FREQ=DAILY;COUNT=5001'],
  ])('leaves out one that is too much and %s', async (_, start, rule) => {
    const report = await bring(file(event('UID:a', start, rule)));
    expect(report.errors).toMatchObject([{ line: 3, code: 'too_many_occurrences' }]);
    expect(await rows()).toEqual([]);
  });

  it('leaves out one with more than 30 marks on a letter, and takes the others', async () => {
    const broken = event('UID:a', 'DTSTART:20260907T120000Z', `SUMMARY:e${'\u0301\u0316'.repeat(16)}`);
    const report = await bring(file(broken, event('UID:b', 'DTSTART:20260907T120000Z')));
    expect(report.errors).toMatchObject([{ line: 3, code: 'too_many_marks' }]);
    expect(await rows()).toHaveLength(1);
  });

  it('keeps whole what ends late and is not too much', async () => {
    const report = await bring(
      file(event('UID:a', 'DTSTART;VALUE=DATE:20260907', 'RRULE:FREQ=YEARLY;UNTIL=20991231')),
    );
    expect([report.warnings, (await rows()).length]).toEqual([[], 74]);
  });
});

describe('a calendar of somebody else', () => {
  it.each(['THISANDFUTURE', '"thisandfuture"'])(
    'changes the one occurrence where it has RANGE=%s, and says so',
    async (range) => {
      const text = file(
        event('UID:a', NEW_YORK, 'RRULE:FREQ=DAILY;COUNT=3'),
        event('UID:a', `RECURRENCE-ID;RANGE=${range}:20261027T193000Z`, 'DTSTART:20261027T210000Z'),
      );
      const report = await bring(text);
      expect([report.errors, report.warnings]).toMatchObject([[], [{ line: 8, code: 'range_dropped' }]]);
      expect(await starts()).toEqual(['2026-10-26T19:30', '2026-10-27T21:00', '2026-10-28T19:30']);
    },
  );

  it.each([
    ['an empty rule', ['RRULE:'], ['2026-10-26T19:30']],
    [
      'a start off the rule',
      ['RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2'],
      ['2026-10-26T19:30', '2026-10-28T19:30', '2026-11-04T20:30'],
    ],
    [
      'a day taken out of a timed series',
      ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261027'],
      ['2026-10-26T19:30', '2026-10-28T19:30'],
    ],
    [
      'an end without Z, on the wall of the start',
      ['RRULE:FREQ=DAILY;UNTIL=20261027T153000'],
      ['2026-10-26T19:30', '2026-10-27T19:30'],
    ],
    [
      'a second rule',
      ['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      ['2026-10-26T19:30', '2026-10-27T19:30', '2026-11-02T20:30'],
    ],
    [
      'a date with a period',
      ['RDATE;VALUE=PERIOD:20261101T160000Z/20261101T170000Z'],
      ['2026-10-26T19:30', '2026-11-01T16:00'],
    ],
  ])('reads with %s', async (_, lines, expected) => {
    await bring(file(event('UID:a', NEW_YORK, ...lines)));
    expect(await starts()).toEqual(expected);
  });

  it.each([
    ['DTSTART;VALUE=DATE:20261026', [], '2026-10-26', '2026-10-26'],
    ['DTSTART;VALUE=DATE:20261026', ['DTEND;VALUE=DATE:20261028'], '2026-10-26', '2026-10-27'],
    ['DTSTART;VALUE=DATE:20261026', ['DURATION:P3D'], '2026-10-26', '2026-10-28'],
    ['DTSTART:20261026T230000', ['DURATION:PT2H'], '2026-10-26', '2026-10-27'],
    ['DTSTART:20261026T230000', [], '2026-10-26', '2026-10-26'],
  ])('takes the end of %s %j', async (start, lines, first, last) => {
    await bring(file(event('UID:a', start, ...lines)));
    expect(await rows()).toMatchObject([{ start_date: first, end_date: last }]);
  });

  it('keeps what has gone on for decades from a year ago', async () => {
    const report = await bring(file(event('UID:a', 'DTSTART;VALUE=DATE:20010101', 'RRULE:FREQ=DAILY')));
    expect([report.errors, report.warnings.length]).toEqual([[], 1]);
    expect((await rows())[0]).toMatchObject({ start_date: '2025-09-01' });
  });

  it('takes an offset that no zone has by its definition', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Nowhere', 'BEGIN:STANDARD', 'DTSTART:16010101T000000'];
    const offset = ['TZOFFSETFROM:-0741', 'TZOFFSETTO:-0741', 'END:STANDARD', 'END:VTIMEZONE'];
    const start = 'DTSTART;TZID=Nowhere:20261026T120000';
    await bring(
      file(...zone, ...offset, event('UID:a', start), event('UID:b', start, 'RRULE:FREQ=DAILY;COUNT=2')),
    );
    expect(await starts()).toEqual(['2026-10-26T19:41', '2026-10-26T19:41', '2026-10-27T19:41']);
  });

  it('moves and calls off occurrences, in their latest version', async () => {
    await bring(
      file(
        event('UID:a', 'SUMMARY:Practice', NEW_YORK, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4'),
        event(
          'UID:a',
          'SUMMARY:Late',
          'SEQUENCE:2',
          'RECURRENCE-ID:20261027T193000Z',
          'DTSTART:20261027T210000Z',
          'DURATION:PT1H',
        ),
        event(
          'UID:a',
          'SUMMARY:Old',
          'SEQUENCE:1',
          'RECURRENCE-ID:20261027T193000Z',
          'DTSTART:20261027T220000Z',
        ),
        event('UID:a', 'STATUS:CANCELLED', 'RECURRENCE-ID;VALUE=DATE:20261028', 'DTSTART:20261028T193000Z'),
        event('UID:a', 'SUMMARY:Stray', 'RECURRENCE-ID:20271027T193000Z', 'DTSTART:20261101T190000Z'),
      ),
    );
    expect(await rows()).toMatchObject([
      { title: 'Practice', overrides: [] },
      { title: 'Late', overrides: ['title', 'times'], starts_at: new Date('2026-10-27T21:00:00Z') },
      { title: 'Practice', starts_at: new Date('2026-10-29T19:30:00Z') },
      { title: 'Stray', series_id: null },
    ]);
  });

  it('reads from bare line feeds, behind a byte order mark, without its alarms and attendees', async () => {
    const text = event(
      'UID:a',
      NEW_YORK,
      'SUMMARY:Café \\, bar',
      'DESCRIPTION:One\\ntwo <b>',
      ' three',
      'CATEGORIES:Away,Bus,away',
      'BEGIN:VALARM',
      'SUMMARY:Alarm',
      'END:VALARM',
      'ATTENDEE:mailto:eve@example.org',
    );
    await bring(`\uFEFF${file(text).replaceAll('\r\n', '\n')}`);
    const [found] = await rows();
    expect(found).toMatchObject({
      title: 'Café , bar',
      tags: ['Away', 'Bus'],
      description: '<p>One<br>two &lt;b&gt;three</p>',
    });
    expect(JSON.stringify(found)).not.toContain('eve@');
  });

  it('belongs to the organization and the category that are named', async () => {
    await importer.import(school, {
      categories: [SKI, { ...SKI, name: 'Athletics' }, { ...SKI, name: 'SKI' }],
      organizations: [{ short_name: 'soccer', kind: 'team', name: 'Soccer' }],
    });
    await bring(file(event('UID:a', NEW_YORK)), { organization: 'soccer', category: 'athletics' });
    const [found] = await rows();
    expect(found).toMatchObject({ audience_type: 'organizations' });
    expect(found).not.toMatchObject({ category_id: null });
    expect((await bring(file(), { category: 'ski' })).errors).toEqual([]);
  });

  it('leads to a report alone on a dry run', async () => {
    const report = await bring(file(event('UID:a', NEW_YORK)), { dryRun: true });
    expect(counted(report, 'events')).toEqual([1, 0, 0, 0]);
    expect(await rows()).toEqual([]);
  });
});
