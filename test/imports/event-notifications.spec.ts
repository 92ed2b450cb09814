import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import { CalendarImportService } from '../../src/imports/calendar/calendar-import.service.js';
import { ContentImporter } from './content/content-importer.js';
import { event, file } from './calendar/ics-text.js';

let importer: ContentImporter;
let school: string;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  importer.clock.stopAt('2026-09-01T12:00:00Z');
  school = await importer.onlySchool();
  await importer.import(school, {
    members: ['first', 'second'].map((name) => ({ email: `${name}@example.org`, role: 'parent' })),
  });
});

/** What everybody was told, as kind and title. */
async function told(): Promise<string[]> {
  const rows = await importer.rows<{ news: string; readers: number }>(
    `select n.kind || ' ' || n.title as news, count(*)::int as readers from notifications n group by 1 order by 1`,
  );
  expect(rows.every(({ readers }) => readers === 2)).toBe(true);
  return rows.map(({ news }) => news);
}

const FAIR = {
  key: 'fair',
  title: 'Fair',
  starts_at: '2026-09-10T15:30:00-04:00',
  ends_at: '2026-09-10T17:00:00-04:00',
};
const FAR = {
  key: 'far',
  title: 'Far',
  starts_at: '2026-10-30T15:30:00-04:00',
  ends_at: '2026-10-30T17:00:00-04:00',
};
const PRACTICE = {
  key: 'practice',
  title: 'Practice',
  local_start: '2026-09-07T15:30',
  duration_minutes: 90,
  rrule: 'FREQ=WEEKLY;COUNT=3',
};

/** What everybody is owed a mail of, as kind and title; those who have proven their addresses are owed any. */
async function mailed(): Promise<string[]> {
  const rows = await importer.rows<{ news: string; readers: number }>(
    `select n.kind || ' ' || n.title as news, count(*)::int as readers
     from mails mail join notifications n on n.id = mail.notification_id group by 1 order by 1`,
  );
  expect(rows.every(({ readers }) => readers === 2)).toBe(true);
  return rows.map(({ news }) => news);
}

const proveAddresses = () => importer.rows('update users set email_verified_at = now()');

describe('A content file', () => {
  const bring = (content: ContentFile) => importer.import(school, content);
  const all = { events: [FAIR, FAR], series: [PRACTICE] };

  it('tells of nothing that is new, the same, far away, or has another title alone', async () => {
    await bring(all);
    await bring(all);
    await bring({
      events: [
        { ...FAIR, title: 'Autumn fair' },
        { ...FAR, location: 'Gym' },
      ],
    });
    await bring({ series: [{ ...PRACTICE, title: 'Training' }] });
    expect(await told()).toEqual([]);
  });

  it('tells nobody while the calendar is turned off', async () => {
    await bring(all);
    await importer.rows(`update schools set features = '{"calendar": false}'`);
    await bring({ events: [{ ...FAIR, location: 'Gym' }] });
    expect(await told()).toEqual([]);
  });

  it('tells nobody on a dry run', async () => {
    await bring(all);
    await importer.import(school, { events: [{ ...FAIR, location: 'Gym' }] }, true);
    expect(await told()).toEqual([]);
  });

  it('tells everyone of each event and, once, of each series that is elsewhere', async () => {
    await bring(all);
    await bring({
      events: [FAIR, FAR].map((one) => ({ ...one, location: 'Gym' })),
      series: [{ ...PRACTICE, local_start: '2026-09-07T16:30' }],
    });
    expect(await told()).toEqual(['event_changed Fair', 'event_changed Practice']);
    const [{ target_id } = { target_id: '' }] = await importer.rows<{ target_id: string }>(
      `select target_id from notifications where title = 'Practice'`,
    );
    expect(target_id).toMatch(/_20260907T203000Z$/);
  });
});

describe('An import', () => {
  const fairs = (location: string) =>
    Array.from({ length: 20 }, (_, at) => ({ ...FAIR, key: `fair-${at}`, title: `Fair ${at}`, location }));

  it('mails a person once, however many events and series it moves', async () => {
    await proveAddresses();
    await importer.import(school, { events: fairs('Park'), series: [PRACTICE] });
    const moved = { ...PRACTICE, local_start: '2026-09-07T16:30' };
    await importer.import(school, { events: fairs('Gym'), series: [moved] });
    expect(await told()).toHaveLength(21);
    const [first, ...more] = await mailed();
    expect([first, more]).toEqual([expect.stringMatching(/^event_changed Fair \d+$/), []]);
    importer.clock.advance(1_000);
    await importer.import(school, { series: [PRACTICE] });
    expect(await mailed()).toEqual([first, 'event_changed Practice']);
  });

  it('mails nobody who has proven no address', async () => {
    await importer.rows('update users set email_verified_at = null');
    await importer.import(school, { events: [FAIR] });
    await importer.import(school, { events: [{ ...FAIR, location: 'Gym' }] });
    expect([await told(), await mailed()]).toEqual([['event_changed Fair'], []]);
  });
});

describe('A calendar file', () => {
  const bring = async (...events: string[]) =>
    importer.services
      .get(CalendarImportService)
      .run({ path: await importer.file('c.ics', file(...events)), school, archiveLimitPercent: 100 });
  const at = (uid: string, hour: string, ...more: string[]) =>
    event(`UID:${uid}`, `SUMMARY:${uid}`, `DTSTART;TZID=America/New_York:20260908T${hour}3000`, ...more);
  const DAILY = 'RRULE:FREQ=DAILY;COUNT=3';
  /** The second day at another time. */
  const exception = at('b', '18', 'RECURRENCE-ID;TZID=America/New_York:20260909T153000').replace(
    '20260908T18',
    '20260909T18',
  );

  it('tells of nothing that is new, an occurrence that differs from the beginning among it', async () => {
    await bring(at('a', '15'), at('b', '15', DAILY), exception);
    await bring(at('a', '15'), at('b', '15', DAILY), exception);
    expect(await told()).toEqual([]);
  });

  it('tells nobody that a single event is off which is a series now, nor the other way round', async () => {
    await bring(at('a', '15'), at('b', '15', DAILY));
    await bring(at('a', '15', DAILY), at('b', '15'));
    expect(await told()).toEqual([]);
  });

  it('tells of what is elsewhere, off, and on again', async () => {
    await bring(at('a', '15'), at('b', '15', DAILY), at('c', '15'));
    await bring(at('a', '16'), at('b', '15', DAILY), exception);
    expect(await told()).toEqual(['event_changed a', 'event_changed b']);
    await bring(at('a', '16', 'STATUS:CANCELLED'), at('b', '15', DAILY, 'STATUS:CANCELLED'));
    expect(await told()).toEqual(['event_cancelled a', 'event_cancelled b']);
    await bring(at('a', '16', 'STATUS:CANCELLED'));
    expect(await told()).toEqual(['event_cancelled a', 'event_cancelled b']);
    await bring(at('a', '16'));
    expect(await told()).toEqual(['event_cancelled b', 'event_changed a']);
  });
});
