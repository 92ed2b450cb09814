import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aMenu, askForPicture, showPicture } from '../../support/menu.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin('junior_admin');
});

const LUNCH = { date: '2026-10-05', meal_type: 'lunch', items: 'Pizza\nSalad' };

interface Sent {
  by?: TestMember;
  headers?: Record<string, string>;
}
const send = (method: string, rest: string, body?: unknown, { by = admin, headers = {} }: Sent = {}) =>
  t.api.send(method, `/schools/${school.id}/menus${rest}`, { token: by.token, body, headers });
const write = (body: unknown, sent?: Sent): Promise<ApiAnswer> => send('POST', '', body, sent);
const menus = async (): Promise<Record<string, unknown>[]> => (await send('GET', '')).body.menus;
const anId = async (body: object = LUNCH): Promise<string> => (await write(body)).body.ids[0];

describe.each([
  ['POST', ''],
  ['PATCH', `/${randomUUID()}`],
  ['DELETE', `/${randomUUID()}`],
])('%s /schools/:schoolId/menus%s', (method, rest) => {
  refusesOutsidersOfTheSchool(() => t, { method, path: (id) => `/schools/${id}/menus${rest}` });

  it('refuses parents, whatever they send', async () => {
    const by = await school.parent();
    expectError(await send(method, rest, { items: 7 }, { by }), 403, 'not_authorized');
  });

  it('answers 404 while the feature is off', async () => {
    await school.setFeatures({ lunch_menus: false });
    expectError(await send(method, rest, LUNCH), 404, 'not_found');
  });
});

