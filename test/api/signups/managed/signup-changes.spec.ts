import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { NotificationKind } from '../../../../src/features/alerts/alert.js';
import { AlertsService } from '../../../../src/features/alerts/alerts.service.js';
import { Notification } from '../../../../src/features/alerts/notifications/notification.entity.js';
import { Signup } from '../../../../src/features/signups/signup.entity.js';
import type { ApiAnswer } from '../../../support/api-client.js';
import { expectError, expectInvalid } from '../../../support/errors.js';
import { anOrganization } from '../../../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  [admin, parent] = [await school.admin(), await school.parent()];
});

const CAKE = { title: 'Cake', capacity: 2, waitlist_enabled: true };
const BAKE_SALE = {
  ...{ title: 'Bake sale', claim_per: 'person', claimant_visibility: 'names' },
  items: [CAKE, { title: 'Table' }],
};

interface Sent {
  by?: TestMember;
  ifMatch?: string;
  key?: string;
}
const send = (method: string, path: string, body: unknown, { by = admin, ifMatch, key }: Sent = {}) =>
  t.api.send(method, path, {
    ...{ token: by.token, body },
    headers: { ...(ifMatch && { 'if-match': ifMatch }), ...(key && { 'idempotency-key': key }) },
  });
const create = (given: object = {}, sent?: Sent): Promise<ApiAnswer> =>
  send('POST', `/schools/${school.id}/signups`, { ...BAKE_SALE, ...given }, sent);
const anId = async (given: object = {}, sent?: Sent): Promise<string> => (await create(given, sent)).body.id;
const opened = (given: object = {}): Promise<string> => anId({ opens_at: inHours(-1), ...given });
const managed = (id: string, sent?: Sent) => send('GET', `/signups/${id}/management`, undefined, sent);
const itemsOf = async (id: string): Promise<{ [more: string]: unknown; id: string; title: string }[]> =>
  (await managed(id)).body.items;
const change = (id: string, body: object, sent?: Sent) =>
  send('PATCH', `/signups/${id}/management`, body, sent);
const remove = (id: string, sent?: Sent) => send('DELETE', `/signups/${id}/management`, undefined, sent);
const inHours = (hours: number): string =>
  new Date(t.clock.now().getTime() + hours * 3_600_000).toISOString();
const claim = async (id: string, given: object = {}, by = parent): Promise<ApiAnswer> =>
  send('POST', `/signups/${id}/claims`, { item_id: (await itemsOf(id))[0]!.id, ...given }, { by });
const anEvent = async (of: TestSchool = school): Promise<string> => {
  const body = { title: 'Fair', starts_at: inHours(48), ends_at: inHours(50) };
  const { token } = await of.admin();
  return (await t.api.post(`/schools/${of.id}/calendar/events`, { token, body })).body.id;
};
const listed = async (by: TestMember = parent): Promise<string[]> =>
  (await t.api.get(`/schools/${school.id}/signups`, { token: by.token })).body.signups.map(
    ({ title }: { title: string }) => title,
  );
const told = async (kind: NotificationKind): Promise<(string | null)[]> => {
  while (await t.app.get(AlertsService).recordNextDue());
  const found = await t.dataSource.manager.findBy(Notification, { schoolId: school.id, kind });
  return found.map(({ membershipId }) => membershipId).sort();
};

