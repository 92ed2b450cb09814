import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const seen = (school: TestSchool, token: string): Promise<ApiAnswer> =>
  t.api.get(`/me/as-seen-by-others?schoolId=${school.id}`, { token });

/** What a parent of the school, to whom nobody is known, gets of the same students. */
async function asAnUnrelatedParent(school: TestSchool, studentIds: string[]): Promise<unknown[]> {
  const { token } = await school.parent();
  return Promise.all(
    studentIds.map(async (id) => (await t.api.get(`/students/${id}`, { token })).body as unknown),
  );
}

async function aFamily() {
  const school = await aSchool(t);
  const ada = await school.studentAtHome({ firstName: 'Ada', email: 'ada@example.org', phone: '555 1' });
  const ben = await school.studentAtHome({ firstName: 'Ben', email: 'ben@example.org', phone: '555 2' });
  const parent = await school.parentOf([ben, ada]);
  const ian = await school.guardian(ada, { firstName: 'Ian', isPrimary: true });
  await t.api.post(`/students/${ada.id}/star`, { token: parent.token });
  await t.api.put(`/students/${ada.id}/note`, { token: parent.token, body: { body: 'Mine' } });
  return { school, ada, ben, parent, ian };
}

describe('GET /me/as-seen-by-others', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'GET',
    path: (id) => `/me/as-seen-by-others?schoolId=${id}`,
  });

  it('wants to know which school', async () => {
    const { token } = await (await aSchool(t)).parent();
    const answer = await t.api.get('/me/as-seen-by-others', { token });
    expectInvalid(answer, 'schoolId');
    expect(answer.body.error).toMatchObject({
      message: 'The request is not valid.',
      fields: [{ message: 'schoolId is required' }],
    });
  });

  it('refuses two schools at once', async () => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    const path = `/me/as-seen-by-others?schoolId=${school.id}&schoolId=${school.id}`;
    expectError(await t.api.get(path, { token }), 403, 'not_authorized');
  });

  it('shows a family that hides nothing as an unrelated parent sees it', async () => {
    const { school, ada, ben, parent } = await aFamily();
    const { status, body } = await seen(school, parent.token);
    expect(status).toBe(200);
    expect(body.students).toEqual(await asAnUnrelatedParent(school, [ada.id, ben.id]));
    expect(body.students[0]).toMatchObject({
      email: 'ada@example.org',
      address: { line1: 'Main Street 1' },
      is_own: false,
      starred: false,
      notes: [],
    });
    expect(body.guardian).toEqual(body.students[0].guardians[1]);
    expect(body.guardian).toMatchObject({
      id: expect.any(String),
      email: parent.email,
      phone: '+1 555 0100',
    });
  });

  it('shows a family that hides everything as an unrelated parent sees it', async () => {
    const { school, ada, ben, parent } = await aFamily();
    await t.dataSource.query('update students set address_visible = false where school_id = $1', [school.id]);
    await t.dataSource.query(`update guardians set profile_visibility = 'name_only' where school_id = $1`, [
      school.id,
    ]);
    const { body } = await seen(school, parent.token);
    expect(body.students).toEqual(await asAnUnrelatedParent(school, [ada.id, ben.id]));
    const hidden = { email: null, phone: null };
    expect(body.students[0]).toMatchObject({ ...hidden, address: null, latitude: null, longitude: null });
    expect(body.students[0].guardians).toMatchObject([hidden, hidden]);
    expect(body.guardian).toMatchObject({ membership_id: parent.membershipId, ...hidden });
  });

  it('masks the other guardian by their own choice alone', async () => {
    const { school, ada, ben, parent, ian } = await aFamily();
    await t.dataSource.query(`update guardians set profile_visibility = 'name_only' where id = $1`, [ian.id]);
    const { body } = await seen(school, parent.token);
    expect(body.students).toEqual(await asAnUnrelatedParent(school, [ada.id, ben.id]));
    expect(body.students[0].guardians).toMatchObject([
      { id: ian.id, email: null },
      { membership_id: parent.membershipId, email: parent.email },
    ]);
    expect(body.students.map((student: { email: string | null }) => student.email)).toEqual([
      null,
      'ben@example.org',
    ]);
  });

  it('takes no power from the role of an admin', async () => {
    const { school, ada, ian } = await aFamily();
    const admin = await school.admin();
    await school.guardian(ada, { membershipId: admin.membershipId });
    await t.dataSource.query(`update guardians set profile_visibility = 'name_only' where id = $1`, [ian.id]);
    const { body } = await seen(school, admin.token);
    expect(body.students).toEqual(await asAnUnrelatedParent(school, [ada.id]));
    expect(body.students[0].guardians[0]).toMatchObject({ id: ian.id, email: null, phone: null });
  });

  it('leaves out archived students, and those of another school', async () => {
    const { school, ada, ben, parent } = await aFamily();
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    const elsewhere = await aSchool(t);
    await elsewhere.parent({}, parent);
    expect((await seen(school, parent.token)).body.students).toMatchObject([{ id: ben.id }]);
    expect((await seen(elsewhere, parent.token)).body).toEqual({ guardian: null, students: [] });
  });

  it('carries an ETag and knows when nothing has changed', async () => {
    const { school, parent } = await aFamily();
    const { headers } = await seen(school, parent.token);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const again = await t.api.get(`/me/as-seen-by-others?schoolId=${school.id}`, {
      token: parent.token,
      headers: { 'if-none-match': etag },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
