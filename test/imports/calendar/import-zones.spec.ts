import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { zoneNamed } from '../../../src/platform/clock/wall-clock.js';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { WINDOWS_TEXTS, WINDOWS_ZONES } from '../../../src/imports/calendar/windows-zones.js';
import { ContentImporter } from '../content/content-importer.js';
import { event, file } from './ics-text.js';

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
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
    ['another Windows name', '', ';TZID=Turks And Caicos Standard Time', '2026-07-06T16:00'],
    ['a Windows name that was moved', '', ';TZID=Central Asia Standard Time', '2026-07-06T06:00'],
    [
      'a Windows name that was moved in Mexico',
      '',
      ';TZID=Mountain Standard Time (Mexico)',
      '2026-07-06T19:00',
    ],
    ['a Windows name with a sign', '', ';TZID=UTC+12', '2026-07-06T00:00'],
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
    expect([report.warnings, await starts()]).toEqual([[], [expected]]);
  });

  it.each([
    ['(UTC-06:00) Central Time (US & Canada)', '17:00'],
    ['(GMT-08:00) Pacific Time (US & Canada)', '19:00'],
    ['(GMT-08:00) Pacific Time (US & Canada); Tijuana', '19:00'],
    ['(UTC-07:00) Mountain Time (US & Canada)', '18:00'],
    ['(UTC-05:00) Eastern Time (US & Canada)', '16:00'],
    ['(UTC-04:00) Eastern Time', '16:00'],
    ['(UTC-09:00) Alaska', '20:00'],
    ['(UTC-10:00) Hawaii', '22:00'],
    ['(UTC-04:00) Atlantic Time (Canada)', '15:00'],
    ['(UTC-07:00) Arizona', '19:00'],
    ['(UTC-03:30) Newfoundland', '14:30'],
    ['(UTC-06:00) Saskatchewan', '18:00'],
    ['(UTC-06:00) Central America', '18:00'],
    ['(UTC-05:00) Indiana (East)', '16:00'],
    ['(UTC-03:00) Greenland', '13:00'],
    ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', '06:30'],
    ['(UTC-06:00)', '18:00'],
  ])('follows the zone which Windows shows as %s', async (shown, expected) => {
    const report = await bring(file(event('UID:a', `DTSTART;TZID="${shown}":20260706T120000`)));
    expect([report.errors, report.warnings]).toEqual([[], []]);
    expect(await starts()).toEqual([`2026-07-06T${expected}`]);
  });

  it('follows an offset alone with a warning for each event', async () => {
    const TIME = 'TZID="(UTC-06:00) Middle-earth":20260706T120000';
    const report = await bring(file(event('UID:a', `DTSTART;${TIME}`), event('UID:b', `DTSTART;${TIME}`)));
    expect(report).toMatchObject({
      errors: [],
      warnings: [3, 7].map((line) => ({
        line,
        code: 'unknown_time_zone',
        value: '(UTC-06:00) Middle-earth',
        message: expect.stringContaining('UTC-06:00'),
      })),
    });
    expect(await starts()).toEqual(['2026-07-06T18:00', '2026-07-06T18:00']);
  });

  it('follows the clock of the school where that of the calendar is not known, with a warning', async () => {
    const report = await bring(file('X-WR-TIMEZONE:Somewhere', event('UID:a', 'DTSTART:20260706T120000')));
    expect(report).toMatchObject({
      errors: [],
      warnings: [{ line: 3, code: 'unknown_time_zone', value: 'Somewhere' }],
    });
    expect(await starts()).toEqual(['2026-07-06T16:00']);
  });

  it('knows every zone that Windows names', () => {
    for (const name of Object.values(WINDOWS_ZONES)) expect(zoneNamed(name)).toBe(name);
    expect(Object.keys(WINDOWS_ZONES)).toHaveLength(139);
    for (const name of Object.values(WINDOWS_TEXTS)) expect(WINDOWS_ZONES).toHaveProperty([name]);
  });
});