describe('POST /schools/{schoolId}/signups', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'POST', path: (id) => `/schools/${id}/signups` });

  it('refuses who publishes nothing, whatever they send', async () => {
    expectError(await create({ title: 7 }, { by: parent }), 403, 'not_authorized');
  });

  const SLOTS = { local_start: '2026-09-07T15:30', duration_minutes: 60, rrule: 'FREQ=WEEKLY;COUNT=3' };
  it.each([
    [{ title: ' ' }, ['title']],
    [{ claim_per: 'town' }, ['claim_per']],
    [{ claimant_visibility: null }, ['claimant_visibility']],
    [{ per_person_limit: 0 }, ['per_person_limit']],
    [{ opens_at: '2026-09-07T15:30:00Z', closes_at: '2026-09-07T15:30:00Z' }, ['closes_at']],
    [{ opens_at: '2026-09-07T15:30:00Z', visible_until: '2026-09-07T15:30:00Z' }, ['visible_until']],
    [{ items: [] }, ['items']],
    [{ items: [{ ...CAKE, capacity: -1 }] }, ['items.0.capacity']],
    [{ items: [CAKE, CAKE] }, ['items']],
    [{ items: [{ ...CAKE, ends_at: '2026-09-07T15:30:00Z' }] }, ['items']],
    [{ items: [{ ...CAKE, all_day: '2026-09-07', starts_at: '2026-09-07T15:30:00Z' }] }, ['items']],
    [{ items: [{ ...CAKE, all_day: '2026-09-31' }] }, ['items.0.all_day']],
    [
      { items: [{ ...CAKE, slots: { ...SLOTS, local_start: '2026-09-07T15:30:00Z' } }] },
      ['items.0.slots.local_start'],
    ],
    [{ items: [{ ...CAKE, slots: { ...SLOTS, duration_minutes: 0 } }] }, ['items.0.slots.duration_minutes']],
    [{ questions: [{ type: 'single_choice', text: 'Which?' }] }, ['questions']],
    [{ questions: [{ type: 'yes_no', text: 'Nuts?', choices: [{ text: 'Yes' }] }] }, ['questions']],
    [{ description: '<img src="image:6f2d4e6e-5b7c-4a53-9d4c-0f6a0f3b1c2d" alt="">' }, ['description']],
  ])('refuses %j', async (given, paths) => {
    expectInvalid(await create(given), ...paths);
    expect(await t.dataSource.manager.countBy(Signup, { schoolId: school.id })).toBe(0);
  });

  it('refuses rules without an end, more slots than a sign-up has items, and more than 20 rules', async () => {
    const slots = (rrule: string) => ({ ...CAKE, slots: { ...SLOTS, rrule } });
    for (const items of [[slots('FREQ=DAILY')], [slots('FREQ=DAILY;COUNT=401')]])
      expectInvalid(await create({ items }), 'items.0.slots.rrule');
    const many = ['Cake', 'Table'].map((title) => ({ ...slots('FREQ=DAILY;COUNT=300'), title }));
    expectInvalid(await create({ items: many }), 'items');
    const rules = Array.from({ length: 21 }, (_, at) => ({ ...slots('FREQ=DAILY;COUNT=1'), title: `${at}` }));
    expectInvalid(await create({ items: rules }), 'items');
  });

  it('refuses an editor for the school and for another organization, and events that nobody sees', async () => {
    const [editor, chess, other] = [
      await school.parent(),
      await anOrganization(t, school),
      await anOrganization(t, school),
    ];
    await chess.grant(editor);
    for (const given of [{}, { organization_id: other.id }])
      expectError(await create(given, { by: editor }), 403, 'not_authorized');
    for (const event_id of [randomUUID(), 'no-event', await anEvent(await aSchool(t))])
      expectError(await create({ event_id }), 404, 'not_found');
    expect((await create({ organization_id: chess.id }, { by: editor })).status).toBe(201);
  });

  it('makes a draft that nobody but its managers sees', async () => {
    const id = await anId();
    expect([await listed(), await listed(admin)]).toEqual([[], []]);
    for (const by of [parent, admin])
      expectError(await t.api.get(`/signups/${id}`, { token: by.token }), 404, 'not_found');
    expectError(await managed(id, { by: parent }), 404, 'not_found');
    expect((await managed(id)).body).toMatchObject({ state: 'draft', opens_at: null, audience_count: 2 });
  });

  it('makes one in which its audience claims places from its opening on, and tells them', async () => {
    const event = { id: await anEvent() };
    const nuts = { type: 'single_choice', text: 'Nuts?', choices: [{ text: 'Yes' }, { text: 'No' }] };
    const id = await opened({ event_id: event.id, description: '<b>Soon</b>', questions: [nuts] });
    const { body } = await t.api.get(`/signups/${id}`, { token: parent.token });
    expect(body).toMatchObject({
      ...{ event_id: event.id, description: '<strong>Soon</strong>', needed: null },
      questions: [{ text: 'Nuts?', choices: [{ text: 'Yes' }, { text: 'No' }] }],
      items: [
        { title: 'Cake', capacity: 2 },
        { title: 'Table', capacity: null },
      ],
    });
    expect((await claim(id)).status).toBe(201);
    expect(await told('signup_opened')).toContain(parent.membershipId);
  });

  it('makes an item of each slot by the clock of the school, over the night when it changes', async () => {
    const slots = { local_start: '2026-10-29T18:30', duration_minutes: 90, rrule: 'FREQ=WEEKLY;COUNT=2' };
    const items = [
      { title: 'Gate', slots },
      { title: 'Door', all_day: '2026-11-01' },
    ];
    const made = await itemsOf(await anId({ items }));
    expect(made.map(({ title, starts_at, ends_at }) => [title, starts_at, ends_at])).toEqual([
      ['Gate', '2026-10-29T22:30:00.000Z', '2026-10-30T00:00:00.000Z'],
      ['Gate', '2026-11-05T23:30:00.000Z', '2026-11-06T01:00:00.000Z'],
      ['Door', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ]);
  });

  it('refuses more of an organization than an editor may add, deleted ones included', async () => {
    const [editor, chess] = [await school.parent(), await anOrganization(t, school)];
    await chess.grant(editor);
    await t.dataSource.query(
      `insert into signups (school_id, organization_id, title, audience_type, source, created_at, updated_at, deleted_at)
       select $1, $2, 'Sale ' || n, 'school', 'api', $3, $3, case when n % 2 = 0 then $3::timestamptz end
       from generate_series(1, 2000) n`,
      [school.id, chess.id, t.clock.now()],
    );
    const refused = await create({ organization_id: chess.id }, { by: editor });
    expectError(refused, 409, 'conflict', 'limit_reached');
    expect((await create({ organization_id: chess.id })).status).toBe(201);
  });

  it('makes one of two that are sent at the same time with the same key', async () => {
    const key = randomUUID();
    const made = await Promise.all([create({}, { key }), create({}, { key })]);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(await t.dataSource.manager.countBy(Signup, { schoolId: school.id })).toBe(1);
  });
});

