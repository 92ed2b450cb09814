import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anApplication, aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { expectError } from '../support/errors.js';
import { anOrganization } from '../support/organization.factory.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { aSignup } from '../support/signup.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/*
 * What one person does again and again leaves rows that stay: each kind of them has a bound (docs/evidence/growth.md).
 */

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());

const rows = async (sql: string, values: unknown[] = []): Promise<number> => {
  const [row] = await t.dataSource.query<[{ n: number }]>(`select count(*)::int as n from ${sql}`, values);
  return row.n;
};

describe('what a person does again and again', () => {
  it('refuses a claim once fifty of the sign-up were withdrawn', async () => {
    const parent = await school.parent();
    const signup = await aSignup(t, school, { Napkins: {} });
    const path = `/signups/${signup.id}/claims`;
    const body = { item_id: signup.items.Napkins };
    const first = await t.api.post(path, { token: parent.token, body });
    expect(first.status).toBe(201);
    expect((await t.api.delete(`${path}/${first.body.id}`, { token: parent.token })).status).toBe(204);
    await t.dataSource.query(
      `insert into signup_claims (school_id, signup_id, item_id, membership_id, quantity, status, answers, created_at, updated_at, queued_at)
       select school_id, signup_id, item_id, membership_id, quantity, status, answers, created_at, updated_at, queued_at
       from signup_claims, generate_series(1, 49) where id = $1`,
      [first.body.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => t.api.post(path, { token: parent.token, body })),
    );
    for (const refused of answers) expectError(refused, 409, 'conflict', 'limit_reached');
    const other = await school.parent();
    expect((await t.api.post(path, { token: other.token, body })).status).toBe(201);
  });

  it('refuses to show a contact once more after two hundred changes in a day, and always hides it', async () => {
    const parent = await school.parentOf(await school.student());
    const set = (profile_visibility: string) =>
      t.api.patch('/me/profile-visibility', { token: parent.token, body: { profile_visibility } });
    await t.dataSource.query(
      `insert into visibility_changes (school_id, guardian_id, visible, changed_at)
       select $1, $2, n % 2 = 0, $3 from generate_series(1, 200) n`,
      [school.id, parent.guardianId, t.clock.now()],
    );
    expect((await set('name_only')).status).toBe(204);
    expectError(await set('full'), 409, 'conflict', 'limit_reached');
    expect((await set('name_only')).status).toBe(204);
    await t.dataSource.query(`update visibility_changes set changed_at = changed_at - interval '25 hours'`);
    expect((await set('full')).status).toBe(204);
  });

  it('keeps two hundred sessions, and lets those go first that have ended', async () => {
    const app = await anApplication(t);
    const person = await aPersonWithPassword(t);
    await t.dataSource.query(
      `insert into user_sessions (user_id, created_at, last_used_at, expires_at, revoked_at)
       select $1, $2::timestamptz - n * interval '1 minute', $2, $2::timestamptz + interval '1 day',
         case when n <= 5 then $2::timestamptz end
       from generate_series(1, 204) n`,
      [person.userId, t.clock.now()],
    );
    const body = { grant_type: 'password', email: person.email, password: PASSWORD };
    const signedIn = await app.token(body);
    expect(signedIn.status).toBe(200);
    expect(await rows('user_sessions where user_id = $1', [person.userId])).toBe(200);
    expect(await rows('user_sessions where user_id = $1 and revoked_at is not null', [person.userId])).toBe(
      0,
    );
    expect((await t.api.get('/me', { token: signedIn.body.access_token })).status).toBe(200);
  });

  it('refuses a renewal after five thousand of a person in a day', async () => {
    const app = await anApplication(t);
    const person = await aPersonWithPassword(t);
    const signedIn = await app.token({ grant_type: 'password', email: person.email, password: PASSWORD });
    const renew = (refresh_token: string) => app.token({ grant_type: 'refresh_token', refresh_token });
    const renewed = await renew(signedIn.body.refresh_token);
    expect(renewed.status).toBe(200);
    await t.dataSource.query(`update attempt_counts set points = 5000 where key like 'renewed:%'`);
    expectError(await renew(renewed.body.refresh_token), 429, 'rate_limited');
    expect(
      await rows('refresh_tokens t join user_sessions s on s.id = t.session_id where s.user_id = $1', [
        person.userId,
      ]),
    ).toBe(2);
  });

  it('refuses an item beyond those that an organization, and those that a school may have', async () => {
    const [admin, editor] = [await school.admin(), await school.parent()];
    const club = await anOrganization(t, school);
    await club.grant(editor);
    const create = (token: string) =>
      t.api.post(`/schools/${school.id}/documents`, {
        token,
        body: { title: 'Plan', organization_id: club.id },
      });
    const { body } = await create(editor.token);
    const copies = (count: number) =>
      t.dataSource.query(
        `insert into documents (school_id, organization_id, title, audience_type, audience_organization_ids, source, created_at, updated_at)
         select school_id, organization_id, title, audience_type, audience_organization_ids, source, created_at, updated_at
         from documents, generate_series(1, $2::int) where id = $1`,
        [body.id, count],
      );
    await copies(1_999);
    expectError(await create(editor.token), 409, 'conflict', 'limit_reached');
    expect((await create(admin.token)).status).toBe(201);
    await copies(18_000);
    expectError(await create(admin.token), 409, 'conflict', 'limit_reached');
  });
});
