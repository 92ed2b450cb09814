import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp } from '../../../src/runtime/server.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { aFeed, type TestFeed } from '../../support/feed.factory.js';
import { entriesOf } from '../../support/feeds/feed-readers.js';
import { startGatedApp, type GatedApp } from '../../support/gated-app.factory.js';

let t: GatedApp;
/** Another process on the same database. */
let other: { siteUrl: string; close: () => Promise<void> };

beforeAll(async () => {
  t = await startGatedApp();
  const app = await createApp({ ...t.settings, databaseUrl: t.databaseUrl }, t.clock);
  await app.listen(0, '127.0.0.1');
  other = { siteUrl: await app.getUrl(), close: () => app.close() };
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const statements = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  t.gate.statements = 0;
  const result = await work();
  return [t.gate.statements, result];
};

async function aFilledCalendar(): Promise<{ calendar: TestCalendar; feed: TestFeed }> {
  const calendar = await aCalendar(t);
  await calendar.aSeries();
  await calendar.anEvent({ tags: ['Fun'] });
  return { calendar, feed: await aFeed(t, calendar) };
}

const tagOf = ({ headers }: { headers: Headers }): string => headers.get('etag')!;
const dateOf = ({ headers }: { headers: Headers }): string => headers.get('last-modified')!;

describe('A poll of a feed that has not changed', () => {
  it('gets the same bytes, of every process', async () => {
    const { feed } = await aFilledCalendar();
    const first = await feed.get();
    t.clock.advance(86_400_000);
    for (const answer of [await feed.get(), await feed.get({}, other)]) {
      expect(answer.text).toBe(first.text);
      expect([tagOf(answer), dateOf(answer)]).toEqual([tagOf(first), dateOf(first)]);
    }
  });

  it('costs one statement, and is not written anew', async () => {
    const { feed } = await aFilledCalendar();
    const [cold] = await statements(() => feed.get());
    expect(cold).toBe(3);
    expect(await statements(() => feed.get().then(({ status }) => status))).toEqual([1, 200]);
    expect(await statements(() => feed.get({}, { method: 'HEAD' }).then(({ status }) => status))).toEqual([
      1, 200,
    ]);
  });

  it('gets 304 for one statement, also of a process that has never written it', async () => {
    const { feed } = await aFilledCalendar();
    const first = await feed.get({}, other);
    const known: Record<string, string>[] = [
      { 'if-none-match': tagOf(first) },
      { 'if-none-match': `"other", W/${tagOf(first)}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': dateOf(first) },
      { 'if-none-match': tagOf(first), 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { 'if-none-match': tagOf(first), 'cache-control': 'no-cache' },
    ];
    for (const headers of known) {
      const [count, answer] = await statements(() => feed.get(headers));
      expect([count, answer.status, answer.text]).toEqual([1, 304, '']);
      expect([tagOf(answer), dateOf(answer), answer.headers.get('cache-control')]).toEqual([
        tagOf(first),
        dateOf(first),
        'private, no-cache',
      ]);
      expect((await feed.get(headers, { method: 'HEAD' })).status).toBe(304);
    }
  });

  it.each<Record<string, string>>([
    { 'if-none-match': '"other"' },
    { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { 'if-modified-since': 'yesterday' },
    { 'if-none-match': '"other"', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
  ])('gets it in full with %j', async (headers) => {
    const { feed } = await aFilledCalendar();
    expect((await feed.get(headers)).status).toBe(200);
  });

  it('costs one writing for all who see the same', async () => {
    const { calendar } = await aFilledCalendar();
    const feeds = await Promise.all(
      [1, 2].map(async () => aFeed(t, calendar.as(await calendar.school.parent()))),
    );
    await feeds[0]!.get();
    // Who may see what, and since when this subscription shows it.
    const [count, answer] = await statements(() => feeds[1]!.get());
    expect([count, answer.text]).toEqual([2, await feeds[0]!.text()]);
  });
});

describe('Every change', () => {
  type Happens = (calendar: TestCalendar, made: { event: string; series: string }) => Promise<unknown>;
  const sql =
    (statement: string): Happens =>
    ({ school }) =>
      t.dataSource.query(statement, [school.id]);

  it.each<[string, Happens]>([
    ['a new event', (calendar) => calendar.anEvent()],
    ['another title', (calendar, { event }) => calendar.change(event, { title: 'Feast' })],
    ['an event called off', (calendar, { event }) => calendar.remove(event)],
    [
      'an occurrence changed',
      async (calendar, { series }) =>
        calendar.change(await calendar.on(series, '2026-09-14'), { location: 'Gym' }),
    ],
    [
      'an occurrence called off',
      async (calendar, { series }) => calendar.remove(await calendar.on(series, '2026-09-14')),
    ],
    ['a series changed', (calendar, { series }) => calendar.changeSeries(series, { duration_minutes: 90 })],
    ['a series taken away', (calendar, { series }) => calendar.removeSeries(series)],
    [
      'a series split',
      async (calendar, { series }) =>
        calendar.change(await calendar.on(series, '2026-09-14'), { title: 'Late' }, 'following'),
    ],
    ['another name of a category', sql(`update categories set name = 'Trips' where school_id = $1`)],
    ['another zone of the school', sql(`update schools set time_zone = 'America/Chicago' where id = $1`)],
    ['an organization archived', sql('update organizations set archived_at = now() where school_id = $1')],
    ['a grant revoked', sql('update organization_grants set revoked_at = now() where school_id = $1')],
    [
      'a child on the roster',
      async ({ school }) =>
        t.dataSource.query(
          `insert into organization_students (organization_id, student_id, school_id, added_at)
       select o.id, s.id, $1, now() from organizations o, students s where o.school_id = $1 and s.school_id = $1 and o.short_name = 'drama'`,
          [school.id],
        ),
    ],
    ['another graduation year', sql('update students set graduation_year = 2031 where school_id = $1')],
    ['another role', sql(`update memberships set role = 'junior_admin' where school_id = $1`)],
  ])('shows at once on every process, by tag and by date, in the same second: %s', async (_, happens) => {
    const admin = await aCalendar(t);
    const parent = await admin.school.parentOf(await admin.school.student({ graduationYear: 2030 }));
    const [chess, drama] = [await admin.anOrganization(), await admin.anOrganization({ shortName: 'drama' })];
    await chess.grant(parent);
    const [category] = await t.dataSource.query<[{ id: string }]>(
      `insert into categories (school_id, name, color, position) values ($1, 'Sports', '#112233', 1) returning id`,
      [admin.school.id],
    );
    const event = await admin.anEvent({ category_id: category.id });
    const series = await admin.aSeries();
    await admin.anEvent({
      title: 'For 2030',
      audience: { type: 'graduation_years', graduation_years: [2030] },
    });
    await admin.anEvent({ title: 'Chess', organization_id: chess.id });
    await admin.anEvent({ title: 'Drama', organization_id: drama.id });
    await admin.anEvent({ title: 'Staff', audience: { type: 'admins' } });
    const feed = await aFeed(t, admin.as(parent));
    const before = await feed.get();
    await feed.get({}, other);
    await happens(admin, { event, series });
    for (const process of [{}, other]) {
      const byTag = await feed.get({ 'if-none-match': tagOf(before) }, process);
      const byDate = await feed.get({ 'if-modified-since': dateOf(before) }, process);
      expect([byTag.status, byDate.status]).toEqual([200, 200]);
      expect(byTag.text).not.toBe(before.text);
      expect(byDate.text).toBe(byTag.text);
      expect([tagOf(byDate), Date.parse(dateOf(byDate)) > Date.parse(dateOf(before))]).toEqual([
        tagOf(byTag),
        true,
      ]);
    }
  });

  it('shows by date also when what was there comes back', async () => {
    const { calendar, feed } = await aFilledCalendar();
    const { school } = calendar;
    const rename = (name: string) =>
      t.dataSource.query('update calendar_subscriptions set name = $2 where school_id = $1', [
        school.id,
        name,
      ]);
    const states = [await feed.get()];
    for (const name of ['B', 'A', 'B', 'A']) {
      await rename(name);
      states.push(await feed.get({}, name === 'B' ? other : {}));
    }
    const dates = states.map((state) => Date.parse(dateOf(state)));
    expect(new Set(dates).size).toBe(5);
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
  });

  it('tells all who ask at once the same', async () => {
    const { calendar, feed } = await aFilledCalendar();
    await calendar.anEvent();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => feed.get({}, i % 2 ? other : {})));
    expect(new Set(answers.map((answer) => `${answer.status} ${tagOf(answer)} ${dateOf(answer)}`)).size).toBe(
      1,
    );
    expect(entriesOf(answers[0]!.text)).toHaveLength(3);
  });
});
