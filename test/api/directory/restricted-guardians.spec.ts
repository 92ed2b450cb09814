import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { StudentPhoto } from '../../../src/features/photos/student-photo.entity.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Sam, from whom Rob is kept apart, their sister Tess, who is Rob's own, and their half-brother Hal, of Mary alone. */
interface Family {
  school: TestSchool;
  sam: Student;
  tess: Student;
  hal: Student;
  rob: TestGuardian;
  mary: TestMember;
  stranger: TestMember;
  admin: TestMember;
}

const SEEN = { email: 'mary@example.org', phone: '+12125550100' };

async function aFamily(): Promise<Family> {
  const school = await aSchool(t);
  const place = { email: 'student@example.org', phone: '+12125550199', grade: '4', middleName: 'Lee' };
  const sam = await school.studentAtHome({ firstName: 'Sam', ...place });
  const tess = await school.studentAtHome({ firstName: 'Tess' });
  const hal = await school.studentAtHome({ firstName: 'Hal' });
  const mary = await school.parent({ firstName: 'Mary' });
  for (const child of [sam, tess, hal])
    await school.guardian(child, { firstName: 'Mary', ...SEEN, membershipId: mary.membershipId });
  const rob = await school.parentOf(sam, { firstName: 'Rob', email: 'rob@example.org' });
  await school.guardian(tess, { firstName: 'Rob', email: 'rob@example.org', membershipId: rob.membershipId });
  await school.restrict(rob);
  return { school, sam, tess, hal, rob, mary, stranger: await school.parent(), admin: await school.admin() };
}

const get = async (path: string, { token }: TestMember) => {
  const { status, body } = await t.api.get(path, { token });
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
};

const rosterOf = async ({ school }: Family, member: TestMember) => {
  const { students } = await get(`/schools/${school.id}/students?full=true`, member);
  return (student: Student) => students.find(({ id }: { id: string }) => id === student.id);
};

describe('A guardian who is kept apart from a student', () => {
  it('stays on file, with the name and the year of the student and nothing else', async () => {
    const family = await aFamily();
    const detail = await get(`/students/${family.sam.id}`, family.rob);
    expect(detail).toMatchObject({
      ...{ name: 'Sam Park', graduation_year: 2030, is_own: false, has_photo: false, organizations: [] },
      ...{ address: null, latitude: null, longitude: null, address_visible: false, email: null, phone: null },
      ...{ grade: null, middle_name: null, preferred_name: null },
    });
    expect(detail.guardians).toMatchObject([
      { name: 'Mary Park', email: null, phone: null, restricted: false },
    ]);
    const { memberships } = await get('/me', family.rob);
    expect(memberships[0].students).toEqual([
      expect.objectContaining({ id: family.sam.id, restricted: true, has_restricted_guardian: false }),
      expect.objectContaining({ id: family.tess.id, restricted: false, has_restricted_guardian: false }),
    ]);
  });

  it('finds the student in every list by name and year, and without the photo', async () => {
    const { school, sam, rob, mary } = await aFamily();
    const photo = {
      contentType: 'image/png',
      width: 4,
      height: 4,
      sizeBytes: 8,
      updatedAt: new Date(),
    } as const;
    await t.dataSource.manager.insert(StudentPhoto, { ...photo, schoolId: school.id, studentId: sam.id });
    const students = `/schools/${school.id}/students`;
    for (const query of ['', '?full=true', '?q=sam', '?q=sam&full=true']) {
      const seenBy = async (member: TestMember) => {
        const body = await get(`${students}${query}`, member);
        return body.students.find(({ id }: { id: string }) => id === sam.id);
      };
      expect(await seenBy(rob)).toMatchObject({ name: 'Sam Park', graduation_year: 2030, has_photo: false });
      expect(await seenBy(mary)).toMatchObject({ name: 'Sam Park', has_photo: true });
    }
  });

  it('finds neither the address nor the contact of the family at a brother or sister', async () => {
    const family = await aFamily();
    const of = await rosterOf(family, family.rob);
    expect(of(family.sam)).toMatchObject({ latitude: null, longitude: null });
    expect(of(family.hal)).toMatchObject({ latitude: null, longitude: null });
    expect(of(family.tess)).toMatchObject({ latitude: 40.5, longitude: -73.5 });
    for (const child of [family.sam, family.hal, family.tess]) {
      const { guardians } = of(child);
      expect(guardians.filter(({ name }: { name: string }) => name === 'Mary Park')).toMatchObject([
        { email: null, phone: null },
      ]);
    }
    const { markers } = await get(`/schools/${family.school.id}/map-markers`, family.rob);
    expect(markers.map((marker: { student_id: string }) => marker.student_id)).toEqual([family.tess.id]);
  });

  it('shows as a guardian of the student to admins alone', async () => {
    const family = await aFamily();
    const names = async (member: TestMember) =>
      (await rosterOf(family, member))(family.sam).guardians.map(
        ({ name, restricted }: { name: string; restricted: boolean }) => [name, restricted],
      );
    expect(await names(family.stranger)).toEqual([['Mary Park', false]]);
    expect(await names(family.mary)).toEqual([['Mary Park', false]]);
    expect(await names(family.admin)).toEqual([
      ['Mary Park', false],
      ['Rob Park', true],
    ]);
    const { memberships } = await get('/me', family.mary);
    expect(memberships[0].students).toMatchObject([
      { id: family.hal.id, has_restricted_guardian: false },
      { id: family.sam.id, has_restricted_guardian: true },
      { id: family.tess.id, has_restricted_guardian: false },
    ]);
  });

  it('shows everybody else what they saw before', async () => {
    const family = await aFamily();
    const of = await rosterOf(family, family.stranger);
    expect(of(family.sam)).toMatchObject({ latitude: 40.5, guardians: [SEEN] });
  });

  it('writes nothing for the student', async () => {
    const { sam, rob } = await aFamily();
    const { token } = rob;
    const upload = { token, body: { content_type: 'image/png' } };
    const refused = await t.api.post(`/students/${sam.id}/photo/upload-url`, upload);
    expectError(refused, 403, 'not_authorized', 'restricted');
  });

  it('links no account to the student again, whoever writes the record', async () => {
    const { school, sam, rob } = await aFamily();
    await school.guardian(sam, { firstName: 'Robert', email: rob.email, membershipId: rob.membershipId });
    await school.guardian(sam, {
      firstName: 'Rob',
      email: 'new@example.org',
      source: 'other',
      sourceId: 'x',
    });
    const rows = await t.dataSource.query(
      `select first_name, membership_id is not null as linked, restricted_at is not null as restricted from guardians
       where student_id = $1 order by first_name, linked desc`,
      [sam.id],
    );
    expect(rows).toEqual([
      { first_name: 'Mary', linked: true, restricted: false },
      { first_name: 'Rob', linked: true, restricted: true },
      { first_name: 'Rob', linked: false, restricted: true },
      { first_name: 'Robert', linked: false, restricted: false },
    ]);
  });
});