describe('POST /schools/:schoolId/menus', () => {
  it.each([
    [{}, ['date', 'meal_type', 'items']],
    [{ ...LUNCH, items: ' \n ' }, ['items']],
    [{ ...LUNCH, items: 'x'.repeat(5_001) }, ['items']],
    [{ ...LUNCH, date: '2026-02-30' }, ['date']],
    [{ ...LUNCH, meal_type: 'brunch' }, ['meal_type']],
    [{ ...LUNCH, allergens: ['x'.repeat(201)] }, ['allergens']],
    [{ ...LUNCH, dietary_tags: Array.from({ length: 51 }, String) }, ['dietary_tags']],
    [{ menus: [] }, ['menus']],
    [{ menus: 'all' }, ['menus']],
    [{ menus: [LUNCH, { ...LUNCH, items: 'Soup' }] }, ['menus.1.meal_type']],
    [{ menus: [{ ...LUNCH, date: null }] }, ['menus.0.date']],
    [{ menus: Array.from({ length: 401 }, () => LUNCH) }, ['menus']],
  ])('refuses %j, and writes nothing', async (body, paths) => {
    expectInvalid(await write(body), ...paths);
    expect(await menus()).toEqual([]);
  });

  it('writes one meal', async () => {
    const { status, body } = await write({ ...LUNCH, allergens: ['Milk', ' milk ', 'wheat'] });
    expect([status, body]).toEqual([201, { ids: [expect.any(String)] }]);
    expect(await menus()).toEqual([
      {
        ...LUNCH,
        ...{ id: body.ids[0], image_url: null, image_generated_at: null },
        ...{ allergens: ['Milk', 'wheat'], dietary_tags: [] },
      },
    ]);
  });

  it('writes the meals of a month at once, and answers their ids in the order sent', async () => {
    const days = Array.from({ length: 30 }, (_, at) => `2026-11-${String(30 - at).padStart(2, '0')}`);
    const { body } = await write({ menus: days.map((date) => ({ ...LUNCH, date })) });
    const byId = new Map((await menus()).map(({ id, date }) => [id, date]));
    expect(body.ids.map((id: string) => byId.get(id))).toEqual(days);
  });

  it('replaces the meal of a date and kind that is there, under its id', async () => {
    const id = await anId({ ...LUNCH, allergens: ['milk'] });
    expect((await write({ ...LUNCH, items: 'Soup' })).body).toEqual({ ids: [id] });
    expect(await menus()).toMatchObject([{ id, items: 'Soup', allergens: [] }]);
  });

  it('writes once for a key, also from several requests at once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => write(LUNCH, { headers })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    const { ids } = answers[0]!.body as { ids: string[] };
    await send('PATCH', `/${ids[0]}`, { items: 'Soup' });
    expect((await write(LUNCH, { headers })).body).toEqual({ ids });
    expect(await menus()).toMatchObject([{ items: 'Soup' }]);
    await send('DELETE', `/${ids[0]}`);
    expectError(await write(LUNCH, { headers }), 404, 'not_found');
  });

  it('writes each meal once, and no more than a school may have, however many ask at once', async () => {
    const same = await Promise.all(Array.from({ length: 8 }, () => write(LUNCH)));
    expect(new Set(same.map(({ body }) => body.ids[0])).size).toBe(1);
    await t.dataSource.query(
      `insert into menu_entries (school_id, date, meal_type, items)
       select $1, date '1950-01-01' + n, 'lunch', 'Pizza' from generate_series(1, 19997) n`,
      [school.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => write({ ...LUNCH, date: `2026-12-0${at + 1}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expectError(await write({ ...LUNCH, date: '2027-01-01' }), 409, 'conflict', 'limit_reached');
    expect((await write({ ...LUNCH, items: 'Soup' })).status).toBe(201);
  });
});

describe('PATCH /schools/:schoolId/menus/:menuId', () => {
  it('answers 404 for an entry of another school, and a malformed one', async () => {
    const { id } = await aMenu(t, await aSchool(t));
    for (const other of [id, 'lunch', randomUUID()])
      expectError(await send('PATCH', `/${other}`, { items: 'Soup' }), 404, 'not_found');
  });

  it('refuses null for what an entry cannot be without, and the date and kind of another one', async () => {
    const id = await anId();
    await write({ ...LUNCH, meal_type: 'dinner' });
    const nothing = { date: null, meal_type: null, items: null };
    expectInvalid(await send('PATCH', `/${id}`, nothing), 'date', 'meal_type', 'items');
    expectInvalid(await send('PATCH', `/${id}`, { meal_type: 'dinner' }), 'meal_type');
  });

  it('changes what is given, clears what is null, and moves the entry to another day', async () => {
    const id = await anId({ ...LUNCH, allergens: ['milk'], dietary_tags: ['vegan'] });
    const { status, body } = await send('PATCH', `/${id}`, { date: '2026-10-06', allergens: null });
    expect([status, body]).toEqual([200, (await menus())[0]]);
    expect(body).toMatchObject({ id, date: '2026-10-06', allergens: [], dietary_tags: ['vegan'] });
  });

  it('refuses whoever has read another menu of the day', async () => {
    const id = await anId();
    const etag = async () => (await send('GET', `/day?date=${LUNCH.date}`)).headers.get('etag')!;
    const headers = { 'if-match': await etag() };
    await write({ ...LUNCH, meal_type: 'dinner' });
    const change = { items: 'Soup' };
    expectError(await send('PATCH', `/${id}`, change, { headers }), 409, 'conflict', 'stale');
    expectError(await send('DELETE', `/${id}`, undefined, { headers }), 409, 'conflict', 'stale');
    const now = { 'if-match': await etag() };
    expect((await send('PATCH', `/${id}`, change, { headers: now })).status).toBe(200);
  });
});

describe('DELETE /schools/:schoolId/menus/:menuId', () => {
  it('takes the picture with it', async () => {
    const entry = await aMenu(t, school);
    const { body } = await askForPicture(t, entry, admin);
    expect((await showPicture(t, body.image_url)).status).toBe(200);
    expect((await send('DELETE', `/${entry.id}`)).status).toBe(204);
    expect((await showPicture(t, body.image_url)).status).toBe(404);
    expect(await menus()).toEqual([]);
    expect(await t.dataSource.query('select key from object_removals')).toEqual([]);
    expectError(await send('DELETE', `/${entry.id}`), 404, 'not_found');
  });
});
