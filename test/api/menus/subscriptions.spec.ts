import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());

const path = (schoolId: string): string => `/schools/${schoolId}/menus/subscriptions`;
const own = async ({ id }: TestSchool, token: string) =>
  (await t.api.get(path(id), { token })).body.subscriptions as { name: string }[];

describe('POST /schools/:schoolId/menus/subscriptions', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'POST', path });

  it('answers 404 while menus are off', async () => {
    const school = await aSchool(t);
    const { token } = await school.admin();
    await school.setFeatures({ lunch_menus: false });
    for (const [method, below] of [
      ['POST', ''],
      ['GET', ''],
      ['DELETE', `/${randomUUID()}`],
    ] as const)
      expectError(await t.api.send(method, path(school.id) + below, { token }), 404, 'not_found');
  });

  it.each([
    ['name', 'x'.repeat(201)],
    ['name', 5],
    ['meal_types', 'lunch'],
    ['meal_types', ['brunch']],
    ['meal_types', [null]],
    ['meal_types', Array.from({ length: 51 }, (_, at) => `meal ${at}`)],
  ])('refuses %s %j', async (field, value) => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    expectInvalid(await t.api.post(path(school.id), { token, body: { [field]: value } }), field);
  });

  it('makes one of every meal without any body, named after the school', async () => {
    const school = await aSchool(t, { name: 'École Nº 1' });
    const { token } = await school.parent();
    const { status, body } = await t.api.post(path(school.id), { token });
    expect(status).toBe(201);
    const { token: secret } = body.subscription;
    expect(body).toEqual({
      subscription: {
        id: expect.any(String),
        name: 'École Nº 1: Menus',
        token: expect.stringMatching(/^[\w-]{43}$/),
        meal_types: [],
        created_at: expect.any(String),
        feed_url: `https://directory.example.org/api/menus/subscribe/${secret}/feed.ics`,
        webcal_url: `webcal://directory.example.org/api/menus/subscribe/${secret}/feed.ics`,
        google_url: `https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fdirectory.example.org%2Fapi%2Fmenus%2Fsubscribe%2F${secret}%2Ffeed.ics`,
      },
    });
  });

  it.each([
    [{ name: ' Lunch at school ', meal_types: ['lunch', 'snack', 'lunch'] }, 'Lunch at school'],
    [{ name: null, meal_types: null }, expect.stringMatching(/: Menus$/)],
  ])('takes %j', async (body, name) => {
    const school = await aSchool(t);
    const answer = await t.api.post(path(school.id), { token: (await school.parent()).token, body });
    expect(answer.body.subscription).toMatchObject({
      name,
      meal_types: [...new Set(body.meal_types ?? [])],
    });
  });
});

describe('GET /schools/:schoolId/menus/subscriptions', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path });

  it("shows the caller's own of this school, oldest first, and nobody else's to an admin", async () => {
    const [school, other] = [await aSchool(t), await aSchool(t)];
    const [parent, admin] = [await school.parent(), await school.admin()];
    await other.parent({}, parent);
    for (const name of ['Zoo', 'Arts']) {
      await t.api.post(path(school.id), { token: parent.token, body: { name } });
      t.clock.advance(1000);
    }
    expect((await own(school, parent.token)).map(({ name }) => name)).toEqual(['Zoo', 'Arts']);
    expect(await own(other, parent.token)).toEqual([]);
    expect(await own(school, admin.token)).toEqual([]);
  });
});

describe('DELETE /schools/:schoolId/menus/subscriptions/:subscriptionId', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'DELETE', path: (id) => `${path(id)}/${randomUUID()}` });

  it('knows no invented and no malformed one, none of someone else, and none twice', async () => {
    const school = await aSchool(t);
    const [{ token }, admin] = [await school.parent(), await school.admin()];
    const { id } = (await t.api.post(path(school.id), { token })).body.subscription;
    const remove = (which: string, by = token) =>
      t.api.send('DELETE', `${path(school.id)}/${which}`, { token: by });
    expectError(await remove(id, admin.token), 404, 'not_found');
    for (const unknown of [randomUUID(), 'mine', '%00']) expectError(await remove(unknown), 404, 'not_found');
    expect((await remove(id)).status).toBe(204);
    expectError(await remove(id), 404, 'not_found');
    expect(await own(school, token)).toEqual([]);
  });
});
