import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ContentImporter, counted } from './content-importer.js';

type Event = NonNullable<ContentFile['events']>[number];
type Series = NonNullable<ContentFile['series']>[number];

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
  await importer.import(school, {
    categories: [{ name: 'Athletics', color: '#112233' }],
    organizations: [
      { short_name: 'soccer', kind: 'team', name: 'Soccer' },
      { short_name: 'chess', kind: 'club', name: 'Chess' },
    ],
  });
});

const GAME = {
  key: 'game-1',
  title: 'Soccer at Fern Hill',
  starts_at: '2026-10-30T15:30:00-04:00',
  ends_at: '2026-10-30T17:00:00-04:00',
  arrival_at: '2026-10-30T14:45:00-04:00',
  category: 'Athletics',
  organization: 'soccer',
  tags: ['Away', 'bus', 'away'],
  event_type: 'game',
  home_away: 'away',
  opponent: 'Fern Hill',
} satisfies Event;

const PRACTICE = {
  key: 'practice',
  title: 'Practice',
  organization: 'soccer',
  local_start: '2026-10-26T15:30',
  duration_minutes: 90,
  rrule: 'FREQ=WEEKLY;COUNT=3',
} satisfies Series;

const bring = (content: ContentFile) => importer.import(school, content);
const rows = () =>
  importer.rows<{ title: string; starts_at: Date; audience_type: string }>(
    'select * from events order by start_date, starts_at, title',
  );
const calendar = () => Promise.all([rows(), importer.rows('select * from event_series order by source_id')]);

describe('the calendar of a content file that cannot be taken', () => {
  it('appears in the report by entry with its line, and the rest is taken', async () => {
    const path = await importer.file(
      'term.yaml',
      `events:
  - { title: No key, start_date: 2026-10-01, end_date: 2026-10-01 }
  - { key: a, title: Lunch, starts_at: '2026-10-01T12:00:00', ends_at: '2026-10-01T13:00:00Z' }
  - { key: b, title: Backwards, start_date: 2026-10-02, end_date: 2026-10-01 }
  - { key: c, title: No end, starts_at: '2026-10-01T12:00:00Z' }
  - { key: d, title: Astray, start_date: 2026-10-02, end_date: 2026-10-02, category: Sports }
  - { key: e, title: Astray, start_date: 2026-10-02, end_date: 2026-10-02, audience: { type: organizations, organizations: [golf] } }
  - { key: f, title: For some, start_date: 2026-10-02, end_date: 2026-10-02, audience: { type: graduation_years } }
  - { key: g, title: Long ago, start_date: 0026-10-02, end_date: 2026-10-02 }
  - { key: h, title: Fair, start_date: 2026-10-02, end_date: 2026-10-03 }
  - { key: h, title: Fair again, start_date: 2026-10-02, end_date: 2026-10-03 }
series:
  - { key: a, title: Endless, local_start: 2026-10-01T12:00, duration_minutes: 60, rrule: FREQ=DAILY }
  - { key: b, title: Hourly, local_start: 2026-10-01T12:00, duration_minutes: 60, rrule: FREQ=HOURLY;COUNT=3 }
  - { key: c, title: Called off, local_start: 2026-10-01, rrule: FREQ=DAILY;COUNT=1, all_day: true, exdates: [2026-10-01] }
  - { key: d, title: Nowhere, local_start: 2026-10-01T12:00, duration_minutes: 60, rrule: FREQ=DAILY;COUNT=3, time_zone: Mars/Olympus }
  - { key: e, title: Daily, local_start: 2026-10-01T12:00, duration_minutes: 60, rrule: FREQ=DAILY;COUNT=3 }
  - { key: f, title: In UTC, local_start: '2026-10-01T16:00:00Z', duration_minutes: 60, rrule: FREQ=DAILY;COUNT=3 }
`,
    );
    const report = await importer.run({ path, schoolId: school });
    expect(report.errors.map(({ line, code, value }) => [line, code, value])).toEqual([
      [2, 'missing_field', 'key'],
      [3, 'bad_format', '2026-10-01T12:00:00'],
      [4, 'not_valid', 'b'],
      [5, 'not_valid', 'c'],
      [6, 'unknown_category', 'Sports'],
      [7, 'unknown_organization', 'golf'],
      [8, 'missing_field', 'graduation_years'],
      [9, 'out_of_range', '0026-10-02'],
      [11, 'duplicate', 'h'],
      [13, 'too_many_occurrences', 'a'],
      [14, 'unsupported_rule', 'b'],
      [15, 'not_valid', 'c'],
      [16, 'not_valid', 'd'],
      [18, 'not_valid', 'f'],
    ]);
    expect(counted(report, 'events')).toEqual([1, 0, 0, 0]);
    expect(counted(report, 'series')).toEqual([1, 0, 0, 0]);
    expect((await rows()).map(({ title }) => title)).toEqual(['Daily', 'Daily', 'Fair', 'Daily']);
  });

  it('leaves an entry that became wrong as it was, and takes it when it is right again', async () => {
    await bring({ series: [PRACTICE] });
    const before = await calendar();
    const report = await bring({ series: [{ ...PRACTICE, rrule: 'FREQ=WEEKLY' }] });
    expect(report.errors).toMatchObject([{ code: 'too_many_occurrences', value: 'practice' }]);
    expect(await calendar()).toEqual(before);
    const again = await bring({ series: [{ ...PRACTICE, rrule: 'FREQ=WEEKLY;COUNT=4' }] });
    expect(counted(again, 'series')).toEqual([0, 1, 0, 0]);
    expect(await rows()).toHaveLength(4);
  });
});

