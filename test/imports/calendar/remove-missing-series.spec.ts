import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CalendarImport,
  CalendarImportService,
} from '../../../src/imports/calendar/calendar-import.service.js';
import type { ImportReport } from '../../../src/platform/import-report.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { temporaryFolder } from '../temporary-folder.js';
import { event, file } from './ics-text.js';

let t: ImportApp;
let calendar: TestCalendar;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => (calendar = await aCalendar(t)));

const PRACTICE = event(
  ...['UID:practice', 'SUMMARY:Practice', 'DTSTART;TZID=America/New_York:20261026T153000', 'DURATION:PT1H'],
  'RRULE:FREQ=WEEKLY;COUNT=4',
);
const GAME = event('UID:game', 'SUMMARY:Game', 'DTSTART:20261212T200000Z', 'DURATION:PT1H');
/** Stays in each file: one without events removes nothing. */
const FAIR = event('UID:fair', 'SUMMARY:Fair', 'DTSTART:20270301T150000Z', 'DURATION:PT1H');

async function bring(components: string[], options: Partial<CalendarImport> = {}): Promise<ImportReport> {
  const path = join(await temporaryFolder(), 'c.ics');
  await writeFile(path, file(...components));
  const run = { path, school: calendar.school.id, calendar: 'team', removeMissing: true };
  return t.services.get(CalendarImportService).run({ ...run, archiveLimitPercent: 100, ...options });
}

/** `2026-11-02T20:30 Practice` of each event that takes place. */
const seen = async (): Promise<string[]> =>
  (await calendar.events())
    .filter(({ status, title }) => status !== 'cancelled' && title !== 'Fair')
    .map(({ starts_at, start_date, title }) => `${starts_at?.slice(0, 16) ?? start_date} ${title}`);
const warned = ({ warnings }: ImportReport): string[] =>
  warnings.map(({ code, value }) => `${code} ${value}`);
const idOf = async (title: string, at = 0): Promise<string> =>
  (await calendar.events()).filter((one) => one.title === title)[at]!.id;

const MONDAYS = ['2026-10-26T19:30', '2026-11-02T20:30', '2026-11-09T20:30', '2026-11-16T20:30'];
const practice = (...numbers: number[]) => numbers.map((number) => `${MONDAYS[number]} Practice`);

