import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aMenu } from '../../support/menu.factory.js';
import { aSchool, type Person, type TestSchool } from '../../support/school.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const read = (school: TestSchool, { token }: Person, rest = '', headers = {}): Promise<ApiAnswer> =>
  t.api.get(`/schools/${school.id}/menus${rest}`, { token, headers });

const datesIn = ({ body }: ApiAnswer): string[] => body.menus.map(({ date }: { date: string }) => date);

describe.each(['', '/week?start=2026-09-06', '/day?date=2026-09-07'])(
  'GET /schools/:schoolId/menus%s',
  (rest) => {
    refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/menus${rest}` });

    it('answers 404 while the feature is off, for admins too', async () => {
      const school = await aSchool(t);
      await school.setFeatures({ lunch_menus: false });
      for (const person of [await school.parent(), await school.admin()])
        expectError(await read(school, person, rest), 404, 'not_found');
    });

    it('gives everything of an entry', async () => {
      const school = await aSchool(t);
      const { id } = await aMenu(t, school, {
        date: '2026-09-07',
        items: 'Pizza\nSalad',
        allergens: ['milk', 'wheat'],
        dietaryTags: ['vegetarian'],
        imageName: 'abc.png',
        imageItemsHash: 'x',
        imageGeneratedAt: new Date('2026-09-01T12:00:00.5Z'),
      });
      const { status, body } = await read(school, await school.parent(), rest);
      expect(status).toBe(200);
      expect(body).toEqual({
        menus: [
          {
            id,
            date: '2026-09-07',
            meal_type: 'lunch',
            items: 'Pizza\nSalad',
            image_url: `${t.settings.siteUrl}/api/menu-images/abc.png`,
            image_generated_at: '2026-09-01T12:00:00.500Z',
            allergens: ['milk', 'wheat'],
            dietary_tags: ['vegetarian'],
          },
        ],
      });
    });

    it('sorts the meals of a day', async () => {
      const school = await aSchool(t);
      for (const mealType of ['other', 'snack', 'dinner', 'breakfast', 'lunch'] as const)
        await aMenu(t, school, { date: '2026-09-07', mealType });
      const { body } = await read(school, await school.parent(), rest);
      expect(body.menus.map((menu: { meal_type: string }) => menu.meal_type)).toEqual([
        'breakfast',
        'lunch',
        'snack',
        'dinner',
        'other',
      ]);
      expect(body.menus[0]).toMatchObject({
        image_url: null,
        image_generated_at: null,
        allergens: [],
        dietary_tags: [],
      });
    });

    it('returns nothing where nothing is served, whatever others serve', async () => {
      const school = await aSchool(t);
      await aMenu(t, await aSchool(t), { date: '2026-09-07' });
      expect((await read(school, await school.parent(), rest)).body).toEqual({ menus: [] });
    });

    it('answers 304 while nothing has changed', async () => {
      const school = await aSchool(t);
      const person = await school.parent();
      await aMenu(t, school, { date: '2026-09-07' });
      const tag = (await read(school, person, rest)).headers.get('etag')!;
      expect(tag).toMatch(/^W\//);
      const again = await read(school, person, rest, { 'if-none-match': tag });
      expect([again.status, again.text]).toEqual([304, '']);
      await aMenu(t, school, { date: '2026-09-07', mealType: 'dinner' });
      expect((await read(school, person, rest, { 'if-none-match': tag })).status).toBe(200);
    });
  },
);

describe('GET /schools/:schoolId/menus', () => {
  it('gives every date, in order', async () => {
    const school = await aSchool(t);
    for (const date of ['2027-01-04', '2024-02-29', '2026-09-07']) await aMenu(t, school, { date });
    expect(datesIn(await read(school, await school.parent()))).toEqual([
      '2024-02-29',
      '2026-09-07',
      '2027-01-04',
    ]);
  });
});

describe('GET /schools/:schoolId/menus/week', () => {
  it.each([
    '?start=2026-09-07',
    '?start=2026-09-05',
    '?start=',
    '',
    '?start=2026-02-29',
    '?start=0000-01-02',
    '?start=2026-09-06T00:00:00Z',
    '?start=2026-9-6',
    '?start=sunday',
    '?start=2026-09-06&start=2026-09-13',
  ])('refuses what is no Sunday: %s', async (query) => {
    const school = await aSchool(t);
    expectInvalid(await read(school, await school.parent(), `/week${query}`), 'start');
  });

  it('covers the Sunday and six days more', async () => {
    const school = await aSchool(t);
    for (const date of ['2026-09-05', '2026-09-06', '2026-09-12', '2026-09-13'])
      await aMenu(t, school, { date });
    const person = await school.parent();
    expect(datesIn(await read(school, person, '/week?start=2026-09-06'))).toEqual([
      '2026-09-06',
      '2026-09-12',
    ]);
  });

  it('covers seven days where clocks change and where a month and a year end', async () => {
    const school = await aSchool(t);
    const person = await school.parent();
    for (const date of ['2026-11-01', '2026-11-07', '2026-12-27', '2027-01-02'])
      await aMenu(t, school, { date });
    expect(datesIn(await read(school, person, '/week?start=2026-11-01'))).toEqual([
      '2026-11-01',
      '2026-11-07',
    ]);
    expect(datesIn(await read(school, person, '/week?start=2026-12-27'))).toEqual([
      '2026-12-27',
      '2027-01-02',
    ]);
  });
});

describe('GET /schools/:schoolId/menus/day', () => {
  it.each(['?date=2026-09-31', '?date=', '', '?date=today', '?date=20260907'])(
    'refuses what is no date: %s',
    async (query) => {
      const school = await aSchool(t);
      expectInvalid(await read(school, await school.parent(), `/day${query}`), 'date');
    },
  );

  it('gives that day alone', async () => {
    const school = await aSchool(t);
    for (const date of ['2026-09-06', '2026-09-07', '2026-09-08']) await aMenu(t, school, { date });
    expect(datesIn(await read(school, await school.parent(), '/day?date=2026-09-07'))).toEqual([
      '2026-09-07',
    ]);
  });
});
