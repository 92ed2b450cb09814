import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPerson, aSchool, type Person } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const exported = async ({ token }: Person) => (await t.api.get('/me/export', { token })).body;

async function anEmployee(email: string, archivedAt: Date | null = null) {
  const school = await aSchool(t);
  const [staff] = await t.dataSource.query<[{ id: string }]>(
    `insert into staff_members (school_id, source, source_id, first_name, last_name, title, department, email, phone,
       room, archived_at)
     values ($1, 'content', $2, 'Olga', 'Berg', 'Teacher', 'Music', $2, '+12125550100', '12', $3) returning id`,
    [school.id, email, archivedAt],
  );
  return { school, id: staff.id };
}

describe('GET /me/export', () => {
  it('tells of the staff directory only to whom the email is proven to belong', async () => {
    const email = `olga-${randomUUID()}@example.org`;
    await anEmployee(email);
    const person = await aPerson(t, { email, emailVerifiedAt: null });
    expect((await exported(person)).staff_records).toEqual([]);
    expect((await exported(await aPerson(t))).staff_records).toEqual([]);
  });

  it('includes the person as the staff directories know them, also those that no longer show them', async () => {
    const email = `olga-${randomUUID()}@example.org`;
    const now = await anEmployee(email.replace('olga', 'Olga'));
    const once = await anEmployee(email, new Date('2026-11-02T09:00:00Z'));
    const { staff_records: records } = await exported(await aPerson(t, { email }));
    expect(records).toHaveLength(2);
    expect(records).toContainEqual({
      id: now.id,
      school_id: now.school.id,
      first_name: 'Olga',
      last_name: 'Berg',
      title: 'Teacher',
      department: 'Music',
      email: email.replace('olga', 'Olga'),
      phone: '+12125550100',
      room: '12',
      source: 'content',
      archived_at: null,
    });
    expect(records).toContainEqual(
      expect.objectContaining({ id: once.id, archived_at: '2026-11-02T09:00:00.000Z' }),
    );
  });

  it('names the organizations that the person leads as one of the staff', async () => {
    const email = `olga-${randomUUID()}@example.org`;
    const { id, school } = await anEmployee(email);
    const choir = await anOrganization(t, school);
    await t.dataSource.query(
      `insert into organization_leaders (school_id, organization_id, staff_member_id, title, position)
       values ($1, $2, $3, 'Head', 1)`,
      [school.id, choir.id, id],
    );
    const { organizations } = await exported(await aPerson(t, { email }));
    expect(organizations).toMatchObject([{ organization_id: choir.id, as: 'leader', title: 'Head' }]);
  });

  it('includes a second record of the person for the same student', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const parent = await school.parentOf(ada);
    const twin = await school.guardian(ada, { email: parent.email, source: 'another' });
    await school.guardian(ada, { email: parent.email, firstName: 'Ian' });
    const { guardian_records: records } = await exported(parent);
    expect(records.map(({ id }: { id: string }) => id).sort()).toEqual([parent.guardianId, twin.id].sort());
  });
});
