import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { MAX_APP_PASSWORDS } from '../../../src/features/subscriptions/app-passwords.service.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import {
  anAppPassword,
  aSchoolWithAddressBooks,
  DavClient,
  setAddressBooks,
} from '../../support/carddav.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const path = ({ id }: { id: string }): string => `/schools/${id}/app-passwords`;

async function aMember(): Promise<{ school: TestSchool; parent: TestMember }> {
  const school = await aSchoolWithAddressBooks(t);
  return { school, parent: await school.parent() };
}

const make = (school: TestSchool, { token }: TestMember, body: unknown = { name: 'Phone' }, key?: string) =>
  t.api.post(path(school), { token, body, ...(key && { headers: { 'idempotency-key': key } }) });

const reads = async (password: string): Promise<number> =>
  (await new DavClient(t.url, password).propfind('/carddav/', '0', 'd:current-user-principal')).status;

describe('POST /schools/:schoolId/app-passwords', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => path({ id }),
    body: { name: 'Phone' },
  });

  it('refuses while the school does not let address books be read, which is how a school begins', async () => {
    const { school, parent } = await aMember();
    await setAddressBooks(t, school, false);
    for (const [method, route] of [
      ['GET', path(school)],
      ['POST', path(school)],
      ['DELETE', `${path(school)}/${randomUUID()}`],
    ] as const)
      expectError(
        await t.api.send(method, route, { token: parent.token, body: { name: 'Phone' } }),
        404,
        'not_found',
      );
  });

  it.each([
    [{}],
    [{ name: '' }],
    [{ name: ' ' }],
    [{ name: 'x'.repeat(201) }],
    [{ name: 5 }],
    [{ name: null }],
  ])('refuses %j', async (body) => {
    const { school, parent } = await aMember();
    expectInvalid(await make(school, parent, body), 'name');
  });

  it('refuses one more than a member may have, also at the same moment', async () => {
    const { school, parent } = await aMember();
    const answers = await Promise.all(
      Array.from({ length: MAX_APP_PASSWORDS + 3 }, () => make(school, parent)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_APP_PASSWORDS);
    expectError(await make(school, parent), 409, 'conflict', 'limit_reached');
  });

  it('shows the password once, and keeps a digest of it alone', async () => {
    const { school, parent } = await aMember();
    const { status, body } = await make(school, parent, { name: ' Phone ' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Phone',
        created_at: expect.any(String),
        password: expect.stringMatching(/^[\w-]{22}$/),
        address: 'http://localhost:3000/carddav/',
      },
    ]);
    const list = await t.api.get(path(school), { token: parent.token });
    expect(list.body).toEqual({
      app_passwords: [{ id: body.id, name: 'Phone', created_at: body.created_at }],
    });
    const rows = await t.dataSource.query('select * from app_passwords where id = $1', [body.id]);
    expect(JSON.stringify(rows)).not.toContain(body.password);
  });

  it('shows it again to a repeated request, and makes no other one', async () => {
    const { school, parent } = await aMember();
    const key = randomUUID();
    const [first, again] = [
      await make(school, parent, undefined, key),
      await make(school, parent, undefined, key),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
    await t.api.send('DELETE', `${path(school)}/${first.body.id}`, { token: parent.token });
    expectError(await make(school, parent, undefined, key), 404, 'not_found');
  });
});

describe('DELETE /schools/:schoolId/app-passwords/:appPasswordId', () => {
  it('refuses one of another member, an admin too, and one that is not there', async () => {
    const { school, parent } = await aMember();
    const { body } = await make(school, parent);
    const admin = await school.admin();
    for (const [id, token] of [
      [body.id, admin.token],
      [randomUUID(), parent.token],
      ['phone', parent.token],
    ])
      expectError(await t.api.send('DELETE', `${path(school)}/${id}`, { token }), 404, 'not_found');
    expect(await reads(body.password)).toBe(207);
  });

  it('ends what the program reads', async () => {
    const { school, parent } = await aMember();
    const [{ body }, other] = [await make(school, parent), await make(school, parent)];
    const { status } = await t.api.send('DELETE', `${path(school)}/${body.id}`, { token: parent.token });
    expect([status, await reads(body.password), await reads(other.body.password)]).toEqual([204, 401, 207]);
  });
});

describe('An app password', () => {
  it('ends with the membership, and rests while the member is deactivated', async () => {
    const { school, parent } = await aMember();
    const password = await anAppPassword(t, school, parent);
    await school.deactivate(parent);
    expect(await reads(password)).toBe(401);
    await t.dataSource.query('update memberships set deactivated_at = null where id = $1', [
      parent.membershipId,
    ]);
    expect(await reads(password)).toBe(207);
    await t.api.post(`/me/leave-school/${parent.membershipId}`, { token: parent.token });
    expect(await reads(password)).toBe(401);
    expect(await t.dataSource.query('select * from app_passwords where school_id = $1', [school.id])).toEqual(
      [],
    );
  });

  it('ends with the password of the person', async () => {
    const { school, parent } = await aMember();
    const password = await anAppPassword(t, school, parent);
    await t.app.get(CredentialsService).setPassword(parent.userId, 'correct horse battery staple 7');
    expect(await reads(password)).toBe(401);
  });

  it('reads nothing while the school has address books off', async () => {
    const { school, parent } = await aMember();
    const password = await anAppPassword(t, school, parent);
    await setAddressBooks(t, school, false);
    expect(await reads(password)).toBe(401);
  });

  it('opens nothing else', async () => {
    const { school, parent } = await aMember();
    const password = await anAppPassword(t, school, parent);
    const basic = `Basic ${Buffer.from(`${parent.email}:${password}`).toString('base64')}`;
    for (const authorization of [basic, `Bearer ${password}`]) {
      expectError(await t.api.get('/me', { headers: { authorization } }), 401, 'not_authenticated');
      const { status } = await fetch(`${t.url}/mcp`, { method: 'POST', headers: { authorization } });
      expect(status).toBe(401);
    }
  });
});
