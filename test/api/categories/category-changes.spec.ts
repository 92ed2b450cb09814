import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { aCalendar, PICNIC, type TestCalendar } from '../../support/calendar.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aFeed } from '../../support/feed.factory.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let calendar: TestCalendar;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  calendar = await aCalendar(t);
  admin = await calendar.school.admin('senior_admin');
});

interface Sent {
  by?: TestMember;
  ifMatch?: string;
  key?: string;
}
const send = (method: string, rest: string, body: unknown, { by = admin, ifMatch, key }: Sent = {}) =>
  t.api.send(method, `/schools/${calendar.school.id}/categories${rest}`, {
    ...{ token: by.token, body },
    headers: { ...(ifMatch && { 'if-match': ifMatch }), ...(key && { 'idempotency-key': key }) },
  });
const create = (name: string, color = '#112233', sent?: Sent) => send('POST', '', { name, color }, sent);
const list = (): Promise<ApiAnswer> => send('GET', '', undefined);
const names = async (): Promise<string[]> =>
  (await list()).body.categories.map(({ name }: { name: string }) => name);
const anId = async (name: string): Promise<string> => (await create(name)).body.id;

const CALLS = [
  ['POST', ''],
  ['PUT', '/order'],
  ['PATCH', `/${randomUUID()}`],
  ['DELETE', `/${randomUUID()}`],
] as const;

describe.each(CALLS)('%s /schools/:schoolId/categories%s', (method, rest) => {
  refusesOutsidersOfTheSchool(() => t, { method, path: (id) => `/schools/${id}/categories${rest}` });

  it('refuses parents and junior admins, whatever they send', async () => {
    for (const by of [await calendar.school.parent(), await calendar.school.admin('junior_admin')])
      expectError(await send(method, rest, { color: 7 }, { by }), 403, 'not_authorized');
  });
});

describe('A senior admin who is demoted while the request waits', () => {
  it.each(CALLS)('changes nothing by %s %s', async (method, rest) => {
    const demotion = t.dataSource.createQueryRunner();
    await demotion.startTransaction();
    await demotion.query(`update memberships set role = 'junior_admin' where id = $1`, [admin.membershipId]);
    const answer = send(method, rest, { name: 'Trips', color: '#112233', ids: [] });
    await untilWaiting(t.dataSource);
    await demotion.commitTransaction();
    await demotion.release();
    expectError(await answer, 403, 'not_authorized');
  });
});

