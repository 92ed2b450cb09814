import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MenuEntry } from '../../../src/features/menus/menu-entry.entity.js';
import { MenuEntriesRepository } from '../../../src/features/menus/menu-entries.repository.js';
import { MenuImporter } from '../../../src/features/menus/menu.importer.js';
import { createApp } from '../../../src/runtime/server.js';
import { aMenu, aMenuFeed } from '../../support/menu.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { entriesOf, linesOf, READERS } from '../../support/feeds/feed-readers.js';
import { startGatedApp, type GatedApp } from '../../support/gated-app.factory.js';

let t: GatedApp;
/** Another process on the same database. */
let other: { siteUrl: string; close: () => Promise<void> };
beforeAll(async () => {
  t = await startGatedApp();
  t.clock.moveTo('2026-09-10T12:00:00Z');
  const app = await createApp({ ...t.settings, databaseUrl: t.databaseUrl }, t.clock);
  await app.listen(0, '127.0.0.1');
  other = { siteUrl: await app.getUrl(), close: () => app.close() };
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const anEater = async (given = {}) => {
  const school = await aSchool(t, given);
  return { school, parent: await school.parent() };
};

/** As an import does. */
const importItems = (...entries: [MenuEntry, items: string][]): Promise<unknown> => {
  const service = new MenuImporter(new MenuEntriesRepository(), t.clock);
  const menus = entries.map(([{ date, mealType }, items]) => ({
    ...{ date, mealType, items },
    ...{ allergens: undefined, dietaryTags: undefined },
  }));
  return t.dataSource.transaction((manager) => service.importMenus(manager, entries[0]![0].schoolId, menus));
};

describe('A feed of menus', () => {
  it('begins with the head that calendar apps look for', async () => {
    const { school, parent } = await anEater({ name: 'Springfield, "East"' });
    expect(linesOf(await (await aMenuFeed(t, school, parent)).text())).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//School Directory//Calendar//EN',
      'NAME:Springfield\\, "East": Menus',
      'X-WR-CALNAME:Springfield\\, "East": Menus',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'X-WR-TIMEZONE:America/New_York',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('writes a meal with all that there is of it', async () => {
    const { school, parent } = await anEater();
    const { id } = await aMenu(t, school, {
      date: '2026-09-30',
      items: 'Pizza; thin\nGreen salad, milk',
      allergens: ['milk', 'gluten'],
      dietaryTags: ['vegetarian'],
      imageName: `${'a'.repeat(32)}.webp`,
      imageGeneratedAt: new Date('2026-09-09T10:00:00Z'),
      updatedAt: new Date('2026-09-08T10:00:00Z'),
      sequence: 3,
    });
    const [entry] = entriesOf(await (await aMenuFeed(t, school, parent)).text());
    expect(entry).toEqual([
      `UID:${id}@localhost`,
      'SEQUENCE:3',
      'DTSTAMP:20260909T100000Z',
      'DTSTART;VALUE=DATE:20260930',
      'DTEND;VALUE=DATE:20261001',
      'SUMMARY:Lunch: Pizza\\; thin\\, Green salad\\, milk',
      'TRANSP:TRANSPARENT',
      'DESCRIPTION:Pizza\\; thin\\nGreen salad\\, milk\\n\\nAllergens: milk\\, gluten\\nDietary: vegetarian',
      `ATTACH:http://localhost:3000/api/menu-images/${'a'.repeat(32)}.webp`,
      'STATUS:CONFIRMED',
      'LAST-MODIFIED:20260909T100000Z',
    ]);
  });

  it('reads alike by two readers, whatever the meal, the day and the language of the school', async () => {
    const { school, parent } = await anEater({ timeZone: 'Pacific/Apia', locale: 'de-DE' });
    await aMenu(t, school, { date: '2026-11-01', mealType: 'breakfast', items: 'Müsli 🥣' });
    await aMenu(t, school, { date: '2026-11-01', items: `${'Pfannkuchen und '.repeat(20)}` });
    await aMenu(t, school, { date: '2027-03-14', mealType: 'other', items: 'Eis' });
    const text = await (await aMenuFeed(t, school, parent)).text();
    for (const [, read] of READERS)
      expect(read(text)).toEqual([
        '2026-11-01/2026-11-01 Frühstück: Müsli 🥣',
        `2026-11-01/2026-11-01 Mittagessen: ${'Pfannkuchen und '.repeat(20).slice(0, 79).trim()}…`,
        '2027-03-14/2027-03-14 Speiseplan: Eis',
      ]);
  });

  it('lists what is served from the first of the month before, at the school, in the meals that were chosen', async () => {
    const { school, parent } = await anEater({ timeZone: 'Pacific/Auckland' });
    for (const date of ['2026-07-31', '2026-08-01', '2026-08-31', '2030-01-01'])
      for (const mealType of ['dinner', 'lunch', 'snack'] as const)
        await aMenu(t, school, { date, mealType, items: date });
    const feed = await aMenuFeed(t, school, parent, { meal_types: ['snack', 'lunch'] });
    const days = async () =>
      entriesOf(await feed.text()).map((entry) => entry.find((line) => line.startsWith('SUMMARY'))!.slice(8));
    const both = (date: string) => [`Lunch: ${date}`, `Snack: ${date}`];
    // In Auckland it is October from noon of September 30 on, in UTC.
    t.clock.moveTo('2026-09-30T10:59:59Z');
    expect(await days()).toEqual([...both('2026-08-01'), ...both('2026-08-31'), ...both('2030-01-01')]);
    t.clock.moveTo('2026-09-30T11:00:00Z');
    expect(await days()).toEqual(both('2030-01-01'));
    t.clock.moveTo('2026-09-10T12:00:00Z');
  });

  it('stays intact whatever is served', async () => {
    const { school, parent } = await anEater();
    await aMenu(t, school, {
      date: '2026-09-30',
      items: 'x\r\nEND:VEVENT\u2028BEGIN:VEVENT',
      allergens: ['a\nb'],
    });
    const lines = linesOf(await (await aMenuFeed(t, school, parent)).text());
    expect(lines.filter((line) => /^(BEGIN|END):VEVENT/.test(line))).toEqual(['BEGIN:VEVENT', 'END:VEVENT']);
  });
});

describe('A poll of a feed of menus', () => {
  const tagOf = ({ headers }: { headers: Headers }): string => headers.get('etag')!;

  it('gets the same bytes, of every process and to HEAD, and 304 for one statement', async () => {
    const { school, parent } = await anEater();
    await aMenu(t, school, { date: '2026-09-30' });
    const feed = await aMenuFeed(t, school, parent);
    const first = await feed.get();
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="menus.ics"',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\w-]{24}-gzip"$/),
      'last-modified': 'Thu, 10 Sep 2026 12:00:00 GMT',
    });
    t.clock.advance(86_400_000);
    expect(await feed.get({}, other)).toMatchObject({ status: 200, text: first.text });
    const head = await feed.get({}, { method: 'HEAD' });
    expect([head.status, head.text, tagOf(head)]).toEqual([200, '', tagOf(first)]);
    for (const [header, value] of [
      ['if-none-match', tagOf(first)],
      ['if-modified-since', first.headers.get('last-modified')!],
    ] as const) {
      t.gate.statements = 0;
      const again = await feed.get({ [header]: value });
      expect([again.status, again.text, tagOf(again), t.gate.statements]).toEqual([304, '', tagOf(first), 1]);
    }
  });

  it.each<[string, (entry: MenuEntry) => Promise<unknown>]>([
    ['other items', (entry) => importItems([entry, 'Pasta'])],
    [
      'a picture',
      ({ id }) =>
        t.dataSource.manager.update(
          MenuEntry,
          { id },
          { imageName: `${'b'.repeat(32)}.webp`, imageGeneratedAt: new Date() },
        ),
    ],
    ['one taken away', ({ id }) => t.dataSource.manager.delete(MenuEntry, { id })],
    ['another meal', async () => undefined],
  ])('sees %s at once on every process, by tag and by date', async (what, happens) => {
    const { school, parent } = await anEater();
    const entry = await aMenu(t, school, { date: '2026-09-30' });
    const feed = await aMenuFeed(t, school, parent);
    const before = await feed.get();
    await feed.get({}, other);
    await happens(entry);
    if (what === 'another meal') await aMenu(t, school, { date: '2026-09-30', mealType: 'snack' });
    for (const process of [{}, other]) {
      const byTag = await feed.get({ 'if-none-match': tagOf(before) }, process);
      const byDate = await feed.get({ 'if-modified-since': before.headers.get('last-modified')! }, process);
      expect([byTag.status, byDate.status, byTag.text === before.text]).toEqual([200, 200, false]);
      expect(byDate.text).toBe(byTag.text);
    }
  });

  it('sees the same entry with a higher sequence when an import changes it, and no other one', async () => {
    const { school, parent } = await anEater();
    const [pizza, soup] = [
      await aMenu(t, school, { date: '2026-09-29', updatedAt: t.clock.now() }),
      await aMenu(t, school, { date: '2026-09-30', items: 'Soup', updatedAt: t.clock.now() }),
    ];
    const feed = await aMenuFeed(t, school, parent);
    const before = entriesOf(await feed.text());
    t.clock.advance(60_000);
    await importItems([pizza, 'Pasta'], [soup, 'Soup']);
    const after = entriesOf(await feed.text());
    expect(after[1]).toEqual(before[1]);
    const value = (entry: string[], name: string) => entry.find((line) => line.startsWith(`${name}:`));
    expect([value(after[0]!, 'UID'), value(after[0]!, 'SEQUENCE'), value(after[0]!, 'SUMMARY')]).toEqual([
      value(before[0]!, 'UID'),
      'SEQUENCE:1',
      'SUMMARY:Lunch: Pasta',
    ]);
    expect(value(after[0]!, 'LAST-MODIFIED')! > value(before[0]!, 'LAST-MODIFIED')!).toBe(true);
  });
});