describe('A series that its calendar has no more', () => {
  it('goes as a whole where none of it is past', async () => {
    await bring([PRACTICE, FAIR]);
    const report = await bring([FAIR]);
    expect([report.archived, warned(report)]).toEqual([
      { events: 0, series: 1 },
      ['removed_missing 2026-10-26'],
    ]);
    expect(report.warnings[0]!.message).toBe(
      '"Practice" is not in the file any more: its 4 events from 2026-10-26 on are cancelled.',
    );
    expect(await seen()).toEqual([]);
  });

  it('ends before the first of its events that lies ahead, across a change of the clocks', async () => {
    await bring([PRACTICE, FAIR]);
    t.clock.moveTo('2026-11-02T20:30:01Z');
    expect(warned(await bring([FAIR]))).toEqual(['removed_missing 2026-11-09']);
    expect(await seen()).toEqual(practice(0, 1));
    const [first] = await calendar.events();
    expect((await calendar.getSeries(String(first!['series_id']))).body).toMatchObject({
      rrule: 'FREQ=WEEKLY;UNTIL=20261109T202959Z',
    });
    expect((await bring([FAIR])).archived).toEqual({ events: 0, series: 0 });
  });

  it.each([
    ['an hour that there is twice', '20261025T013000', '2026-11-01T06:00:00Z', 2],
    ['an hour that there is not', '20270307T023000', '2027-03-14T07:29:59Z', 1],
    ['an hour that there is not, which is over', '20270307T023000', '2027-03-14T07:30:00Z', 2],
  ])('ends at %s', async (_, start, now, left) => {
    const nightly = event(
      ...['UID:n', 'SUMMARY:Night', `DTSTART;TZID=America/New_York:${start}`, 'DURATION:PT1H'],
      'RRULE:FREQ=WEEKLY;COUNT=4',
    );
    await bring([nightly, FAIR]);
    const before = await seen();
    t.clock.moveTo(now);
    await bring([FAIR.replace('20270301', '20270601')]);
    expect((await seen()).filter((one) => one.endsWith('Night'))).toEqual(before.slice(0, left));
  });

  it('keeps a day that has begun, and single dates before it', async () => {
    const camp = event(
      'UID:c',
      'SUMMARY:Camp',
      'DTSTART;VALUE=DATE:20261103',
      'RDATE;VALUE=DATE:20261105,20261201',
    );
    await bring([camp, FAIR]);
    t.clock.moveTo('2026-11-05T12:00:00Z');
    await bring([FAIR]);
    expect(await seen()).toEqual(['2026-11-03 Camp', '2026-11-05 Camp']);
  });

  it('comes back whole when the calendar has it again, also under another UID', async () => {
    await bring([PRACTICE, FAIR]);
    const [first] = await calendar.events();
    t.clock.moveTo('2026-11-02T20:30:01Z');
    await bring([FAIR]);
    const again = await bring([PRACTICE.replace('UID:practice', 'UID:p2'), FAIR]);
    expect(warned(again)).toEqual(['doubled_event p2']);
    expect(await seen()).toEqual(practice(0, 1, 2, 3));
    expect((await calendar.events())[0]).toMatchObject({ id: first!.id });
  });

  it('loses what the source has otherwise in it, and keeps what was changed or called off here', async () => {
    const moved = (at: string) =>
      event('UID:practice', `SUMMARY:Late`, `RECURRENCE-ID:${at}`, `DTSTART:${at.replace('T2030', 'T2200')}`);
    await bring([PRACTICE, moved('20261109T203000Z'), FAIR]);
    await calendar.change(await idOf('Practice', 1), { location: 'Gym' });
    await calendar.remove(await idOf('Practice', 0));
    const report = await bring([FAIR]);
    expect(warned(report)).toEqual(['removed_missing 2026-11-09', 'kept_missing 2026-11-02']);
    expect(report.warnings[1]!.message).toBe(
      '"Practice" is not in the file any more, but was changed here: its event of 2026-11-02 stays. If it is off, remove it here.',
    );
    expect(await seen()).toEqual(practice(1));
    await bring([PRACTICE, FAIR]);
    expect(await seen()).toEqual(practice(1, 2, 3));
  });
});

describe('What was changed here since', () => {
  it('stays, and is named each time', async () => {
    await bring([PRACTICE, GAME, FAIR]);
    await calendar.change(await idOf('Game'), { location: 'Gym' });
    await calendar.change(await idOf('Practice', 1), { title: 'Training' }, 'all');
    for (const archiveLimitPercent of [10, 10])
      expect(warned(await bring([FAIR], { archiveLimitPercent }))).toEqual([
        'kept_missing 2026-10-26',
        'kept_missing 2026-12-12',
      ]);
    expect(await seen()).toHaveLength(5);
  });

  it('belongs to the source again once the source has said something else', async () => {
    await bring([GAME, FAIR]);
    await calendar.change(await idOf('Game'), { location: 'Gym' });
    await bring([GAME.replace('Game', 'Cup game'), FAIR]);
    expect(warned(await bring([FAIR]))).toEqual(['removed_missing 2026-12-12']);
  });

  it('stays what was made of it here: the later half of a series that was split', async () => {
    await bring([PRACTICE, FAIR]);
    await calendar.change(await idOf('Practice', 2), { title: 'Training' }, 'following');
    expect(warned(await bring([FAIR]))).toEqual(['kept_missing 2026-10-26']);
    expect(await seen()).toHaveLength(4);
  });

  it('stays also where it was changed before the calendar had a name', async () => {
    await bring([PRACTICE, GAME, FAIR], { calendar: undefined, removeMissing: false });
    await calendar.change(await idOf('Game'), { location: 'Gym' });
    await t.dataSource.query('update events set source_updated_at = null');
    await t.dataSource.query('update event_series set source_updated_at = null');
    await bring([PRACTICE, GAME, FAIR]);
    expect(warned(await bring([FAIR]))).toEqual(['removed_missing 2026-10-26', 'kept_missing 2026-12-12']);
  });
});

