import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CalendarImport } from '../../../src/imports/calendar/calendar-import.service.js';
import type { ImportReport } from '../../../src/platform/import-report.js';
import { codes, ForeignCalendars } from './foreign-calendars.js';
import { event, file } from './ics-text.js';

/* Events ahead that a calendar has no more are cancelled: of that calendar alone, and what people have changed stays. */

let calendars: ForeignCalendars;
beforeAll(async () => (calendars = await ForeignCalendars.create()));
afterAll(() => calendars.close());
beforeEach(() => calendars.empty());

const day = (uid: string, date: string, ...lines: string[]) =>
  event(`UID:${uid}`, `DTSTART;VALUE=DATE:${date}`, `SUMMARY:${uid}`, ...lines);
const [PAST, TODAY] = [day('past', '20261103'), day('today', '20261125')];
const AHEAD = Array.from({ length: 20 }, (_, at) => day(`e${at + 10}`, `202612${at + 10}`));
const FEW = AHEAD.slice(0, 3);
const CHESS = { calendar: 'chess', removeMissing: true } satisfies Partial<CalendarImport>;
const whole = (...components: string[]) => file('METHOD:PUBLISH', ...components);

const bring = (text: string, options: Partial<CalendarImport> = CHESS) => calendars.bring(text, options);
const all = { ...CHESS, archiveLimitPercent: 100 };
const titles = async () => (await calendars.shown()).map((one) => one.split(' ').slice(1).join(' '));
const events = () => calendars.importer.rows('select * from events order by id');

/** The run changes what its dry run says, which changes nothing. */
async function rehearsed(text: string, options: Partial<CalendarImport> = CHESS): Promise<ImportReport> {
  const before = await events();
  const dry = await bring(text, { ...options, dryRun: true });
  expect(await events()).toEqual(before);
  const report = await bring(text, options);
  const { run_id: _, ...rest } = report;
  expect({ ...rest, dry_run: true }).toEqual(dry);
  return report;
}

describe('A file removes nothing', () => {
  beforeEach(async () => void (await bring(whole(PAST, ...AHEAD), { calendar: 'chess' })));
  const everything = ['past', ...AHEAD.map((_, at) => `e${at + 10}`)];

  it('without the name of the calendar', async () => {
    const run = bring(whole(...AHEAD.slice(1)), { removeMissing: true });
    await expect(run).rejects.toThrow('Say with --calendar NAME which calendar this is');
    expect(await titles()).toEqual(everything);
  });

  it('unless it is told to', async () => {
    const report = await bring(whole(...AHEAD.slice(1)), { calendar: 'chess' });
    expect([codes(report), report.archived]).toEqual([[[], []], { events: 0, series: 0 }]);
    expect(await titles()).toEqual(everything);
  });

  it('where more than a tenth of what lies ahead would be gone', async () => {
    const before = await events();
    const report = await bring(whole(day('new', '20261224'), ...AHEAD.slice(3)));
    expect(report).toEqual({
      ...{ dry_run: false, schools: [], created: {}, updated: {}, archived: {}, unchanged: {}, warnings: [] },
      errors: [
        {
          ...{ file: expect.any(String), line: 0, code: 'archive_limit', value: 'north' },
          message:
            'The import would archive 3 of 20 events of north, more than 10%; nothing of this school was changed. If it is right, run it again with --archive-limit 15%.',
        },
      ],
    });
    expect(await events()).toEqual(before);
    const allowed = { ...CHESS, archiveLimitPercent: 15 };
    expect((await bring(whole(...AHEAD.slice(3)), allowed)).archived.events).toBe(3);
  });

  it.each([
    ['holds no event', file(), 'no event of it could be read'],
    ['can be read in no event', whole(event('UID:e10', 'SUMMARY:x')), 'no event of it could be read'],
    [
      'may be cut off',
      whole(...FEW).replace('END:VCALENDAR\r\n', ''),
      'it has no END:VCALENDAR, and may be cut off',
    ],
    ['ends within an event', whole(...FEW).slice(0, -30), 'it has no END:VCALENDAR, and may be cut off'],
    [
      'speaks of one event',
      file('METHOD:REQUEST', FEW[0]!),
      'it is a message about events (METHOD:REQUEST), and not a calendar',
    ],
    [
      'has a broken event without a UID',
      whole(event('SUMMARY:x'), ...FEW),
      'an event of it that could not be read has no UID',
    ],
  ])('where it %s', async (_, text, why) => {
    const report = await rehearsed(text, all);
    expect(report.warnings.filter(({ code }) => code === 'nothing_removed')).toEqual([
      {
        ...{ file: expect.any(String), line: 0, code: 'nothing_removed', value: null },
        message: `Nothing is removed by this file: ${why}.`,
      },
    ]);
    expect(await titles()).toEqual(everything);
  });

  it('keeps that of which it has something that could not be read', async () => {
    const broken = [event('UID:e10', 'SUMMARY:x'), event('UID:e11', 'RECURRENCE-ID:20261211T000000Z')];
    const rule = day('e12', '20261212', 'RRULE:FREQ=FORTNIGHTLY');
    const report = await rehearsed(whole(...broken, rule, ...AHEAD.slice(4)), all);
    const removed = report.warnings.filter(({ code }) => code === 'removed_missing');
    expect(removed.map(({ value }) => value)).toEqual(['2026-12-13']);
    expect(await titles()).toEqual(expect.arrayContaining(everything.filter((title) => title !== 'e13')));
  });
});

