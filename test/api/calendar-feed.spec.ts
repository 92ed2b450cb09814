import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Category } from '../../src/features/categories/category.entity.js';
import { School } from '../../src/features/schools/school.entity.js';
import { aCalendar, PICNIC, TestCalendar } from '../support/a-calendar.js';
import { aFeed, TestFeed, type FeedAnswer } from '../support/a-feed.js';
import { aSchool } from '../support/a-school.js';
import { byIcalJs, entriesOf, linesOf } from '../support/feed-readers.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const titles = async (feed: TestFeed): Promise<string[]> =>
  entriesOf(await feed.text())
    .map((entry) => entry.find((line) => line.startsWith('SUMMARY:'))!.slice('SUMMARY:'.length))
    .sort();

async function aCategory({ school }: TestCalendar, name: string): Promise<string> {
  const { manager } = t.dataSource;
  const category = await manager.save(
    manager.create(Category, { schoolId: school.id, name, color: '#112233', position: 1 }),
  );
  return category.id;
}

describe('An address that leads nowhere', () => {
  const seen = ({ status, headers, text }: FeedAnswer) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
  });

  const ask = async (token: string, method = 'GET') => {
    const answer = await fetch(`${t.url}/api/calendar/subscribe/${token}/feed.ics`, { method });
    return seen({ status: answer.status, headers: answer.headers, text: await answer.text() });
  };

  const unknown = () => ask(randomBytes(32).toString('base64url'));

  it('is told as the contract tells errors, and to HEAD without a body', async () => {
    const { status, text, headers } = await unknown();
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found']);
    expect(Object.fromEntries(headers)).toMatchObject({ 'cache-control': 'private, no-store' });
    const head = await ask(randomBytes(32).toString('base64url'), 'HEAD');
    expect([head.status, head.text]).toEqual([404, '']);
  });

  it.each(['a', '%00', '%ff', 'x'.repeat(43), "' or 1=1 --", 'x'.repeat(5000), '🎈'.repeat(21)])(
    'is the same when it is malformed: %.20s',
    async (token) => expect(await ask(encodeURI(token).replaceAll('%25', '%'))).toEqual(await unknown()),
  );

  it.each<[string, (calendar: TestCalendar, feed: TestFeed, membershipId: string) => Promise<unknown>]>([
    [
      'the subscription is deleted',
      (calendar, { subscription }) => calendar.send('DELETE', `/subscriptions/${subscription.id}`),
    ],
    [
      'its owner has left',
      (calendar, _, id) => t.api.post(`/me/leave-school/${id}`, { token: calendar.token }),
    ],
    [
      'its owner is deactivated',
      (_c, _f, id) => t.dataSource.query('update memberships set deactivated_at = now() where id = $1', [id]),
    ],
    ['the calendar is off', ({ school }) => school.setFeatures({ calendar: false })],
    ['the school is gone', ({ school }) => t.dataSource.manager.delete(School, { id: school.id })],
    [
      'its organization is archived',
      (_, { subscription }) =>
        t.dataSource.query('update organizations set archived_at = now() where id = $1', [
          subscription.organization_id,
        ]),
    ],
    [
      'its organization is gone',
      (_, { subscription }) =>
        t.dataSource.query('delete from organizations where id = $1', [subscription.organization_id]),
    ],
  ])('is the same when %s', async (_, happens) => {
    const admin = await aCalendar(t);
    const owner = await admin.school.parent();
    const chess = await admin.anOrganization();
    const calendar = admin.as(owner);
    const feed = await aFeed(t, calendar, { organizationId: chess.id });
    expect((await feed.get()).status).toBe(200);
    await happens(calendar, feed, owner.membershipId);
    expect(seen(await feed.get())).toEqual(await unknown());
    const { etag } = Object.fromEntries((await feed.get()).headers);
    expect(etag).toBeUndefined();
  });

  it('comes back when the calendar is turned on again', async () => {
    const calendar = await aCalendar(t);
    const feed = await aFeed(t, calendar);
    await calendar.school.setFeatures({ calendar: false });
    expect((await feed.get()).status).toBe(404);
    await calendar.school.setFeatures({ calendar: true });
    expect((await feed.get()).status).toBe(200);
  });

  it('is one for every other method', async () => {
    const feed = await aFeed(t, await aCalendar(t));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await feed.get({}, { method })).status).toBe(404);
  });
});