describe('An event that comes again under another UID', () => {
  const told = () =>
    t.dataSource.query<unknown[]>('select kind, title from notifications where school_id = $1', [
      calendar.school.id,
    ]);
  const renamed = [GAME.replace('UID:game', 'UID:g2'), PRACTICE.replace('UID:practice', 'UID:p2')];

  it('appears in the report, and is there twice, without --remove-missing', async () => {
    await bring([GAME, PRACTICE], { removeMissing: false });
    const report = await bring(renamed, { removeMissing: false });
    expect([warned(report), report.created]).toEqual([
      ['doubled_event g2', 'doubled_event p2'],
      { events: 1, series: 1 },
    ]);
    expect(report.warnings[0]).toMatchObject({
      line: 3,
      message:
        '"Game" of 2026-12-12 was imported before under another UID: both are kept. Where the whole calendar has new UIDs, import it with --calendar and --remove-missing; else remove one of the two here.',
    });
    const elsewhere = [GAME.replace('UID:game', 'UID:g3')];
    expect(warned(await bring(elsewhere, { removeMissing: false, calendar: 'choir' }))).toEqual([]);
  });

  it('appears without a name, too, where it went to the same place', async () => {
    const unnamed = { calendar: undefined, removeMissing: false };
    const club = await calendar.anOrganization();
    await bring([GAME], unnamed);
    expect(warned(await bring([renamed[0]!], { ...unnamed, organization: club.id }))).toEqual([]);
    expect(warned(await bring([GAME.replace('UID:game', 'UID:g3')], unnamed))).toEqual(['doubled_event g3']);
  });

  it('goes on as the one that there is, with what was changed here, and nobody hears of it', async () => {
    t.clock.moveTo('2026-10-25T12:00:00Z');
    await calendar.school.parent();
    const soon = GAME.replace('20261212', '20261030');
    const past = GAME.replace('UID:game', 'UID:past').replace('20261212', '20260930');
    await bring([soon, past, PRACTICE]);
    await calendar.change(await idOf('Practice', 1), { location: 'Gym' });
    const rows = () =>
      t.dataSource.query<unknown[]>(
        `select id, status, location, updated_at from events where school_id = $1 order by id`,
        [calendar.school.id],
      );
    const before = await rows();
    await t.dataSource.query('delete from notifications');
    const report = await bring(
      [soon, past, PRACTICE].map((one) => one.replace('UID:', 'UID:new-')),
      { archiveLimitPercent: 0 },
    );
    expect(report).toMatchObject({
      ...{ created: { events: 0, series: 0 }, updated: { events: 0, series: 0 } },
      ...{ archived: { events: 0, series: 0 }, unchanged: { events: 2, series: 1 } },
    });
    expect(warned(report)).toEqual([
      'doubled_event new-game',
      'doubled_event new-past',
      'doubled_event new-practice',
    ]);
    expect([await rows(), await told()]).toEqual([before, []]);
    const next = await bring([soon, past, PRACTICE].map((one) => one.replace('UID:', 'UID:new-')));
    expect(warned(next)).toEqual([]);
  });

  it('tells people once that an event is off, and not of one that is there in another form', async () => {
    t.clock.moveTo('2026-10-25T12:00:00Z');
    await calendar.school.parent();
    const soon = GAME.replace('20261212', '20261030');
    await bring([soon, PRACTICE, FAIR]);
    const longer = soon.replace('UID:game', 'UID:g2').replace('PT1H', 'PT2H');
    await bring([longer, PRACTICE, FAIR]);
    expect(await told()).toEqual([]);
    await bring([FAIR], { dryRun: true });
    expect(await told()).toEqual([]);
    await bring([FAIR]);
    await bring([FAIR]);
    const news = (await told()) as { kind: string; title: string }[];
    expect(new Set(news.map(({ kind, title }) => `${kind} ${title}`))).toEqual(
      new Set(['event_cancelled Game', 'event_cancelled Practice']),
    );
    expect(news).toHaveLength(4);
  });
});