describe('--remove-missing', () => {
  it('cancels what lies ahead and is not in the file, by name, and keeps what is past or has begun', async () => {
    await bring(whole(PAST, TODAY, ...AHEAD), { calendar: 'chess' });
    const report = await rehearsed(whole(...AHEAD.slice(2)));
    expect(report.archived).toEqual({ events: 2, series: 0 });
    expect(report.warnings).toMatchObject([
      {
        ...{ line: 0, code: 'removed_missing', value: '2026-12-10' },
        message: '"e10" of 2026-12-10 is not in the file any more, and is cancelled.',
      },
      { code: 'removed_missing', value: '2026-12-11' },
    ]);
    expect(await titles()).toEqual(['past', 'today', ...AHEAD.slice(2).map((_, at) => `e${at + 12}`)]);
    const [gone] = await calendars.importer.rows(`select status from events where title = 'e10'`);
    expect(gone).toEqual({ status: 'cancelled' });
    await calendars.again(whole(...AHEAD.slice(2)), CHESS);
  });

  it('names no more than a hundred, and counts the rest', async () => {
    const many = Array.from({ length: 130 }, (_, at) => day(`m${at + 100}`, `20270${100 + (at % 28) + 1}`));
    await bring(whole(...AHEAD, ...many), all);
    const report = await rehearsed(whole(...AHEAD), all);
    const removed = report.warnings.filter(({ code }) => code === 'removed_missing');
    expect([removed.length, removed.at(-1)]).toMatchObject([
      101,
      { value: '30', message: 'And 30 more of the same kind.' },
    ]);
  });

  it('brings back what the file has again', async () => {
    await bring(whole(...AHEAD), CHESS);
    await bring(whole(...AHEAD.slice(1)), CHESS);
    expect(await titles()).not.toContain('e10');
    expect((await bring(whole(...AHEAD), CHESS)).updated.events).toBe(1);
    expect(await titles()).toContain('e10');
  });

  it('leaves alone the events of other calendars, of no calendar, and of no import', async () => {
    await bring(whole(day('a', '20261201')), { calendar: 'choir' });
    await bring(whole(day('b', '20261202')), {});
    const school = await calendars.importer.row<{ id: string }>('select id from schools');
    const content = { events: [{ key: 'c', title: 'c', start_date: '2026-12-03', end_date: '2026-12-03' }] };
    await calendars.importer.import(school.id, content);
    await bring(whole(...FEW), { calendar: 'chess' });
    const report = await rehearsed(whole(FEW[0]!), all);
    expect(report.archived.events).toBe(2);
    expect(report.warnings.at(-1)).toMatchObject({ code: 'calendar_unknown', value: '1' });
    expect(await titles()).toEqual(['a', 'b', 'c', 'e10']);
  });

  it('takes over an event that another calendar brought before, and then knows it as its own', async () => {
    await bring(whole(...FEW), { calendar: 'choir' });
    expect((await bring(whole(...FEW), { calendar: 'chess' })).unchanged.events).toBe(3);
    expect((await bring(whole(FEW[0]!), { ...all, calendar: 'choir' })).archived.events).toBe(0);
    expect(await titles()).toEqual(['e10', 'e11', 'e12']);
    expect((await bring(whole(FEW[2]!), all)).archived.events).toBe(1);
    expect(await titles()).toEqual(['e10', 'e12']);
  });

  it('knows the events of imports that were made without a name once the calendar has had one', async () => {
    await bring(whole(...FEW), {});
    await calendars.importer.rows('update events set source_updated_at = null');
    const first = await bring(whole(...FEW), CHESS);
    expect([first.unchanged.events, codes(first)]).toEqual([3, [[], []]]);
    const report = await bring(whole(FEW[0]!), all);
    expect([report.archived.events, await titles()]).toEqual([2, ['e10']]);
  });
});
