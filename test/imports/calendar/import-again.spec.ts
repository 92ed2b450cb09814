import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { lockImportsOfSchool } from '../../../src/platform/import-history/import-locks.repository.js';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
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

const bring = async (...components: string[]) =>
  importer.services
    .get(CalendarImportService)
    .run({ path: await importer.file('c.ics', file(...components)), school });
const rows = () =>
  importer.rows<{ title: string; starts_at: Date; status: string }>(
    'select * from events order by starts_at, title',
  );
const all = () => Promise.all([rows(), importer.rows('select * from event_series order by source_id')]);
/** `2026-10-26T19:30 Practice` of each that takes place. */
const shown = async () =>
  (await rows())
    .filter(({ status }) => status !== 'cancelled')
    .map(({ title, starts_at }) => `${starts_at.toISOString().slice(0, 16)} ${title}`);

const NEW_YORK = 'DTSTART;TZID=America/New_York:20261026T153000';
/** Daily from Monday 26 October 2026, at 15:30 in New York unless given. */
const series = (count: number, start = NEW_YORK) =>
  event('UID:a', 'SUMMARY:Practice', start, 'DURATION:PT1H', `RRULE:FREQ=DAILY;COUNT=${count}`);
/** What 29 October is to be: later by ninety minutes. */
const override = (at = '20261029T153000') =>
  event(
    'UID:a',
    'SUMMARY:Late',
    `RECURRENCE-ID;TZID=America/New_York:${at}`,
    'DTSTART;TZID=America/New_York:20261029T170000',
    'DURATION:PT1H',
  );

describe('A calendar that is brought again', () => {
  it('changes nothing the second time', async () => {
    const text = [
      event('UID:a', NEW_YORK, 'RRULE:FREQ=DAILY;COUNT=4'),
      event('UID:a', 'SUMMARY:Late', 'RECURRENCE-ID:20261027T193000Z', 'DTSTART:20261027T210000Z'),
      event('UID:b', NEW_YORK, 'RRULE:FREQ=WEEKLY'),
      event(NEW_YORK, 'SUMMARY:Without UID'),
      event('UID:d', NEW_YORK, 'STATUS:CANCELLED'),
    ];
    await bring(...text);
    const before = await all();
    importer.clock.advance(400 * 24 * 3600 * 1000);
    const report = await bring(...text);
    importer.clock.moveTo('2026-09-01T12:00:00Z');
    expect([counted(report, 'events'), counted(report, 'series')]).toEqual([
      [0, 0, 0, 1],
      [0, 0, 0, 2],
    ]);
    expect(await all()).toEqual(before);
  });

  it('waits for another import of the school', async () => {
    const dataSource = importer.services.get(DataSource);
    const { run } = await dataSource.transaction(async (manager) => {
      await lockImportsOfSchool(manager, school);
      const run = bring(series(4));
      await untilWaiting(dataSource);
      return { run };
    });
    expect(counted(await run, 'series')).toEqual([1, 0, 0, 0]);
  });

  it('takes away what it calls off, and follows an event that begins to repeat', async () => {
    await bring(
      event('UID:a', NEW_YORK),
      event('UID:b', NEW_YORK, 'RRULE:FREQ=DAILY;COUNT=2'),
      event('UID:c', NEW_YORK),
    );
    const report = await bring(
      event('UID:a', NEW_YORK, 'STATUS:CANCELLED'),
      event('UID:b', NEW_YORK, 'STATUS:CANCELLED'),
      event('UID:c', NEW_YORK, 'RRULE:FREQ=DAILY;COUNT=2'),
    );
    expect(report.archived).toEqual({ events: 2, series: 1 });
    expect((await rows()).map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'cancelled',
      'confirmed',
      'confirmed',
    ]);
    await bring(event('UID:a', NEW_YORK));
    expect((await rows()).filter(({ status }) => status === 'cancelled')).toHaveLength(1);
  });

  it('moves an occurrence that came with it', async () => {
    await bring(series(2));
    const text = [series(4), override()];
    expect(counted(await bring(...text), 'series')).toEqual([0, 1, 0, 0]);
    const expected = [
      ...['2026-10-26T19:30 Practice', '2026-10-27T19:30 Practice'],
      ...['2026-10-28T19:30 Practice', '2026-10-29T21:00 Late'],
    ];
    expect(await shown()).toEqual(expected);
    expect((await rows())[3]).toMatchObject({ overrides: ['title', 'times'] });
    expect(counted(await bring(...text), 'series')).toEqual([0, 0, 0, 1]);
    expect(await shown()).toEqual(expected);
  });

  it('keeps what is otherwise when the time of all the others moves', async () => {
    await bring(series(4), override());
    const { id } = (await rows())[3] as unknown as { id: string };
    const start = 'DTSTART;TZID=America/New_York:20261026T160000';
    await bring(series(4, start), override('20261029T160000'));
    expect((await shown()).slice(2)).toEqual(['2026-10-28T20:00 Practice', '2026-10-29T21:00 Late']);
    expect((await rows())[3]).toMatchObject({ id, overrides: ['title', 'times'] });
  });

  it.each([
    ['begins', () => [override()]],
    ['reaches it', () => [series(2), override()]],
  ])('holds an occurrence once when its series %s later', async (_, before) => {
    await bring(...before());
    expect(await shown()).toContain('2026-10-29T21:00 Late');
    const text = [series(4), override()];
    expect((await bring(...text)).archived).toEqual({ events: 1, series: 0 });
    expect((await shown()).slice(2)).toEqual(['2026-10-28T19:30 Practice', '2026-10-29T21:00 Late']);
    expect((await bring(...text)).archived).toEqual({ events: 0, series: 0 });
    await bring(series(2), override());
    expect((await shown()).slice(1)).toEqual(['2026-10-27T19:30 Practice', '2026-10-29T21:00 Late']);
  });
});
