import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ParentPhoto } from '../../../src/features/photos/parent-photo.entity.js';
import { StaffMember } from '../../../src/features/staff/staff-member.entity.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

let sourceId = 0;
const staffMember = (school: TestSchool, given: Partial<StaffMember>): Promise<StaffMember> =>
  t.dataSource.manager.save(
    t.dataSource.manager.create(StaffMember, {
      schoolId: school.id,
      source: 'content',
      sourceId: String((sourceId += 1)),
      firstName: 'Nora',
      lastName: 'Hill',
      ...given,
    }),
  );

describe('GET /schools/:schoolId/staff', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/staff` });

  it('answers 404 while the feature is off, for admins too', async () => {
    const school = await aSchool(t);
    await staffMember(school, {});
    await school.setFeatures({ staff_directory: false });
    for (const { token } of [await school.parent(), await school.admin()]) {
      expectError(await t.api.get(`/schools/${school.id}/staff`, { token }), 404, 'not_found');
    }
  });

  it('tells a stranger nothing about a feature that is off', async () => {
    const school = await aSchool(t);
    await school.setFeatures({ staff_directory: false });
    const { token } = await (await aSchool(t)).admin();
    expectError(await t.api.get(`/schools/${school.id}/staff`, { token }), 403, 'not_authorized');
  });

  it('gives everything on file', async () => {
    const school = await aSchool(t);
    const nora = await staffMember(school, {
      title: 'Principal',
      department: 'Office',
      email: 'nora.hill@example.org',
      phone: '+1 555 0111',
      room: 'A1',
    });
    const bare = await staffMember(school, { firstName: 'Otto', lastName: 'Vale' });
    const { token } = await school.parent();
    const { status, body } = await t.api.get(`/schools/${school.id}/staff`, { token });
    expect(status).toBe(200);
    expect(body).toEqual({
      staff: [
        {
          id: nora.id,
          first_name: 'Nora',
          last_name: 'Hill',
          name: 'Nora Hill',
          title: 'Principal',
          department: 'Office',
          email: 'nora.hill@example.org',
          phone: '+1 555 0111',
          room: 'A1',
          membership_id: null,
          has_photo: false,
          organization_ids: [],
        },
        {
          id: bare.id,
          first_name: 'Otto',
          last_name: 'Vale',
          name: 'Otto Vale',
          title: null,
          department: null,
          email: null,
          phone: null,
          room: null,
          membership_id: null,
          has_photo: false,
          organization_ids: [],
        },
      ],
    });
  });

  it('returns the membership and the photo of whoever has verified the email', async () => {
    const school = await aSchool(t);
    const nora = await school.parent();
    const other = await school.parent();
    await staffMember(school, { firstName: 'Nora', email: nora.email.toUpperCase() });
    await staffMember(school, { firstName: 'Otto', email: other.email });
    await staffMember(school, { firstName: 'Zoe', email: (await (await aSchool(t)).parent()).email });
    const photo = {
      contentType: 'image/png',
      width: 4,
      height: 3,
      sizeBytes: 9,
      updatedAt: new Date(),
    } as const;
    const { token } = await school.admin();
    const read = async () => {
      const { body } = await t.api.get(`/schools/${school.id}/staff`, { token });
      const staff = body.staff as { first_name: string; membership_id: string | null; has_photo: boolean }[];
      return staff
        .sort((a, b) => a.first_name.localeCompare(b.first_name))
        .map((s) => [s.membership_id, s.has_photo]);
    };
    const elsewhere = [null, false];
    expect(await read()).toEqual([[nora.membershipId, false], [other.membershipId, false], elsewhere]);
    const { manager } = t.dataSource;
    await manager.insert(ParentPhoto, { membershipId: nora.membershipId, schoolId: school.id, ...photo });
    expect(await read()).toEqual([[nora.membershipId, true], [other.membershipId, false], elsewhere]);
    await t.dataSource.query('update user_addresses set verified_at = null where email = $1', [other.email]);
    await school.deactivate(nora);
    expect(await read()).toEqual([elsewhere, elsewhere, elsewhere]);
  });

  it('sorts by department, those without one last, then last name, then first name', async () => {
    const school = await aSchool(t);
    await staffMember(school, { firstName: 'Ada', lastName: 'Abel', department: null });
    await staffMember(school, { firstName: 'Ben', lastName: 'Park', department: 'science' });
    await staffMember(school, { firstName: 'Ada', lastName: 'Park', department: 'science' });
    await staffMember(school, { firstName: 'Cy', lastName: 'ábel', department: 'science' });
    await staffMember(school, { firstName: 'Zoe', lastName: 'Zorn', department: 'Arts' });
    const { body } = await t.api.get(`/schools/${school.id}/staff`, { token: (await school.parent()).token });
    expect(body.staff.map((s: { name: string }) => s.name)).toEqual([
      'Zoe Zorn',
      'Cy ábel',
      'Ada Park',
      'Ben Park',
      'Ada Abel',
    ]);
  });

  it('leaves out who has left and who works elsewhere', async () => {
    const school = await aSchool(t);
    await staffMember(school, { archivedAt: new Date() });
    await staffMember(await aSchool(t), {});
    const { body } = await t.api.get(`/schools/${school.id}/staff`, { token: (await school.admin()).token });
    expect(body).toEqual({ staff: [] });
  });
});
