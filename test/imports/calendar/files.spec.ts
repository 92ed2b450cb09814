import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { ContentImporter } from '../content/content-importer.js';

/*
 * Calendars that none of us wrote: CALENDAR_FILES=path/to/folder names where they are, at any depth. They are no part of
 * the product; what they have taught is told in import.spec.ts, in calendars of our own.
 */

const folder = process.env.CALENDAR_FILES;
const files = folder
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ics'))
  : [];
if (!folder)
  process.stderr.write('Skipped: calendars of others need CALENDAR_FILES, a folder of .ics files\n');

(folder ? describe : describe.skip)('A calendar of somebody else', () => {
  let importer: ContentImporter;
  let school: string;
  beforeAll(async () => {
    importer = await ContentImporter.create();
    importer.clock.stopAt('2026-09-01T12:00:00Z');
  });
  afterAll(() => importer.close());

  it.each(files.length > 0 ? files : ['none'])(
    '%s is taken as far as it can be read, and changes nothing the second time',
    async (name) => {
      await importer.empty();
      school = await importer.aSchool('north');
      const bring = () =>
        importer.services.get(CalendarImportService).run({ path: join(folder!, name), school });
      const stored = () =>
        Promise.all(
          ['events', 'event_series'].map((table) => importer.rows(`select * from ${table} order by id`)),
        );
      const first = await bring();
      for (const { line, code, message } of [...first.errors, ...first.warnings])
        expect([line > 0, code, message]).toEqual([true, expect.any(String), expect.any(String)]);
      const before = await stored();
      const second = await bring();
      expect([second.created, second.updated, second.archived]).toEqual(
        Array(3).fill({ events: 0, series: 0 }),
      );
      expect(second.errors).toEqual(first.errors);
      expect(await stored()).toEqual(before);
      process.stderr.write(`${name}: ${JSON.stringify(first.created)} ${JSON.stringify(first.errors)}\n`);
    },
  );
});