describe('POST /schools/:schoolId/categories', () => {
  it.each([
    [{}, ['name', 'color']],
    [{ name: '  ', color: '#112233' }, ['name']],
    [{ name: 'x'.repeat(201), color: '#112233' }, ['name']],
    [{ name: 'Trips', color: 'red' }, ['color']],
    [{ name: 'Trips', color: '#1122334' }, ['color']],
  ])('refuses %j', async (body, paths) => {
    expectInvalid(await send('POST', '', body), ...paths);
  });

  it('refuses a name that is there, whatever its case', async () => {
    await create('Trips');
    expectError(await create('TRIPS'), 409, 'conflict');
    expect(await names()).toEqual(['Trips']);
  });

  it('adds categories behind each other', async () => {
    await create('Trips', '#a1b2c3');
    const { status, body } = await create('  Arts ');
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), name: 'Arts', color: '#112233', position: 1 },
    ]);
    expect((await list()).body.categories).toEqual([
      { id: expect.any(String), name: 'Trips', color: '#A1B2C3', position: 0 },
      body,
    ]);
  });

  it('adds one for a key, and returns it as long as it is there', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => create('Trips', '#112233', { key })));
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(
      answers.map(() => [201, answers[0]!.body.id]),
    );
    expect(await names()).toEqual(['Trips']);
    await send('DELETE', `/${answers[0]!.body.id}`, undefined);
    expectError(await create('Trips', '#112233', { key }), 404, 'not_found');
  });

  it('makes at most 200, and one of each name, however many ask at once', async () => {
    const same = await Promise.all(Array.from({ length: 8 }, () => create('Trips')));
    expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    await t.dataSource.query(
      `insert into categories (school_id, name, color, position)
       select $1, 'No. ' || n, '#112233', n from generate_series(1, 196) n`,
      [calendar.school.id],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => create(`Late ${at}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    expectError(await create('One more'), 409, 'conflict', 'limit_reached');
  });
});

describe('PATCH /schools/:schoolId/categories/:categoryId', () => {
  it('answers 404 for a category of another school, and a malformed one', async () => {
    const other = await aSchool(t);
    const { token } = await other.admin('senior_admin');
    const body = { name: 'Trips', color: '#112233' };
    const { body: theirs } = await t.api.post(`/schools/${other.id}/categories`, { token, body });
    for (const id of [theirs.id, 'trips', randomUUID()])
      expectError(await send('PATCH', `/${id}`, { name: 'Mine' }), 404, 'not_found');
  });

  it('refuses a name of another one, and null', async () => {
    const id = await anId('Trips');
    await create('Arts');
    expectError(await send('PATCH', `/${id}`, { name: 'arts' }), 409, 'conflict');
    expectInvalid(await send('PATCH', `/${id}`, { name: null, color: null }), 'name', 'color');
  });

  it('changes what is given, its own name in another case included', async () => {
    const id = await anId('Trips');
    const changed = { id, name: 'TRIPS', color: '#112233', position: 0 };
    expect((await send('PATCH', `/${id}`, { name: 'TRIPS' })).body).toEqual(changed);
    const { status, body } = await send('PATCH', `/${id}`, { color: '#abcdef' });
    expect([status, body]).toEqual([200, { ...changed, color: '#ABCDEF' }]);
  });

  it('changes the color of one that a content file has brought beside another in other letters', async () => {
    const id = await anId('NEWS');
    await t.dataSource.query(
      `insert into categories (school_id, name, color, position) values ($1, 'News', '#112233', 1)`,
      [calendar.school.id],
    );
    const { status, body } = await send('PATCH', `/${id}`, { color: '#445566', name: 'NEWS' });
    expect([status, body.color]).toEqual([200, '#445566']);
    expectError(await send('PATCH', `/${id}`, { name: 'news' }), 409, 'conflict');
  });

  it('refuses whoever has read another list', async () => {
    const id = await anId('Trips');
    const ifMatch = (await list()).headers.get('etag')!;
    await create('Arts');
    expectError(await send('PATCH', `/${id}`, { name: 'Tours' }, { ifMatch }), 409, 'conflict', 'stale');
    const now = (await list()).headers.get('etag')!;
    expect((await send('PATCH', `/${id}`, { name: 'Tours' }, { ifMatch: now })).status).toBe(200);
  });

  it('shows in events, and goes on in calendars that were subscribed to for it', async () => {
    const id = await anId('Trips');
    await calendar.createEvent({ ...PICNIC, title: 'Zoo', category_id: id });
    await calendar.createEvent({ ...PICNIC, title: 'Concert' });
    const feed = await aFeed(t, calendar, { name: 'Zoo', categories: ['Sports', 'trips'] });
    const titles = async () =>
      [...(await feed.text()).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title);
    expect(await titles()).toEqual(['Zoo']);
    await send('PATCH', `/${id}`, { name: 'Excursions' });
    expect(await titles()).toEqual(['Zoo']);
    expect(await feed.text()).toContain('CATEGORIES:Excursions');
    const { body } = await calendar.send('GET', '/subscriptions');
    expect(body.subscriptions[0].categories).toEqual(['Sports', 'Excursions']);
  });
});

describe('PUT /schools/:schoolId/categories/order', () => {
  it('refuses ids that are not those of all, each once', async () => {
    const [trips, arts] = [await anId('Trips'), await anId('Arts')];
    for (const ids of [[trips], [trips, arts, arts], [trips, arts, randomUUID()], [], 'all', [trips, 'arts']])
      expectInvalid(await send('PUT', '/order', { ids }), 'ids');
    expect(await names()).toEqual(['Trips', 'Arts']);
  });

  it('puts them into the order given', async () => {
    const ids = [await anId('Trips'), await anId('Arts'), await anId('Sports')];
    const { status, body } = await send('PUT', '/order', { ids: [ids[2], ids[0], ids[1]!.toUpperCase()] });
    expect([status, body]).toEqual([200, (await list()).body]);
    expect(await names()).toEqual(['Sports', 'Trips', 'Arts']);
  });

  it('leaves one order, whoever else adds and deletes at the same moment', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map(anId));
    const orders = Array.from({ length: 10 }, () => [...ids].sort(() => Math.random() - 0.5));
    const answers = await Promise.all([
      ...orders.map((each) => send('PUT', '/order', { ids: each })),
      send('DELETE', `/${ids[0]}`, undefined),
      create('E'),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const positions = (await list()).body.categories.map(({ position }: { position: number }) => position);
    expect(new Set(positions).size).toBe(4);
  });
});

describe('DELETE /schools/:schoolId/categories/:categoryId', () => {
  it('leaves its items without a category', async () => {
    const id = await anId('Trips');
    const { body: event } = await calendar.createEvent({ ...PICNIC, category_id: id });
    expect((await send('DELETE', `/${id}`, undefined)).status).toBe(204);
    expect(await names()).toEqual([]);
    expect((await calendar.getEvent(event.id)).body.category).toBeNull();
    expectError(await send('DELETE', `/${id}`, undefined), 404, 'not_found');
  });
});