describe('What a feed shows', () => {
  it('is what its owner may see now', async () => {
    const admin = await aCalendar(t);
    const ada = await admin.school.student({ graduationYear: 2030 });
    const [parent, other] = [await admin.school.parentOf(ada), await admin.school.parent()];
    const chess = await admin.anOrganization();
    await admin.anEvent({ title: 'All' });
    await admin.anEvent({ title: 'Admins', audience: { type: 'admins' } });
    await admin.anEvent({ title: '2030', audience: { type: 'graduation_years', graduation_years: [2030] } });
    await admin.anEvent({ title: 'Chess', organization_id: chess.id });
    await admin.aSeries({ title: 'Drill', organization_id: chess.id });
    const [mine, theirs, all] = [
      await aFeed(t, admin.as(parent)),
      await aFeed(t, admin.as(other)),
      await aFeed(t, admin),
    ];
    expect(await titles(mine)).toEqual(['2030', 'All']);
    expect(await titles(theirs)).toEqual(['All']);
    expect(await titles(all)).toEqual(['2030', 'Admins', 'All', 'Chess', 'Drill']);

    await chess.enroll(ada);
    const grant = await chess.grant(other);
    expect(await titles(mine)).toEqual(['2030', 'All', 'Chess', 'Drill']);
    expect(await titles(theirs)).toEqual(['All', 'Chess', 'Drill']);
    await t.dataSource.query('update organization_grants set revoked_at = now() where id = $1', [grant.id]);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    expect(await titles(mine)).toEqual(['All']);
    expect(await titles(theirs)).toEqual(['All']);
  });

  it('ends with a grant that expires, though nothing is written', async () => {
    const admin = await aCalendar(t);
    const [chess, editor] = [await admin.anOrganization(), await admin.school.parent()];
    await chess.grant(editor, { expiresAt: new Date(t.clock.now().getTime() + 3_600_000) });
    await admin.anEvent({ organization_id: chess.id });
    const feed = await aFeed(t, admin.as(editor));
    const { headers } = await feed.get();
    t.clock.advance(3_600_000);
    expect(entriesOf(await feed.text())).toEqual([]);
    const later = await feed.get({ 'if-modified-since': headers.get('last-modified')! });
    expect(later.status).toBe(200);
  });

  it('is of the chosen categories, tags and organization, in whatever case they are written', async () => {
    const calendar = await aCalendar(t);
    const [chess, art] = [await calendar.anOrganization(), await aCategory(calendar, 'École d’Été')];
    const sports = await aCategory(calendar, 'Sports');
    await calendar.anEvent({ title: 'Nothing' });
    await calendar.anEvent({ title: 'Art', category_id: art });
    await calendar.anEvent({ title: 'Art away', category_id: art, tags: ['ÄUSSERE'] });
    await calendar.anEvent({
      title: 'Game',
      category_id: sports,
      tags: ['Home', 'äussere'],
      organization_id: chess.id,
    });
    const shown = async (body: object): Promise<string[]> => titles(await aFeed(t, calendar, body));
    expect(await shown({ categories: ['ÉCOLE D’ÉTÉ'] })).toEqual(['Art', 'Art away']);
    expect(await shown({ categories: ['école d’été', 'SPORTS'] })).toEqual(['Art', 'Art away', 'Game']);
    expect(await shown({ tags: ['äussere', 'nowhere'] })).toEqual(['Art away', 'Game']);
    expect(await shown({ categories: ['sports'], tags: ['HOME'] })).toEqual(['Game']);
    expect(await shown({ categories: ['École d’Été'], tags: ['home'] })).toEqual([]);
    expect(await shown({ organizationId: chess.id })).toEqual(['Game']);
    expect(await shown({ organizationId: chess.id, categories: ['Nothing'] })).toEqual([]);
  });

  it('leaves out of a series what is for others, and takes in what is for the owner', async () => {
    const admin = await aCalendar(t);
    const parent = admin.as(await admin.school.parent());
    const open = await admin.aSeries({ title: 'Open', rrule: 'FREQ=WEEKLY;COUNT=4' });
    const closed = await admin.aSeries({
      title: 'Closed',
      rrule: 'FREQ=WEEKLY;COUNT=4',
      audience: { type: 'admins' },
    });
    await admin.change(await admin.on(open, '2026-09-14'), { audience: { type: 'admins' } });
    await admin.change(await admin.on(closed, '2026-09-21'), {
      title: 'Day of the open door',
      audience: { type: 'school' },
    });
    const text = await (await aFeed(t, parent)).text();
    expect(byIcalJs(text)).toEqual([
      '2026-09-07T19:30:00.000Z/2026-09-07T20:30:00.000Z Open',
      '2026-09-21T19:30:00.000Z/2026-09-21T20:30:00.000Z Day of the open door',
      '2026-09-21T19:30:00.000Z/2026-09-21T20:30:00.000Z Open',
      '2026-09-28T19:30:00.000Z/2026-09-28T20:30:00.000Z Open',
    ]);
    expect(text).not.toContain('Closed');
    expect(linesOf(text)).toEqual(
      expect.arrayContaining([
        'EXDATE;TZID=America/New_York:20260914T153000',
        `UID:${closed}_20260921T193000Z@localhost`,
      ]),
    );
  });

  it('filters the occurrences of a series by what they are', async () => {
    const calendar = await aCalendar(t);
    const sports = await aCategory(calendar, 'Sports');
    const id = await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=3', category_id: sports });
    await calendar.change(await calendar.on(id, '2026-09-14'), { category_id: null });
    const other = await calendar.aSeries({ title: 'Club', rrule: 'FREQ=WEEKLY;COUNT=3' });
    await calendar.change(await calendar.on(other, '2026-09-21'), { category_id: sports });
    expect(byIcalJs(await (await aFeed(t, calendar, { categories: ['sports'] })).text())).toEqual([
      '2026-09-07T19:30:00.000Z/2026-09-07T20:30:00.000Z Practice',
      '2026-09-21T19:30:00.000Z/2026-09-21T20:30:00.000Z Club',
      '2026-09-21T19:30:00.000Z/2026-09-21T20:30:00.000Z Practice',
    ]);
  });

  it('says for 30 days that a single event is cancelled, and of an occurrence by EXDATE', async () => {
    const calendar = await aCalendar(t);
    const [event, series] = [
      await calendar.anEvent(),
      await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=2' }),
    ];
    const feed = await aFeed(t, calendar);
    await calendar.remove(event);
    await calendar.remove(await calendar.on(series, '2026-09-07'));
    const lines = linesOf(await feed.text());
    expect(lines).toContain('STATUS:CANCELLED');
    expect(lines).toContain('EXDATE;TZID=America/New_York:20260907T153000');
    expect(byIcalJs(await feed.text())).toHaveLength(1);
    t.clock.advance(30 * 86_400_000);
    expect(linesOf(await feed.text())).not.toContain('STATUS:CANCELLED');
    expect(linesOf(await feed.text())).toContain('EXDATE;TZID=America/New_York:20260907T153000');
    await calendar.remove(await calendar.on(series, '2026-09-14'));
    expect(entriesOf(await feed.text())).toEqual([]);
  });
});

