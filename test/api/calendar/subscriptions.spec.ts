import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aCalendar, TestCalendar } from '../../support/calendar.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());

const path = (schoolId: string): string => `/schools/${schoolId}/calendar/subscriptions`;
const own = async (calendar: TestCalendar) =>
  (await calendar.send('GET', '/subscriptions')).body.subscriptions;

describe('POST /schools/:schoolId/calendar/subscriptions', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'POST', path });

  it('answers 404 while the calendar is off', async () => {
    const calendar = await aCalendar(t);
    await calendar.school.setFeatures({ calendar: false });
    for (const [method, below] of [
      ['POST', '/subscriptions'],
      ['GET', '/subscriptions'],
      ['DELETE', `/subscriptions/${randomUUID()}`],
    ] as const)
      expectError(await calendar.send(method, below), 404, 'not_found');
  });

  it('refuses an organization that is malformed, invented, archived or of another school', async () => {
    const calendar = await aCalendar(t);
    const archived = await calendar.anOrganization();
    await archived.archive();
    const elsewhere = await anOrganization(t, await aSchool(t));
    for (const organizationId of ['chess', '', '\0', randomUUID(), archived.id, elsewhere.id])
      expectInvalid(
        await calendar.send('POST', '/subscriptions', { body: { organizationId } }),
        'organizationId',
      );
  });

  it('refuses a name that is too long, and anything of a wrong type', async () => {
    const calendar = await aCalendar(t);
    for (const [field, value] of [
      ['name', 'x'.repeat(201)],
      ['name', 5],
      ['categories', 'Sports'],
      ['categories', [5]],
      ['categories', Array.from({ length: 51 }, (_, i) => `c${i}`)],
      ['tags', [null]],
      ['tags', ['x'.repeat(51)]],
      ['organizationId', 5],
    ])
      expectInvalid(
        await calendar.send('POST', '/subscriptions', { body: { [field as string]: value } }),
        field as string,
      );
  });

  it('makes one of the whole calendar without any body, named as the school', async () => {
    const { token, id: schoolId } = await aSchool(t, { name: 'École Nº 1' }).then(async (school) => ({
      token: (await school.parent()).token,
      id: school.id,
    }));
    const { status, body } = await t.api.post(path(schoolId), { token });
    expect(status).toBe(201);
    const { token: secret } = body.subscription;
    expect(body).toEqual({
      subscription: {
        id: expect.any(String),
        name: 'École Nº 1',
        token: expect.stringMatching(/^[\w-]{43}$/),
        organization_id: null,
        categories: [],
        tags: [],
        created_at: expect.any(String),
        feed_url: `https://directory.example.org/api/calendar/subscribe/${secret}/feed.ics`,
        webcal_url: `webcal://directory.example.org/api/calendar/subscribe/${secret}/feed.ics`,
        google_url: `https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fdirectory.example.org%2Fapi%2Fcalendar%2Fsubscribe%2F${secret}%2Ffeed.ics`,
      },
    });
  });

  it('takes name, categories, tags and organization, each name once', async () => {
    const calendar = await aCalendar(t);
    const chess = await calendar.anOrganization();
    const { body } = await calendar.send('POST', '/subscriptions', {
      body: {
        name: '  Chess ',
        categories: ['Sports', 'sports ', ' ', 'Arts'],
        tags: ['Away'],
        organizationId: chess.id,
      },
    });
    expect(body.subscription).toMatchObject({
      name: 'Chess',
      categories: ['Sports', 'Arts'],
      tags: ['Away'],
      organization_id: chess.id,
    });
  });

  it.each([
    {},
    { name: null, categories: null, tags: null, organizationId: null },
    { name: ' ' },
    { more: 1 },
  ])('takes %j for the whole calendar', async (body) => {
    const answer = await (await aCalendar(t)).send('POST', '/subscriptions', { body });
    expect(answer.body.subscription).toMatchObject({ categories: [], tags: [], organization_id: null });
    expect(answer.body.subscription.name).toMatch(/^School /);
  });

  it('never makes the same token twice', async () => {
    const calendar = await aCalendar(t);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => calendar.send('POST', '/subscriptions')),
    );
    expect(new Set(answers.map(({ body }) => body.subscription.token)).size).toBe(20);
  });
});

describe('GET /schools/:schoolId/calendar/subscriptions', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path });

  it("shows the caller's own, oldest first, and nobody else's to an admin", async () => {
    const calendar = await aCalendar(t);
    const parent = calendar.as(await calendar.school.parent());
    for (const name of ['Zoo', 'Arts', 'Music']) {
      await parent.send('POST', '/subscriptions', { body: { name } });
      t.clock.advance(1000);
    }
    expect((await own(parent)).map(({ name }: { name: string }) => name)).toEqual(['Zoo', 'Arts', 'Music']);
    expect(await own(calendar)).toEqual([]);
  });

  it('shows those of one school alone', async () => {
    const [here, there] = [await aSchool(t), await aSchool(t)];
    const parent = await here.parent();
    await there.parent({}, parent);
    await t.api.post(path(here.id), { token: parent.token });
    expect((await t.api.get(path(there.id), { token: parent.token })).body).toEqual({ subscriptions: [] });
  });
});

describe('DELETE /schools/:schoolId/calendar/subscriptions/:subscriptionId', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'DELETE', path: (id) => `${path(id)}/${randomUUID()}` });

  it('knows no invented and no malformed one, none of someone else, and none twice', async () => {
    const calendar = await aCalendar(t);
    const parent = calendar.as(await calendar.school.parent());
    const { id } = (await parent.send('POST', '/subscriptions')).body.subscription;
    expectError(await calendar.send('DELETE', `/subscriptions/${id}`), 404, 'not_found');
    for (const unknown of [randomUUID(), 'mine', '%00'])
      expectError(await parent.send('DELETE', `/subscriptions/${unknown}`), 404, 'not_found');
    expect((await parent.send('DELETE', `/subscriptions/${id}`)).status).toBe(204);
    expectError(await parent.send('DELETE', `/subscriptions/${id}`), 404, 'not_found');
    expect(await own(parent)).toEqual([]);
  });
});
