import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { anOrganization } from '../../support/organization.factory.js';
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

const CHESS = { kind: 'club', name: 'Chess', short_name: 'chess' };

const create = (body: unknown, by = admin, headers = {}): Promise<ApiAnswer> =>
  t.api.post(`/schools/${school.id}/organizations`, { token: by.token, body, headers });
const change = (id: string, body: object, { token } = admin): Promise<ApiAnswer> =>
  t.api.patch(`/organizations/${id}`, { token, body });
const get = (id: string, { token } = admin): Promise<ApiAnswer> =>
  t.api.get(`/organizations/${id}`, { token });

describe('POST /schools/:schoolId/organizations', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => `/schools/${id}/organizations`,
    body: CHESS,
  });

  it('refuses parents and editors, whatever they send', async () => {
    const editor = await school.parent();
    await (await anOrganization(t, school)).grant(editor);
    for (const by of [await school.parent(), editor])
      expectError(await create({ kind: 7 }, by), 403, 'not_authorized');
  });

  it.each([
    [{}, ['kind', 'name', 'short_name']],
    [{ ...CHESS, kind: 'band' }, ['kind']],
    [{ ...CHESS, name: ' ' }, ['name']],
    [{ ...CHESS, short_name: 'Chess Club' }, ['short_name']],
    [{ ...CHESS, short_name: '-chess' }, ['short_name']],
    [{ ...CHESS, short_name: 'x'.repeat(101) }, ['short_name']],
    [{ ...CHESS, season: 'x'.repeat(201) }, ['season']],
    [{ ...CHESS, description: `<p><img src="image:${randomUUID()}" alt=""></p>` }, ['description']],
  ])('refuses %j', async (body, paths) => {
    expectInvalid(await create(body), ...paths);
  });

  it('adds an organization that everybody sees', async () => {
    const { status, body } = await create({ ...CHESS, season: ' Fall 2026 ', description: '<p>Hi</p>' });
    expect([status, body]).toEqual([
      201,
      {
        ...{ ...CHESS, id: expect.any(String), school_id: school.id, category: null, season: 'Fall 2026' },
        ...{ is_member: false, can_edit: true, archived: false, student_count: 0, has_photo: false },
      },
    ]);
    expect((await get(body.id, await school.parent())).body).toMatchObject({ description: '<p>Hi</p>' });
  });

  it('adds one of a short name, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(CHESS)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expectError(await create(CHESS), 409, 'conflict');
  });

  it('adds one for a key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await create(CHESS, admin, headers), await create(CHESS, admin, headers)];
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('adds at most 2,000', async () => {
    await t.dataSource.query(
      `insert into organizations (school_id, kind, name, short_name, source, source_id, created_at, updated_at)
       select $1, 'club', 'C' || n, 'c' || n, 'content', n, now(), now() from generate_series(1, 1999) n`,
      [school.id],
    );
    const answers = await Promise.all(['a', 'b', 'd'].map((short_name) => create({ ...CHESS, short_name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expectError(await create({ ...CHESS, short_name: 'e' }), 409, 'conflict', 'limit_reached');
  });
});

describe('PATCH /organizations/:organizationId', () => {
  it('refuses an editor who changes what is for admins', async () => {
    const [club, editor] = [await anOrganization(t, school), await school.parent()];
    await club.grant(editor);
    for (const body of [{ name: 'Ours' }, { season: null }, { archived: true }, { archived: false }])
      expectError(await change(club.id, { ...body, meeting_info: 'Mondays' }, editor), 403, 'not_authorized');
    expect((await get(club.id)).body).toMatchObject({ meeting_info: null, archived: false });
  });

  it('refuses a name that is cleared', async () => {
    const { body } = await create(CHESS);
    expectInvalid(await change(body.id, { name: null, archived: null }), 'name', 'archived');
  });

  it('changes name and season, and nothing else', async () => {
    const { body } = await create({ ...CHESS, season: 'Fall 2026' });
    const changed = await change(body.id, { name: 'Chess & Go', season: '' });
    expect([changed.status, changed.body]).toEqual([200, (await get(body.id)).body]);
    expect(changed.body).toMatchObject({ ...CHESS, name: 'Chess & Go', season: null });
  });

  it('archives it, for everybody but admins, with the rights of its editors, and takes that back', async () => {
    const [{ body }, parent, editor] = [await create(CHESS), await school.parent(), await school.parent()];
    const path = `/organizations/${body.id}`;
    await t.dataSource.query(
      `insert into organization_grants (school_id, organization_id, membership_id, starts_at) values ($1, $2, $3, now())`,
      [school.id, body.id, editor.membershipId],
    );
    expect((await change(body.id, { archived: true })).body).toMatchObject({ archived: true });
    expectError(await get(body.id, parent), 404, 'not_found');
    expectError(await change(body.id, { meeting_info: 'x' }, editor), 404, 'not_found');
    expect((await change(body.id, { archived: false })).body).toMatchObject({ archived: false });
    expect((await t.api.get(path, { token: parent.token })).status).toBe(200);
    expect((await change(body.id, { meeting_info: 'x' }, editor)).status).toBe(200);
  });
});
