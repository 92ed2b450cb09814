import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CalendarImportService } from '../../src/imports/calendar/calendar-import.service.js';
import { ContentImporter } from './content-importer.js';
import { event, file } from './ics-text.js';

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  await importer.empty();
  school = await importer.aSchool('north');
});

const bring = async (text: string) =>
  importer.services.get(CalendarImportService).run({ path: await importer.file('c.ics', text), school });
const starts = async () =>
  (await importer.rows<{ starts_at: Date }>('select starts_at from events order by 1')).map(({ starts_at }) =>
    starts_at.toISOString().slice(0, 16),
  );

describe('an imported time', () => {
  const RIGA = [
    'BEGIN:VTIMEZONE',
    'TZID:Customized',
    'BEGIN:STANDARD',
    'DTSTART:19701025T040000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0200',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700329T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0300',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ].join('\n');

  it.each([
    ['a Windows name', '', ';TZID=Pacific Standard Time', '2026-07-06T19:00'],
    ['an offset with cities', '', ';TZID="(GMT +01:00) Amsterdam, Berlin"', '2026-07-06T10:00'],
    ['an offset with cities, not quoted', '', ';TZID=(GMT +01:00) Amsterdam, Berlin', '2026-07-06T10:00'],
    ['an offset as it stands behind a zone', '', ';TZID=(UTC-05:00) Eastern', '2026-07-06T16:00'],
    ['quotes', '', ';TZID="Europe/Berlin"', '2026-07-06T10:00'],
    ['a path', '', ';TZID=/example.org/2026/Europe/Berlin', '2026-07-06T10:00'],
    ['its definition alone', RIGA, ';TZID=Customized', '2026-07-06T09:00'],
    ['the zone of the calendar', 'X-WR-TIMEZONE:Asia/Tokyo', '', '2026-07-06T03:00'],
    ['the zone of the school', '', '', '2026-07-06T16:00'],
  ])('names its zone by %s', async (_, before, zone, expected) => {
    const report = await bring(
      file(...(before ? [before] : []), event('UID:a', `DTSTART${zone}:20260706T120000`)),
    );
    expect(report.errors).toEqual([]);
    expect(await starts()).toEqual([expected]);
  });
});
