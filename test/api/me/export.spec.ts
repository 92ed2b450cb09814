import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPerson, aSchool, type Person } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const sql = (text: string, values: unknown[]): Promise<{ id: string }[]> => t.dataSource.query(text, values);

async function exported({ token }: Person): Promise<ApiAnswer['body']> {
  const { status, body } = await t.api.get('/me/export', { token });
  expect(status).toBe(200);
  return body;
}

const SECRET = 'argon2-of-a-password';

/** Someone of whom every table holds something. */
async function aFamily() {
  const [school, former] = [await aSchool(t), await aSchool(t)];
  const ada = await school.studentAtHome({ addressVisible: false });
  const parent = await school.parentOf(ada, { profileVisibility: 'name_only' });
  const [open, shy] = [
    await school.guardian(ada),
    await school.guardian(ada, { profileVisibility: 'name_only' }),
  ];
  const left = await former.parent({ deactivatedAt: new Date() }, parent);
  const { token } = parent;
  await t.api.post(`/students/${ada.id}/star`, { token });
  await t.api.put(`/students/${ada.id}/note`, { token, body: { body: 'Mine' } });
  await sql(`update users set first_name = 'Maria', last_name = 'Park', phone = '555 1' where id = $1`, [
    parent.userId,
  ]);
  await sql(`insert into user_credentials (user_id, password_hash, totp_secret) values ($1, $2, $2)`, [
    parent.userId,
    SECRET,
  ]);
  await sql(`insert into recovery_codes (code_hash, user_id) values ($1, $2)`, [
    `${SECRET}${parent.userId}`,
    parent.userId,
  ]);
  const [list] = await sql(
    `insert into lists (school_id, owner_membership_id, name, created_at, updated_at) values ($1, $2, 'Car pool', now(), now()) returning id`,
    [school.id, parent.membershipId],
  );
  await sql(`insert into list_students values ($1, $2, $3, now())`, [list!.id, ada.id, school.id]);
  await sql(
    `insert into list_guardians (school_id, list_id, guardian_membership_id, linked_student_id, created_at)
    values ($1, $2, $3, $4, now())`,
    [school.id, list!.id, parent.membershipId, ada.id],
  );
  for (const [table, key, id] of [
    ['parent_photos', 'membership_id', parent.membershipId],
    ['student_photos', 'student_id', ada.id],
  ])
    await sql(
      `insert into ${table} (${key}, school_id, content_type, width, height, size_bytes, updated_at)
      values ($1, $2, 'image/jpeg', 4, 3, 100, now())`,
      [id, school.id],
    );
  const [invitation] = await sql(
    `insert into invitations (school_id, email, role, created_at) values ($1, $2, 'parent', now()) returning id`,
    [former.id, parent.email],
  );
  const invited = await former.student();
  await sql(`insert into invitation_students values ($1, $2, $3, 'mother')`, [
    invitation!.id,
    invited.id,
    former.id,
  ]);
  await sql(
    `insert into visibility_changes (school_id, guardian_id, visible, changed_at) values ($1, $2, false, now())`,
    [school.id, parent.guardianId],
  );
  await sql(
    `insert into visibility_changes (school_id, student_id, visible, changed_at) values ($1, $2, false, now())`,
    [school.id, ada.id],
  );
  await sql(
    `insert into calendar_subscriptions (school_id, membership_id, name, token, created_at)
     values ($1, $2, 'Chess', $3, $4)`,
    [school.id, parent.membershipId, `${SECRET}-${parent.membershipId}`, new Date()],
  );
  await sql(
    `insert into menu_subscriptions (school_id, membership_id, name, token, meal_types, created_at)
     values ($1, $2, 'Lunch', $3, '{lunch}', $4)`,
    [school.id, parent.membershipId, `${SECRET}-${parent.membershipId}`, new Date()],
  );
  await t.api.get(`/students/${ada.id}`, { token: (await school.admin()).token });
  return { school, former, ada, invited, parent, open, shy, left };
}

