import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { MenuImportService } from '../../../src/imports/menus/menu-import.service.js';
import { UNTRACKED } from '../../support/statements/untracked-tables.js';
import { District } from '../../support/schools/district.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { event, file } from '../calendar/ics-text.js';
import { EVERYTHING } from '../content/a-content-file.js';
import { temporaryFolder } from '../temporary-folder.js';
import { autumnOf, springOf } from './a-changing-district.js';
import { CHANGED } from './changed-content.js';

/** What a reason says of its table is tried: an import that writes it fails here. */
const NEVER_WRITTEN = Object.keys(UNTRACKED).filter((table) =>
  UNTRACKED[table]!.includes('no import writes it'),
);

let t: ImportApp;
beforeAll(async () => {
  t = await startImportApp();
  await t.dataSource.query(
    `create function refuse_import() returns trigger language plpgsql as $$
     begin raise exception 'an import writes %', tg_table_name; end $$`,
  );
  for (const table of NEVER_WRITTEN)
    await t.dataSource.query(
      `create trigger refuse_import before insert or update or delete on ${table} for each row
       when (coalesce(current_setting('school_directory.import_run', true), '') <> '') execute function refuse_import()`,
    );
});
afterAll(() => t.close());

it('No import writes the tables of which that is the reason to keep nothing', async () => {
  expect(NEVER_WRITTEN.length).toBeGreaterThan(10);
  t.clock.stopAt('2026-11-21T12:00:00Z');
  const district = new District(t, 'untracked');
  for (const files of [autumnOf(district), springOf(district), autumnOf(district)])
    expect((await district.bring(files)).run_id).toBeDefined();
  const school = await aSchool(t);
  for (const content of [EVERYTHING, CHANGED, EVERYTHING])
    expect((await t.bring(school.id, content)).run_id).toBeDefined();
  const folder = await temporaryFolder();
  const [calendar, menus] = [join(folder, 'c.ics'), join(folder, 'm.csv')];
  await writeFile(menus, 'date,meal_type,items\n2026-11-23,lunch,Soup\n');
  const menu = await t.services.get(MenuImportService).run({ path: menus, school: school.id, dryRun: false });
  expect(menu.run_id).toBeDefined();
  const [game, fair] = ['a', 'b'].map((uid) =>
    event(`UID:${uid}`, `SUMMARY:${uid}`, 'DTSTART:20261201T150000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
  );
  for (const text of [file(game!, fair!), file(fair!)]) {
    await writeFile(calendar, text);
    const named = { calendar: 'club', removeMissing: true, archiveLimitPercent: 100 };
    const run = { path: calendar, school: school.id, ...named };
    expect((await t.services.get(CalendarImportService).run(run)).run_id).toBeDefined();
  }
});