describe('the calendar of a content file', () => {
  it('reads as it is told', async () => {
    await bring({ events: [GAME] });
    const { id: soccer } = await importer.row<{ id: string }>(
      `select id from organizations where short_name = 'soccer'`,
    );
    expect(await rows()).toMatchObject([
      {
        title: 'Soccer at Fern Hill',
        starts_at: new Date('2026-10-30T19:30:00Z'),
        arrival_at: new Date('2026-10-30T18:45:00Z'),
        organization_id: soccer,
        audience_type: 'organizations',
        audience_organization_ids: [soccer],
        tags: ['Away', 'bus'],
        event_type: 'game',
        home_away: 'away',
        source: 'content',
        source_id: 'game-1',
      },
    ]);
  });

  it('keeps a series at its clock on the wall over a change to winter time', async () => {
    await bring({ series: [PRACTICE] });
    expect((await rows()).map(({ starts_at }) => starts_at.toISOString())).toEqual([
      '2026-10-26T19:30:00.000Z',
      '2026-11-02T20:30:00.000Z',
      '2026-11-09T20:30:00.000Z',
    ]);
  });

  it('addresses what belongs to nobody to the school, and the rest as it says', async () => {
    const day = { start_date: '2026-10-02', end_date: '2026-10-02' };
    await bring({
      events: [
        { key: 'a', title: 'A', ...day },
        { key: 'b', title: 'B', ...day, audience: { type: 'admins' } },
        { key: 'c', title: 'C', ...day, audience: { type: 'graduation_years', graduation_years: [2030] } },
        { key: 'd', title: 'D', ...day, audience: { type: 'organizations', organizations: ['chess'] } },
        { key: 'e', title: 'E', ...day, organization: 'chess', audience: { type: 'school' } },
      ],
    });
    expect((await rows()).map((row) => row.audience_type)).toEqual([
      'school',
      'admins',
      'graduation_years',
      'organizations',
      'school',
    ]);
  });

  it('stays untouched by the same file again, whatever was edited since', async () => {
    await bring({ events: [GAME], series: [PRACTICE] });
    await importer.rows(`update events set title = 'Edited' where source_id = 'game-1'`);
    const before = await calendar();
    const report = await bring({ events: [GAME], series: [PRACTICE] });
    expect(counted(report, 'events')).toEqual([0, 0, 0, 1]);
    expect(counted(report, 'series')).toEqual([0, 0, 0, 1]);
    expect(await calendar()).toEqual(before);
  });

  it('changes with the file, raises the sequence and keeps what an entry does not name', async () => {
    await bring({ events: [GAME], series: [PRACTICE] });
    const report = await bring({
      events: [{ key: 'game-1', title: 'Soccer at home', home_away: 'home' }],
      series: [{ key: 'practice', title: 'Late practice', local_start: '2026-10-26T16:00' }],
    });
    expect(counted(report, 'events')).toEqual([0, 1, 0, 0]);
    expect(counted(report, 'series')).toEqual([0, 1, 0, 0]);
    const [events, series] = await calendar();
    expect(events).toMatchObject([
      { title: 'Late practice', starts_at: new Date('2026-10-26T20:00:00Z'), sequence: 1 },
      { title: 'Soccer at home', home_away: 'home', opponent: 'Fern Hill', sequence: 1 },
      { starts_at: new Date('2026-11-02T21:00:00Z') },
      { starts_at: new Date('2026-11-09T21:00:00Z') },
    ]);
    expect(series).toMatchObject([{ rrule: 'FREQ=WEEKLY;COUNT=3', sequence: 1 }]);
  });

  it('addresses an event that goes over to another organization to that one', async () => {
    await bring({ events: [GAME] });
    await bring({ events: [{ ...GAME, organization: 'chess' }] });
    expect(
      await importer.rows(
        `select o.short_name from events e join organizations o on o.id = any(e.audience_organization_ids)`,
      ),
    ).toEqual([{ short_name: 'chess' }]);
  });

  it('takes nothing away that the file does not name', async () => {
    await bring({ events: [GAME], series: [PRACTICE] });
    await bring({ events: [], series: [] });
    expect(await rows()).toHaveLength(4);
  });

  it('writes nothing on a dry run', async () => {
    const report = await importer.import(school, { events: [GAME], series: [PRACTICE] }, true);
    expect(counted(report, 'series')).toEqual([1, 0, 0, 0]);
    expect(await rows()).toEqual([]);
  });
});