describe('PATCH /signups/{signupId}/management', () => {
  it('refuses whoever is no manager, whatever they send', async () => {
    expectError(await change(await opened(), { title: 7 }, { by: parent }), 403, 'not_authorized');
    expectError(await change(await anId(), { title: 7 }, { by: parent }), 404, 'not_found');
    expectError(await change(randomUUID(), {}), 404, 'not_found');
  });

  it('refuses what names another state, an unknown item and an item twice, and changes nothing', async () => {
    const id = await opened();
    const [cake] = await itemsOf(id);
    const before = (await managed(id)).body;
    expectError(await change(id, { title: 'New' }, { ifMatch: '"0"' }), 409, 'conflict', 'stale');
    expectError(await change(id, { items: [{ id: randomUUID(), title: 'Cake' }] }), 404, 'not_found');
    expectInvalid(await change(id, { items: [cake!, cake!].map(named) }), 'items');
    expect((await managed(id)).body).toEqual(before);
  });

  it('changes what is given alone', async () => {
    const id = await opened({ location: 'Hall' });
    const [cake, table] = await itemsOf(id);
    const items = [{ id: table!.id, title: 'Long table' }, named(cake!), { title: 'Chairs' }];
    const { body } = await change(id, { title: 'Sale', items });
    expect(body).toMatchObject({
      ...{ title: 'Sale', location: 'Hall', claim_per: 'person' },
      items: [{ id: table!.id, title: 'Long table' }, { id: cake!.id, capacity: 2 }, { title: 'Chairs' }],
    });
    expect((await managed(id)).body).toEqual(body);
  });

  it('refuses other questions, another opening and the end of a claimed item once there are claims', async () => {
    const id = await opened();
    const [, table] = await itemsOf(id);
    const { body } = await claim(id);
    for (const given of [
      { questions: [{ type: 'yes_no', text: 'Nuts?' }] },
      { opens_at: null },
      { opens_at: inHours(2) },
      { items: [named(table!)] },
    ])
      expectError(await change(id, given), 409, 'conflict', 'has_answers');
    await send('DELETE', `/signups/${id}/claims/${body.id}`, undefined, { by: parent });
    expectError(await change(id, { items: [named(table!)] }), 409, 'conflict', 'has_answers');
    expect((await change(id, { closes_at: inHours(1), title: 'Sale' })).status).toBe(200);
  });

  it('removes items that nobody has claimed', async () => {
    const id = await opened();
    const [cake, table] = await itemsOf(id);
    await claim(id);
    const { body } = await change(id, { items: [named(cake!)] });
    expect(body.items).toHaveLength(1);
    expectError(await claim(id, { item_id: table!.id }), 404, 'not_found');
  });

  it('gives the places of a raised capacity to those who wait, and tells them', async () => {
    const id = await opened();
    const [cake, table] = await itemsOf(id);
    await claim(id, { quantity: 2 }, admin);
    expect((await claim(id, { accept_waitlist: true })).body.status).toBe('waitlisted');
    const { body } = await change(id, { items: [{ ...named(cake!), capacity: 3 }, named(table!)] });
    expect(body.claims.map(({ status }: { status: string }) => status)).toEqual(['confirmed', 'confirmed']);
    expect(await told('signup_promoted')).toEqual([parent.membershipId]);
  });

  it('tells whoever has claimed an item that moves', async () => {
    const id = await opened({ items: [{ ...CAKE, starts_at: inHours(48) }] });
    await claim(id);
    const [cake] = await itemsOf(id);
    await change(id, { items: [{ ...named(cake!), starts_at: inHours(50) }] });
    expect(await told('signup_changed')).toEqual([parent.membershipId]);
  });
});

describe('DELETE /signups/{signupId}/management', () => {
  it('refuses whoever is no manager', async () => {
    expectError(await remove(await opened(), { by: parent }), 403, 'not_authorized');
  });

  it('hides it from everybody at once, and can be undone for 30 days', async () => {
    const id = await opened();
    const { body: mine } = await claim(id);
    expect((await remove(id)).status).toBe(204);
    expectError(await remove(id), 404, 'not_found');
    expect(await listed()).toEqual([]);
    expectError(await claim(id), 404, 'not_found');
    expect((await t.api.get('/me/claims', { token: parent.token })).body.claims).toEqual([]);
    expect((await managed(id)).body).toMatchObject({ state: 'deleted', claims: [{ id: mine.id }] });
    expectError(await change(id, { title: 'New' }), 404, 'not_found');
    expect((await change(id, { deleted: false })).body).toMatchObject({ state: 'open', deleted_at: null });
    expect((await t.api.get('/me/claims', { token: parent.token })).body.claims).toHaveLength(1);
    await remove(id);
    await t.dataSource.manager.update(Signup, { id }, { deletedAt: new Date(inHours(-31 * 24)) });
    expectError(await managed(id), 404, 'not_found');
  });
});

const named = ({ id, title }: { id: string; title: string }) => ({ id, title });