describe('A feed', () => {
  it('has the head that calendar apps look for', async () => {
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

  it('is not led astray by a name', async () => {
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
    const category_id = await aCategory(calendar, 'Arts, Crafts');
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
      'LOCATION:Lake\\, south\\nshore',
      'DESCRIPTION:Bring food & drink.\\n\\n- plates\\n\\nmap (https://example.org/map)',
      'CATEGORIES:Arts\\, Crafts,Fun,a\\;b',
      `URL;VALUE=URI:http://localhost:3000/api/v1/schools/${calendar.school.id}/calendar/events/${id}`,
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
    expect(entries.map((entry) => entry[1])).toEqual(Array(4).fill(`SEQUENCE:${sequence}`));
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

  it('names every zone that it uses, with the changes of its clocks while it lasts', async () => {
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
          'DTSTART:20260308T020000',
          'TZOFFSETFROM:-0500',
          'TZOFFSETTO:-0400',
          'END:DAYLIGHT',
        ],
        ...[
          'BEGIN:STANDARD',
          'DTSTART:20261101T020000',
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
          'TZOFFSETFROM:+1000',
          'TZOFFSETTO:+0900',
          'END:STANDARD',
        ],
      ],
    ]);
    expect(text.indexOf('X-PUBLISHED-TTL')).toBeLessThan(text.indexOf('BEGIN:VTIMEZONE'));
  });

  it('is sent as a calendar that nobody else may keep', async () => {
    const calendar = await aCalendar(t);
    await calendar.anEvent(PICNIC);
    const { status, headers, text } = await (await aFeed(t, calendar)).get();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="calendar.ics"',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\w-]{24}"$/),
      'last-modified': expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
    });
  });

  it('is the same to HEAD, without the body', async () => {
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
