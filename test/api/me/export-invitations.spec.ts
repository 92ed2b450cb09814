import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('GET /me/export', () => {
  it('tells who invited an email only to whom it is proven to belong', async () => {
    const school = await aSchool(t);
    const email = `someone-${randomUUID()}@example.org`;
    await t.dataSource.query(
      `insert into invitations (school_id, email, role, created_at) values ($1, $2, 'parent', now())`,
      [school.id, email],
    );
    const person = await aPerson(t, { email, emailVerifiedAt: null });
    expect(await invitationsOf(person)).toEqual([]);
    await t.dataSource.query('update users set email_verified_at = now() where id = $1', [person.userId]);
    expect(await invitationsOf(person)).toHaveLength(1);
  });
});

async function invitationsOf({ token }: { token: string }): Promise<unknown[]> {
  return (await t.api.get('/me/export', { token })).body.invitations;
}
