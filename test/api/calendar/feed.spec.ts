import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCalendar, PICNIC, TestCalendar } from '../../support/calendar.factory.js';
import { aCategory, aFeed, type FeedAnswer } from '../../support/feed.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { byIcalJs, entriesOf, linesOf } from '../../support/feeds/feed-readers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('A feed', () => {
  it('begins with the head that calendar apps look for', async () => {
    const school = await aSchool(t, { name: 'Springfield, Elementary; "East"\\West' });
    const calendar = new TestCalendar(t, school, (await school.admin()).token);
    const name = 'Springfield\\, Elementary\\; "East"\\\\West';
    expect(linesOf(await (await aFeed(t, calendar)).text())).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//School Directory//Calendar//EN',
      `NAME:${name}`,
      `X-WR-CALNAME:${name}`,
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'X-WR-TIMEZONE:America/New_York',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('stays intact whatever a name contains', async () => {
    const calendar = await aCalendar(t);
    const name = 'END:VCALENDAR\r\nBEGIN:VEVENT\nSUMMARY:x\u2028DTSTART:19700101';
    const lines = linesOf(await (await aFeed(t, calendar, { name })).text());
    expect(lines.filter((line) => /^(END|BEGIN|SUMMARY|DTSTART)/.test(line))).toEqual([
      'BEGIN:VCALENDAR',
      'END:VCALENDAR',
    ]);
  });

  it('writes an event with all that it has', async () => {
    const calendar = await aCalendar(t);
    const category_id = await aCategory(t, calendar, 'Arts, Crafts');
    const id = await calendar.anEvent({
      title: 'Picnic; with "cake", and\\or',
      location: 'Lake, north\nshore',
      description:
        '<p>Bring <strong>food</strong> &amp; drink.</p><ul><li>plates</li></ul><p><a href="https://example.org/map">map</a></p>',
      category_id,
      tags: ['Fun', 'a;b'],
    });
    await calendar.change(id, { location: 'Lake, south\nshore' });
    const event = await calendar.row(id);
    const stamp = `${event.updatedAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
    const [entry] = entriesOf(await (await aFeed(t, calendar)).text());
    expect(entry).toEqual([
      `UID:${id}@localhost`,
      'SEQUENCE:1',
      `DTSTAMP:${stamp}`,
      'DTSTART;TZID=America/New_York:20260912T120000',
      'DTEND;TZID=America/New_York:20260912T140000',
      'SUMMARY:Picnic\\; with "cake"\\, and\\\\or',
      'LOCATION:Lake\\, south shore',
      'DESCRIPTION:Bring food & drink.\\n\\n- plates\\n\\nmap (https://example.org/map)',
      'CATEGORIES:Arts\\, Crafts,Fun,a\\;b',
      `URL;VALUE=URI:http://localhost:3000/schools/${calendar.school.id}/events/${id}`,
      'STATUS:CONFIRMED',
      `LAST-MODIFIED:${stamp}`,
    ]);
  });

  it('writes a series as one entry, and one for each occurrence that differs', async () => {
    const calendar = await aCalendar(t);
    const id = await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=5' });
    await calendar.change(await calendar.on(id, '2026-09-14'), { title: 'Finals', location: 'Gym' });
    await calendar.change(await calendar.on(id, '2026-09-21'), {
      starts_at: '2026-09-22T20:00:00Z',
      ends_at: '2026-09-22T21:00:00Z',
    });
    await calendar.change(await calendar.on(id, '2026-10-05'), {
      all_day: true,
      start_date: '2026-10-06',
      end_date: '2026-10-06',
    });
    await calendar.remove(await calendar.on(id, '2026-09-28'));
    const entries = entriesOf(await (await aFeed(t, calendar)).text());
    expect(entries.map((entry) => entry[0])).toEqual(Array(4).fill(`UID:${id}@localhost`));
    const { sequence } = (await calendar.getSeries(id)).body;
    expect(entries.map((entry) => entry[1])).toEqual([0, 1, 1, 1].map((own) => `SEQUENCE:${sequence + own}`));
    expect(entries.map((entry) => entry.filter((line) => /^(DT(START|END)|R|EXD|SUM)/.test(line)))).toEqual([
      [
        'DTSTART;TZID=America/New_York:20260907T153000',
        'DTEND;TZID=America/New_York:20260907T163000',
        'RRULE:FREQ=WEEKLY;UNTIL=20261005T193000Z',
        'EXDATE;TZID=America/New_York:20260928T153000',
        'SUMMARY:Practice',
      ],
      [
        'RECURRENCE-ID;TZID=America/New_York:20260914T153000',
        'DTSTART;TZID=America/New_York:20260914T153000',
        'DTEND;TZID=America/New_York:20260914T163000',
        'SUMMARY:Finals',
      ],
      [
        'RECURRENCE-ID;TZID=America/New_York:20260921T153000',
        'DTSTART;TZID=America/New_York:20260922T160000',
        'DTEND;TZID=America/New_York:20260922T170000',
        'SUMMARY:Practice',
      ],
      [
        'RECURRENCE-ID;TZID=America/New_York:20261005T153000',
        'DTSTART;VALUE=DATE:20261006',
        'DTEND;VALUE=DATE:20261007',
        'SUMMARY:Practice',
      ],
    ]);
  });

  it('names an occurrence of an all-day series by its date', async () => {
    const calendar = await aCalendar(t);
    const id = await calendar.aSeries({
      all_day: true,
      local_start: '2026-09-07',
      duration_minutes: undefined,
    });
    await calendar.change(await calendar.on(id, '2026-09-14'), { title: 'Fair' });
    expect(linesOf(await (await aFeed(t, calendar)).text())).toContain('RECURRENCE-ID;VALUE=DATE:20260914');
  });

  it('raises the sequence and the stamp with each change, and never lowers them', async () => {
    const calendar = await aCalendar(t);
    const id = await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=4' });
    const feed = await aFeed(t, calendar);
    const seen: [number, string][] = [];
    const look = async (): Promise<void> => {
      const entry = entriesOf(await feed.text())[0]!;
      const value = (name: string): string =>
        entry.find((line) => line.startsWith(name))!.slice(name.length + 1);
      seen.push([Number(value('SEQUENCE')), value('LAST-MODIFIED')]);
      t.clock.advance(2000);
    };
    await look();
    await calendar.change(await calendar.on(id, '2026-09-14'), { title: 'Finals' });
    await look();
    await calendar.remove(await calendar.on(id, '2026-09-21'));
    await look();
    await calendar.changeSeries(id, { title: 'Training' });
    await look();
    expect(seen.map(([sequence]) => sequence)).toEqual([0, 1, 2, 3]);
    expect(seen.map(([, stamp]) => stamp)).toEqual(seen.map(([, stamp]) => stamp).toSorted());
    expect(new Set(seen.map(([, stamp]) => stamp)).size).toBe(4);
  });

  it('folds at 75 octets and splits no character', async () => {
    const calendar = await aCalendar(t);
    const title = `${'Sommerfest für alle 🎈🇼🇸👩‍👩‍👧 '.repeat(5)}`.trim();
    await calendar.anEvent({ title, description: `<p>${'übergröße '.repeat(300)}</p>` });
    const bytes = Buffer.from(await (await aFeed(t, calendar)).text());
    const lines = bytes.toString('latin1').split('\r\n');
    expect(lines.every((line) => line.length <= 75)).toBe(true);
    expect(bytes.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of lines)
      expect(() =>
        new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1')),
      ).not.toThrow();
    expect(byIcalJs(bytes.toString())).toEqual([
      `${'2026-09-12T16:00:00.000Z/2026-09-12T18:00:00.000Z'} ${title}`,
    ]);
  });

  it('names every zone that it uses, with the rules of its clocks', async () => {
    const calendar = await aCalendar(t);
    await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=12' });
    await calendar.aSeries({ time_zone: 'Asia/Tokyo', rrule: 'FREQ=DAILY;COUNT=2' });
    const text = await (await aFeed(t, calendar)).text();
    const zones = text
      .match(/BEGIN:VTIMEZONE[^]*?END:VTIMEZONE/g)!
      .map((zone) => zone.split('\r\n').slice(1, -1));
    expect(zones).toEqual([
      [
        'TZID:America/New_York',
        ...[
          'BEGIN:DAYLIGHT',
          'DTSTART:20070311T020000',
          'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
          'TZNAME:EDT',
          'TZOFFSETFROM:-0500',
          'TZOFFSETTO:-0400',
          'END:DAYLIGHT',
        ],
        ...[
          'BEGIN:STANDARD',
          'DTSTART:20071104T020000',
          'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
          'TZNAME:EST',
          'TZOFFSETFROM:-0400',
          'TZOFFSETTO:-0500',
          'END:STANDARD',
        ],
      ],
      [
        'TZID:Asia/Tokyo',
        ...[
          'BEGIN:STANDARD',
          'DTSTART:19510909T010000',
          'TZNAME:+0900',
          'TZOFFSETFROM:+1000',
          'TZOFFSETTO:+0900',
          'END:STANDARD',
        ],
      ],
    ]);
    expect(text.indexOf('X-PUBLISHED-TTL')).toBeLessThan(text.indexOf('BEGIN:VTIMEZONE'));
  });

  it('goes out as a calendar that nobody else may keep', async () => {
    const calendar = await aCalendar(t);
    await calendar.anEvent(PICNIC);
    const { status, headers, text } = await (await aFeed(t, calendar)).get();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="calendar.ics"',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\w-]{24}-gzip"$/),
      'last-modified': expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
    });
  });

  it('answers HEAD with the same, without the body', async () => {
    const calendar = await aCalendar(t);
    await calendar.anEvent();
    const feed = await aFeed(t, calendar);
    const [get, head] = [await feed.get(), await feed.get({}, { method: 'HEAD' })];
    const shown = ({ headers }: FeedAnswer) =>
      [...headers]
        .filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name))
        .sort();
    expect([head.status, head.text]).toEqual([200, '']);
    expect(shown(head)).toEqual(shown(get));
  });
});
