import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CalendarEvent } from '../../../src/features/calendar/events/calendar-event.entity.js';
import { aMenu } from '../../support/menu.factory.js';
import { aWatch, type TestWatch } from '../../support/watch.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  t.clock.stopAt('2026-09-14T12:00:00Z');
});
afterAll(() => t.close());

const FAMILY = '👩‍👩‍👧‍👦';
const clustersOf = (text: string): string[] =>
  [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

/** In rows of their own: 500 requests would say no more. */
async function events(
  { school }: TestWatch,
  count: number,
  titleOf: (at: number) => string,
  given: (at: number) => Partial<CalendarEvent> = () => ({}),
): Promise<void> {
  const now = t.clock.now();
  const rows = Array.from({ length: count }, (_, at) => {
    const startsAt = new Date(now.getTime() + (at + 1) * 150_000);
    return {
      ...{ schoolId: school.id, title: titleOf(at), location: titleOf(at), allDay: false },
      ...{ startsAt, endsAt: new Date(startsAt.getTime() + 120_000), timeZone: 'America/New_York' },
      ...{ startDate: '2026-09-14', endDate: '2026-09-14', status: 'confirmed' as const },
      ...{ audienceType: 'school' as const, source: 'api', createdAt: now, updatedAt: now },
      ...given(at),
    };
  });
  await t.dataSource.manager.insert(CalendarEvent, rows);
}

const sent = async ({ school, token }: TestWatch): Promise<string> =>
  (await t.api.get(`/schools/${school.id}/watch`, { token })).text;

const KINDS: [name: string, title: (at: number) => string][] = [
  ['plain words', (at) => `Practice number ${at} of the very long season of the lower school`],
  ['emoji', (at) => `${'🎈🏀🇼🇸👍🏽'.repeat(8)}${at}`],
  ['families', (at) => `${FAMILY.repeat(18)}${at % 10}`],
  ['combining marks', (at) => `${at % 10}${'e\u0301\u0323'.repeat(60)}`],
  ['a heap of marks', (at) => `${at % 10}${'\u0301'.repeat(190)}`],
  ['what has to be escaped', (at) => `${at % 10}${'"\\'.repeat(95)}`],
  ['letters of three bytes', (at) => `${at % 10}${'क्षि'.repeat(45)}`],
];

describe('A watch of 500 events', () => {
  it.each(KINDS)('titled in %s has at most 8 kB, and no character is cut in two', async (_, titleOf) => {
    const watch = await aWatch(t);
    await events(watch, 500, titleOf);
    await aMenu(t, watch.school, { date: '2026-09-14', items: titleOf(0).repeat(20) });
    const text = await sent(watch);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000);
    const { next, today, timeline } = await watch.look();
    const from = (source: string, shown: string, most: number): void => {
      const clusters = clustersOf(shown);
      expect(clusters.length).toBeLessThanOrEqual(most);
      expect(shown.isWellFormed()).toBe(true);
      const whole = shown.endsWith('…') ? clusters.slice(0, -1) : clusters;
      expect(clustersOf(source).slice(0, whole.length)).toEqual(whole);
    };
    expect(timeline.length).toBeGreaterThanOrEqual(1);
    from(titleOf(0), next!.title, 40);
    from(titleOf(0), next!.location!, 24);
    from(titleOf(0).repeat(20), today.lunch!.items, 80);
    today.events.forEach((event, at) => from(titleOf(at), event.title, 40));
    for (const { short, line1, line2, kind } of timeline.filter((face) => face.kind === 'event')) {
      const at = [...Array(500).keys()].find((number) =>
        titleOf(number).startsWith(line1.replace(/…$/, '')),
      )!;
      expect([kind, at >= 0]).toEqual(['event', true]);
      from(titleOf(at), short, 12);
      from(titleOf(at), line1, 24);
      expect(clustersOf(line2!).length).toBeLessThanOrEqual(24);
    }
  });

  it('shows as many faces as there is room for, those that come first', async () => {
    const watch = await aWatch(t);
    await events(watch, 500, (at) => `${at}`);
    const { timeline, today } = await watch.look();
    expect(today.events).toHaveLength(6);
    expect(timeline.length).toBeGreaterThanOrEqual(20);
    expect(timeline.length).toBeLessThanOrEqual(24);
    expect(timeline.slice(0, 5).map(({ line1, relevance }) => `${line1} ${relevance}`)).toEqual([
      '0 0.8',
      '0 1',
      '1 0.8',
      '1 1',
      '2 0.8',
    ]);
  });

  it('lists what fits of five hundred that last all day', async () => {
    const watch = await aWatch(t);
    const lasting = { allDay: true, startsAt: null, endsAt: null } as unknown as Partial<CalendarEvent>;
    await events(
      watch,
      500,
      (at) => `${FAMILY.repeat(17)} ${at}`,
      () => lasting,
    );
    expect(Buffer.byteLength(await sent(watch))).toBeLessThanOrEqual(8000);
    expect((await watch.look()).today.all_day.length).toBeGreaterThanOrEqual(3);
  });
});
