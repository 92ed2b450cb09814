import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { event, file } from './ics-text.js';
import { removeTemporaryFolders, temporaryFolder } from '../temporary-folder.js';
import { operatorServices } from '../../support/operator-services.factory.js';

let t: TestApp;
let services: INestApplicationContext;
beforeAll(async () => {
  t = await startTestApp();
  services = await operatorServices(t.settings);
});
afterAll(async () => {
  await services.close();
  await t.close();
  await removeTemporaryFolders();
});

async function bring({ school }: TestCalendar, ...components: string[]): Promise<void> {
  const path = join(await temporaryFolder(), 'c.ics');
  await writeFile(path, file(...components));
  const report = await services.get(CalendarImportService).run({ path, school: school.id });
  expect(report.errors).toEqual([]);
}

const START = 'DTSTART;TZID=America/New_York:20261026T153000';
const SERIES = event('UID:a', 'SUMMARY:Practice', START, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3');
const MOVED = event('UID:a', 'SUMMARY:Late', 'RECURRENCE-ID:20261027T193000Z', 'DTSTART:20261027T210000Z');

/** `21:00 Late` of each that takes place. */
const seen = async (calendar: TestCalendar): Promise<string[]> =>
  (await calendar.events())
    .filter(({ status }) => status !== 'cancelled')
    .map(({ starts_at, title }) => `${starts_at?.slice(11, 16)} ${title}`);

const LATER = event('UID:a', 'SUMMARY:Late', 'RECURRENCE-ID:20261027T193000Z', 'DTSTART:20261027T220000Z');
const RENAMED = SERIES.replace('Practice', 'Training');
const GAME = event('UID:b', 'SUMMARY:Game', 'DTSTART:20261030T200000Z', 'DURATION:PT1H');
const off = async (calendar: TestCalendar, ...numbers: number[]): Promise<void> => {
  const events = await calendar.events();
  for (const number of numbers) expect((await calendar.remove(events[number]!.id)).status).toBe(204);
};
const rowsOf = ({ school }: TestCalendar): Promise<{ title: string; status: string }[]> =>
  t.dataSource.query('select title, status from events where school_id = $1 order by starts_at', [school.id]);

describe('What was called off here', () => {
  it('stays off when the source says something else of it', async () => {
    const calendar = await aCalendar(t);
    await bring(calendar, SERIES, MOVED, GAME);
    await off(calendar, 0, 1, 3);
    await bring(calendar, RENAMED, MOVED, GAME.replace('Game', 'Cup game'));
    expect(await seen(calendar)).toEqual(['19:30 Training']);
    expect(await rowsOf(calendar)).toMatchObject([
      { title: 'Training', status: 'cancelled' },
      { title: 'Late', status: 'cancelled' },
      { status: 'confirmed' },
      { title: 'Cup game', status: 'cancelled' },
    ]);
    // With its exception taken back, and once more.
    await bring(calendar, SERIES, GAME);
    expect(await seen(calendar)).toEqual(['19:30 Practice']);
  });

  it('takes place when the source gives it another time', async () => {
    const calendar = await aCalendar(t);
    await bring(calendar, SERIES, MOVED, GAME);
    await off(calendar, 1, 3);
    await bring(calendar, SERIES, LATER, GAME.replace('T200000Z', 'T210000Z'));
    expect(await seen(calendar)).toEqual(['19:30 Practice', '22:00 Late', '19:30 Practice', '21:00 Game']);
    await bring(calendar, RENAMED, GAME);
    expect(await seen(calendar)).toHaveLength(4);
  });

  it('takes place when the source, that had called it off, has it again', async () => {
    const calendar = await aCalendar(t);
    const exdate = SERIES.replace('RRULE', 'EXDATE:20261026T193000Z\r\nRRULE');
    await bring(calendar, SERIES);
    await bring(calendar, exdate);
    expect(await seen(calendar)).toHaveLength(2);
    await bring(calendar, SERIES);
    expect(await seen(calendar)).toHaveLength(3);
  });

  it('takes place when it is put on again here', async () => {
    const calendar = await aCalendar(t);
    await bring(calendar, SERIES);
    const [first] = await calendar.events();
    await off(calendar, 0);
    expect((await calendar.changeSeries(String(first!['series_id']), { exdates: [] })).status).toBe(200);
    await bring(calendar, RENAMED);
    expect(await seen(calendar)).toHaveLength(3);
  });
});

describe('An imported series of which the source takes an exception back', () => {
  it('shows the occurrence as the others are', async () => {
    const calendar = await aCalendar(t);
    await bring(calendar, SERIES, MOVED);
    expect(await seen(calendar)).toEqual(['19:30 Practice', '21:00 Late', '19:30 Practice']);
    await bring(calendar, SERIES);
    expect(await seen(calendar)).toEqual(['19:30 Practice', '19:30 Practice', '19:30 Practice']);
    expect((await calendar.events())[1]).toMatchObject({ is_exception: false });
  });

  it('keeps what was changed here since, in it and in others', async () => {
    const calendar = await aCalendar(t);
    await bring(calendar, SERIES, MOVED);
    const [, second, third] = await calendar.events();
    await calendar.change(second!.id, { location: 'Gym' });
    await calendar.change(third!.id, { title: 'Match' });
    await bring(calendar, SERIES);
    expect(await seen(calendar)).toEqual(['19:30 Practice', '21:00 Late', '19:30 Match']);
    expect((await calendar.events())[1]).toMatchObject({ location: 'Gym' });
  });
});