describe('GET /me/export', () => {
  it('refuses a call without a token, and asks for the second step', async () => {
    expectError(await t.api.get('/me/export'), 401, 'not_authenticated');
    const token = await tokenOf(t, await aPerson(t), { secondStepPending: true });
    expectError(await t.api.get('/me/export', { token }), 401, 'mfa_required');
  });

  it('returns a file to keep, and nobody else keeps it', async () => {
    const { headers } = await t.api.get('/me/export', { token: (await aPerson(t)).token });
    expect(headers.get('content-disposition')).toBe('attachment; filename="school-directory-export.json"');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('content-type')).toContain('application/json');
  });

  it('includes everything that is held on the person', async () => {
    const { school, former, ada, invited, parent, left } = await aFamily();
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const body = await exported(parent);
    expect(body.account).toEqual({
      id: parent.userId,
      email: parent.email,
      email_verified_at: at,
      two_step_enabled: false,
      password_set: true,
      authenticator_set: true,
      recovery_codes_left: 1,
      addresses: [{ email: parent.email, verified_at: at }],
      passkeys: [],
      created_at: at,
    });
    expect(body.contact).toEqual({
      first_name: 'Maria',
      last_name: 'Park',
      phone: '555 1',
      ...{ profile_visibility: 'full', address_visible: true },
      ...{ visibility_chosen: false, address_chosen: false },
    });
    expect(body.memberships).toHaveLength(2);
    expect(body.memberships).toContainEqual(
      expect.objectContaining({ membership_id: parent.membershipId, status: 'active', deactivated_at: null }),
    );
    expect(body.memberships).toContainEqual(
      expect.objectContaining({
        membership_id: left.membershipId,
        school_id: former.id,
        status: 'deactivated',
      }),
    );
    const of = { school_id: school.id, student_id: ada.id };
    expect(body.guardian_records).toMatchObject([{ ...of, id: parent.guardianId, email: parent.email }]);
    expect(body.linked_students).toMatchObject([
      { id: ada.id, is_own: true, address: { line1: 'Main Street 1' } },
    ]);
    expect(body.notes).toEqual([{ ...of, body: 'Mine', created_at: at, updated_at: at }]);
    expect(body.stars).toEqual([of]);
    expect(body.lists).toMatchObject([
      {
        name: 'Car pool',
        students: [{ student_id: ada.id }],
        guardians: [{ guardian_membership_id: parent.membershipId, linked_student_id: ada.id }],
      },
    ]);
    expect(body.photos.map(({ key }: { key: string }) => key)).toEqual([
      `parent-photos/${parent.membershipId}.jpg`,
      `student-photos/${ada.id}.jpg`,
    ]);
    expect(body.sessions).toMatchObject([{ client_name: 'Operator', revoked_at: null }]);
    expect(body.invitations).toMatchObject([
      { school_id: former.id, consumed_at: null, students: [{ student_id: invited.id, relation: 'mother' }] },
    ]);
    expect(body.disclosures).toMatchObject([
      { subject: 'address', reader_role: 'senior_admin', operation: 'getStudent' },
      { subject: 'contact', reader_role: 'senior_admin', operation: 'getStudent' },
    ]);
    expect(body.visibility_changes).toMatchObject([
      { subject: 'contact', subject_id: parent.guardianId, visible: false },
      { subject: 'address', subject_id: ada.id, visible: false },
    ]);
    expect(body.calendar_subscriptions).toEqual([
      {
        id: expect.any(String),
        school_id: school.id,
        name: 'Chess',
        organization_id: null,
        categories: [],
        tags: [],
        created_at: at,
      },
    ]);
    expect(body.menu_subscriptions).toMatchObject([{ name: 'Lunch', meal_types: ['lunch'], created_at: at }]);
  });

  it('says what the person has chosen to show, also where they are in no school', async () => {
    const [person, body] = [await aPerson(t), { profile_visibility: 'name_only' }];
    await t.api.patch('/me/profile-visibility', { ...person, body });
    expect((await exported(person)).contact).toMatchObject(body);
  });

  it('includes no secret, not even its hash', async () => {
    const { parent } = await aFamily();
    const { text } = await t.api.get('/me/export', { token: parent.token });
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(parent.token);
  });

  it('masks other guardians as ever, and records for them that it showed them', async () => {
    const { parent, open, shy, ada, school } = await aFamily();
    const other = await school.parentOf(ada);
    const { linked_students } = await exported(parent);
    const of = (id: string) => linked_students[0].guardians.find((g: { id: string }) => g.id === id);
    expect(of(open.id)).toMatchObject({ email: open.email, phone: open.phone });
    expect(of(shy.id)).toMatchObject({ email: null, phone: null });
    const { body } = await t.api.get('/me/disclosures', { token: other.token });
    expect(body.disclosures).toMatchObject([{ operation: 'exportMyData', subject: 'contact', count: 1 }, {}]);
    expect((await exported(parent)).disclosures.map((d: { operation: string }) => d.operation)).not.toContain(
      'exportMyData',
    );
  });

  it('includes nothing of anyone else', async () => {
    const { ada, parent, school } = await aFamily();
    const body = await exported(await school.parent());
    for (const part of [
      'guardian_records',
      'staff_records',
      'linked_students',
      'notes',
      'stars',
      'lists',
      'results',
      'photos',
      'invitations',
      'disclosures',
      'visibility_changes',
      'calendar_subscriptions',
      'menu_subscriptions',
      'documents',
      'notices',
      'readings',
      'acknowledgements',
    ])
      expect([part, body[part]]).toEqual([part, []]);
    expect(JSON.stringify(body)).not.toContain(ada.id);
    expect(JSON.stringify(body)).not.toContain(parent.membershipId);
  });

  it('shows no student of a school that the person is no active member of', async () => {
    const { school, parent } = await aFamily();
    await school.deactivate(parent);
    const body = await exported(parent);
    expect(body.linked_students).toEqual([]);
    expect(body.photos).toMatchObject([{ key: `parent-photos/${parent.membershipId}.jpg` }]);
    expect(body.notes).toHaveLength(1);
    expect(body.guardian_records).toHaveLength(1);
  });
});
