import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FeedRepository } from '../../../src/features/calendar/feed/feed.repository.js';
import { feedCalendar } from '../../../src/features/calendar/feed/feed-calendar.js';
import type { FeedContent } from '../../../src/features/calendar/feed/feed-content.js';
import { CalendarSubscriptionsService } from '../../../src/features/calendar/feed/calendar-subscriptions.service.js';
import { KnownFeeds } from '../../../src/features/calendar/feed/known-feeds.js';
import { aCalendar } from '../../support/calendar.factory.js';
import { aFeed } from '../../support/feed.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** Reads of a feed of 500 events; `FEED_READS=200` for the whole proof, on a machine that does nothing else. */
const READS = Number(process.env.FEED_READS ?? 5);
const isWhole = process.env.FEED_READS !== undefined;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const DAY = 86_400_000;
const HOUR = 3_600_000;
const START = Date.parse('2027-03-01T12:00:00Z');
const at = (hours: number): Date => new Date(START + hours * HOUR);

describe('A feed that is known', () => {
  it('equals what it would be if it were read anew, at every moment', async () => {
    const calendar = await aCalendar(t);
    const [chess, choir] = [
      await calendar.anOrganization({ shortName: 'chess' }),
      await calendar.anOrganization({ shortName: 'choir' }),
    ];
    const editor = await calendar.school.parent();
    await chess.grant(editor, { startsAt: at(2), expiresAt: at(20) });
    await choir.grant(editor, { startsAt: at(-9), expiresAt: at(8) });
    for (const { id } of [chess, choir])
      await calendar.anEvent({
        title: 'Meeting',
        organization_id: id,
        audience: { type: 'organizations', organization_ids: [id] },
      });
    const off = await calendar.anEvent({ title: 'Called off' });
    await calendar.remove(off);
    await t.dataSource.query('update events set cancelled_at = $2 where id = $1', [
      off,
      new Date(START + 4 * HOUR - 30 * DAY),
    ]);
    const sale = await aSignup(t, calendar.school, { Cake: { startsAt: at(30) } });
    await sale.claimed(editor, 'Cake');
    await sale.set({ opensAt: at(6), visibleUntil: at(16) });
    const { subscription } = await aFeed(t, calendar.as(editor));
    const feeds = t.app.get(FeedRepository, { strict: false });
    const known = new KnownFeeds(feeds);
    const digests = new Set<string>();
    for (let hour = 0; hour < 24; hour += 2)
      for (const now of [new Date(at(hour).getTime() - 1), at(hour), new Date(at(hour).getTime() + HOUR)]) {
        const found = await known.find(subscription.token, now);
        const anew = await feeds.findFeed(subscription.token, now, 'digest');
        expect([now, found!.digest]).toEqual([now, anew!.digest]);
        digests.add(found!.digest);
      }
    // Five moments, none of them the end of the sign-up at which something comes or goes.
    expect(digests.size).toBe(6);
    // A clock that was set back shows what there was.
    const earlier = await known.find(subscription.token, at(-1));
    expect(earlier!.digest).toBe((await feeds.findFeed(subscription.token, at(-1), 'digest'))!.digest);
  });

  it('goes out a good deal faster than it is written', async () => {
    const calendar = await aCalendar(t);
    const template = await calendar.anEvent({ description: '<p>Bring a cake.</p>' });
    await t.dataSource.query(
      `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'title', e.title || n,
         'source_id', n, 'starts_at', e.starts_at + n * interval '1 hour', 'ends_at', e.ends_at + n * interval '1 hour'))).*
       from events e, generate_series(1, 499) n where e.id = $1`,
      [template],
    );
    const feed = await aFeed(t, calendar);
    const text = await feed.text();
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(500);
    const token = feed.subscription.token as string;
    const service = t.app.get(CalendarSubscriptionsService, { strict: false });
    const remembered = await eachTook(async () => (await service.findFeed(token)).write());
    const feeds = t.app.get(FeedRepository, { strict: false });
    const written = await eachTook(async () => {
      const found = await feeds.findFeed(token, t.clock.now(), 'content');
      return feedCalendar(JSON.parse(found!.content!) as FeedContent, t.settings);
    });
    const ratio = written / remembered;
    figure(
      'A feed of 500 events: remembered against written each time',
      `${ratio.toFixed(0)} times`,
      '>= 20',
    );
    expect(ratio).toBeGreaterThan(isWhole ? 20 : 0);
  }, 60_000);
});

/** Milliseconds of one, in the middle. */
async function eachTook(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < READS; n += 1) {
    const begun = performance.now();
    await work();
    took.push(performance.now() - begun);
  }
  return took.sort((a, b) => a - b)[Math.floor(READS / 2)]!;
}
