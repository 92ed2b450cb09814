import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/errors.js';
import { anOrganization, type TestOrganization } from '../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/*
 * An editor of one club speaks for that club, and not for the school: with `audience: school` one of them alerted 251
 * people (contract section 0.3).
 */

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let editor: TestMember;
let club: TestOrganization;
let second: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  admin = await school.admin();
  editor = await school.parent();
  [club, second, other] = [
    await anOrganization(t, school),
    await anOrganization(t, school),
    await anOrganization(t, school),
  ];
  await club.grant(editor);
  await second.grant(editor);
});
afterAll(() => t.close());

/** Every kind of item that an editor can publish, and the least that makes one. */
const ITEMS: Record<string, { path: string; input: object }> = {
  notice: { path: 'notices', input: { title: 'Snow', body: 'x', expires_at: '2199-01-01T00:00:00Z' } },
  document: { path: 'documents', input: { title: 'Handbook' } },
  event: {
    path: 'calendar/events',
    input: { title: 'Picnic', start_date: '2026-12-12', end_date: '2026-12-12' },
  },
  series: {
    path: 'calendar/series',
    input: { title: 'Drill', all_day: true, local_start: '2026-12-07', rrule: 'FREQ=WEEKLY;COUNT=2' },
  },
};
const KINDS = Object.keys(ITEMS);

const to = (...organizations: TestOrganization[]): object => ({
  audience: { type: 'organizations', organization_ids: organizations.map(({ id }) => id) },
});
/** Whom else an editor might want to speak to. */
const BEYOND: [string, () => object][] = [
  ['the school', () => ({ audience: { type: 'school' } })],
  ['the families of a year', () => ({ audience: { type: 'graduation_years', graduation_years: [2030] } })],
  ['the admins', () => ({ audience: { type: 'admins' } })],
  ['another organization', () => to(other)],
  ['another organization beside their own', () => to(club, other)],
];

const create = (kind: string, by: TestMember, given: object) =>
  t.api.post(`/schools/${school.id}/${ITEMS[kind]!.path}`, {
    token: by.token,
    body: { ...ITEMS[kind]!.input, organization_id: club.id, ...given },
  });
const change = (kind: string, by: TestMember, id: string, given: object) =>
  t.api.patch(`/schools/${school.id}/${ITEMS[kind]!.path}/${id}`, { token: by.token, body: given });
const told = async (): Promise<number> => {
  const [row] = await t.dataSource.query<[{ n: number }]>('select count(*)::int as n from notifications');
  return row.n;
};

describe.each(KINDS)('an editor who publishes a %s', (kind) => {
  it.each(BEYOND)('gets a refusal %s, and alerts nobody', async (_whom, audience) => {
    const before = await told();
    expectError(await create(kind, editor, audience()), 403, 'not_authorized');
    expect(await told()).toBe(before);
  });

  it.each(BEYOND)('gets a refusal %s for what they have published', async (_whom, audience) => {
    const { body } = await create(kind, editor, {});
    expectError(await change(kind, editor, body.id as string, audience()), 403, 'not_authorized');
  });

  it('publishes for one, or several, of their own', async () => {
    for (const audience of [{}, to(club), to(club, second), to(second)])
      expect((await create(kind, editor, audience)).status).toBe(201);
    const { body } = await create(kind, editor, {});
    expect((await change(kind, editor, body.id as string, to(second, club))).status).toBe(200);
  });

  it('mends the text of what an admin has addressed to all, and brings it back to the club', async () => {
    const { body } = await create(kind, admin, { audience: { type: 'school' } });
    const id = body.id as string;
    const same = { title: 'Another', audience: { type: 'school' } };
    expect((await change(kind, editor, id, { title: 'One' })).status).toBe(200);
    expect((await change(kind, editor, id, same)).status).toBe(200);
    expect((await change(kind, editor, id, to(club))).status).toBe(200);
    expectError(await change(kind, editor, id, same), 403, 'not_authorized');
  });

  it('gets a refusal once the grant on one of the organizations has ended', async () => {
    const helper = await club.anEditor();
    await second.grant(helper, { expiresAt: new Date(t.clock.now().getTime() - 1) });
    expectError(await create(kind, helper, to(club, second)), 403, 'not_authorized');
    expect((await create(kind, helper, to(club))).status).toBe(201);
  });
});
