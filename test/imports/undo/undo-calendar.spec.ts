import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CalendarImport,
  CalendarImportService,
} from '../../../src/imports/calendar/calendar-import.service.js';
import { MenuImportService } from '../../../src/imports/menus/menu-import.service.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { event, file } from '../calendar/ics-text.js';
import { temporaryFolder } from '../temporary-folder.js';
import { TableDump } from './table-dump.js';
import { undo } from './undo-run.js';

let t: ImportApp;
let calendar: TestCalendar;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => (calendar = await aCalendar(t)));

const dump = () => TableDump.of(t.dataSource);
const written = async (name: string, text: string): Promise<string> => {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, text);
  return path;
};

async function bring(components: string[], options: Partial<CalendarImport> = {}): Promise<string> {
  const path = await written('c.ics', file(...components));
  const run = { path, school: calendar.school.id, calendar: 'team', removeMissing: true };
  const report = await t.services
    .get(CalendarImportService)
    .run({ ...run, archiveLimitPercent: 100, ...options });
  expect(report.errors).toEqual([]);
  return report.run_id!;
}

const SERIES = event(
  ...['UID:a', 'SUMMARY:Practice', 'DTSTART;TZID=America/New_York:20260907T153000', 'DURATION:PT1H'],
  'RRULE:FREQ=WEEKLY;COUNT=12',
);
const MOVED = event('UID:a', 'SUMMARY:Late', 'RECURRENCE-ID:20260914T193000Z', 'DTSTART:20260914T210000Z');
const GAME = event('UID:b', 'SUMMARY:Game', 'DTSTART:20261012T200000Z', 'DURATION:PT1H');
const FAIR = event('UID:c', 'SUMMARY:Fair', 'DTSTART;VALUE=DATE:20261120');

describe('The undo of a calendar', () => {
  it('leaves no row otherwise than it was, after each of its changes', async () => {
    const texts = [
      [SERIES, MOVED, GAME, FAIR],
      [SERIES.replace('COUNT=12', 'COUNT=3'), GAME.replace('Game', 'Cup game'), FAIR],
      [SERIES.replace('T153000', 'T163000'), FAIR.replace('20261120', '20261121')],
      [GAME.replace('UID:b', 'UID:b2'), FAIR],
      [SERIES, event('UID:c', 'SUMMARY:Fair', 'DTSTART;VALUE=DATE:20261120', 'RRULE:FREQ=DAILY;COUNT=2')],
      [GAME, GAME.replace('UID:b', 'UID:d').replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY')],
    ];
    const states = [await dump()];
    const runs: string[] = [];
    for (const [at, text] of texts.entries()) {
      t.clock.moveTo(`2026-09-0${at + 2}T12:00:00Z`);
      runs.push(await bring(text));
      states.push(await dump());
    }
    for (const run of runs.toReversed()) {
      const [before, after] = states.splice(-2) as [TableDump, TableDump];
      expect(before.differences(after)).not.toEqual({});
      expect((await undo(t, run)).conflicts).toEqual([]);
      before.assertEqual(await dump());
      states.push(before);
    }
  });

  it('reaches a run under which others lie, as far as they have left it alone', async () => {
    const first = await bring([GAME, FAIR]);
    const before = await dump();
    const second = await bring([GAME.replace('Game', 'Cup game'), FAIR]);
    const report = await undo(t, first);
    expect(report.conflicts).toMatchObject([
      { type: 'event', title: 'Game', source_id: 'b', reason: 'changed_since' },
    ]);
    expect(report.removed).toEqual({ events: 1 });
    await undo(t, second);
    const left = (await calendar.events()).map(({ title }) => title);
    expect(left).toEqual(['Game']);
    expect(Object.keys(before.differences(await dump()))).toEqual(['events']);
  });

  it('keeps a series whole of which somebody has changed one occurrence', async () => {
    const run = await bring([SERIES, GAME]);
    const [first] = await calendar.events();
    await calendar.change(first!.id, { location: 'Gym' });
    const before = await dump();
    const report = await undo(t, run);
    expect(report).toMatchObject({
      removed: { events: 1 },
      conflicts: [{ type: 'series', title: 'Practice', source_id: 'a', reason: 'changed_since' }],
    });
    expect(before.differences(await dump())).toEqual({
      events: { added: [], gone: [expect.stringContaining('Game')] },
    });
  });

  it('keeps a series whole that the run has changed, and of which somebody has changed one occurrence since', async () => {
    await bring([SERIES, GAME]);
    t.clock.moveTo('2026-09-02T12:00:00Z');
    const run = await bring([SERIES.replace('Practice', 'Training'), GAME.replace('Game', 'Cup game')]);
    const [first] = await calendar.events();
    await calendar.change(first!.id, { location: 'Gym' });
    const before = await dump();
    const report = await undo(t, run);
    expect(report).toMatchObject({
      changed: { events: 1 },
      conflicts: [{ type: 'series', title: 'Training', reason: 'changed_since' }],
    });
    expect(before.differences(await dump())).toEqual({
      events: { gone: [expect.stringContaining('Cup game')], added: [expect.stringContaining('Game')] },
    });
  });

  it('keeps an event that has a result or is named by a sign-up, and calls it by its title', async () => {
    const run = await bring([GAME, FAIR]);
    const [game] = await calendar.events();
    await calendar.withResult(game!.id, await calendar.anOrganization());
    const report = await undo(t, run);
    expect(report.conflicts).toEqual([
      {
        ...{ type: 'event', id: game!.id, source_id: 'b', title: 'Game', reason: 'referred_to' },
        message: 'The event "Game" stays as it is: something was added to it since (event_results).',
      },
    ]);
  });
});

describe('The undo of menus', () => {
  const menus = async (...rows: string[]): Promise<string> => {
    const path = await written('m.csv', ['date,meal_type,items,allergens', ...rows, ''].join('\n'));
    const report = await t.services
      .get(MenuImportService)
      .run({ path, school: calendar.school.id, dryRun: false });
    expect(report.errors).toEqual([]);
    return report.run_id!;
  };

  it('leaves no row otherwise than it was, and keeps a meal that was written since', async () => {
    const empty = await dump();
    const first = await menus('2026-09-07,lunch,Pizza,milk', '2026-09-08,lunch,Soup,');
    const before = await dump();
    const second = await menus('2026-09-07,lunch,Pasta,', '2026-09-09,lunch,Rice,');
    expect(await undo(t, second)).toMatchObject({
      changed: { menu_entries: 1 },
      removed: { menu_entries: 1 },
    });
    before.assertEqual(await dump());
    expect(await undo(t, first)).toMatchObject({ removed: { menu_entries: 2 } });
    empty.assertEqual(await dump());
    const third = await menus('2026-09-07,lunch,Pizza,milk', '2026-09-08,lunch,Soup,');
    await t.dataSource.query(
      `update menu_entries set items = 'Stew', updated_at = now() where items = 'Soup'`,
    );
    expect(await undo(t, third)).toMatchObject({
      removed: { menu_entries: 1 },
      conflicts: [{ type: 'menu', title: '2026-09-08', reason: 'changed_since' }],
    });
  });

  it('says nothing of a run that changed nothing', async () => {
    const rows = ['2026-09-07,lunch,Pizza,milk'];
    expect(await menus(...rows)).toBeDefined();
    expect(await menus(...rows)).toBeUndefined();
  });
});
