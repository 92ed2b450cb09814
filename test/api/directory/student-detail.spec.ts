import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, HOME } from '../../support/school.factory.js';
import { hidesTheStudentFromOutsiders } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function detail(studentId: string, token: string): Promise<ApiAnswer['body']> {
  const { status, body } = await t.api.get(`/students/${studentId}`, { token });
  expect(status).toBe(200);
  return body;
}

describe('GET /students/:studentId', () => {
  hidesTheStudentFromOutsiders(() => t, { method: 'GET', path: (id) => `/students/${id}` });

  it('gives everything on file', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({
      firstName: 'Ada',
      middleName: 'June',
      lastName: 'Park',
      preferredName: 'Addie',
      graduationYear: 2031,
      grade: '7',
      email: 'ada@example.org',
      phone: '+1 555 0188',
      addressLine2: 'Flat 2',
    });
    const ian = await school.guardian(ada, { firstName: 'Ian', relation: 'father', phone: null });
    const caller = await school.parentOf(ada, { isPrimary: true });
    const body = await detail(ada.id, caller.token);
    expect(body).toEqual({
      id: ada.id,
      school_id: school.id,
      first_name: 'Addie',
      legal_first_name: 'Ada',
      legal_last_name: null,
      middle_name: 'June',
      last_name: 'Park',
      preferred_name: 'Addie',
      name: 'Addie Park',
      graduation_year: 2031,
      grade: '7',
      email: 'ada@example.org',
      phone: '+1 555 0188',
      address: { ...HOME, line2: 'Flat 2' },
      latitude: 40.5,
      longitude: -73.5,
      address_visible: true,
      has_photo: false,
      guardians: [
        {
          id: caller.guardianId,
          membership_id: caller.membershipId,
          name: 'Maria Park',
          relation: 'mother',
          email: caller.email,
          phone: '+1 555 0100',
          restricted: false,
          has_photo: false,
        },
        {
          id: ian.id,
          membership_id: null,
          name: 'Ian Park',
          relation: 'father',
          email: ian.email,
          phone: null,
          restricted: false,
          has_photo: false,
        },
      ],
      organizations: [],
      is_own: true,
      starred: false,
      notes: [],
    });
  });

  it('says null, and not nothing, for what is not on file', async () => {
    const school = await aSchool(t);
    const ada = await school.student({ graduationYear: null });
    expect(await detail(ada.id, (await school.parent()).token)).toMatchObject({
      middle_name: null,
      preferred_name: null,
      graduation_year: null,
      grade: null,
      email: null,
      phone: null,
      address: null,
      latitude: null,
      longitude: null,
      guardians: [],
      is_own: false,
    });
  });

  it('takes the country of the school where the address names none', async () => {
    const school = await aSchool(t, { country: 'CA' });
    const ada = await school.studentAtHome({
      addressCountry: null,
      addressRegion: null,
      addressPostalCode: null,
    });
    expect((await detail(ada.id, (await school.parent()).token)).address).toEqual({
      ...HOME,
      region: null,
      postal_code: null,
      country: 'CA',
    });
  });

  it('finds them by an id in capitals', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    expect((await detail(ada.id.toUpperCase(), (await school.parent()).token)).id).toBe(ada.id);
  });

  it('orders guardians: primary first, then last name, then first name', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    await school.guardian(ada, { firstName: 'Zoe', lastName: 'Park' });
    await school.guardian(ada, { firstName: 'Ann', lastName: 'park' });
    await school.guardian(ada, { firstName: 'Cy', lastName: 'Abel' });
    await school.guardian(ada, { firstName: 'Ian', lastName: 'Zorn', isPrimary: true });
    const { guardians } = await detail(ada.id, (await school.parent()).token);
    expect(guardians.map((g: { name: string }) => g.name)).toEqual([
      'Ian Zorn',
      'Cy Abel',
      'Ann park',
      'Zoe Park',
    ]);
  });

  it('tells own students from others, by a live link and not by a name', async () => {
    const school = await aSchool(t);
    const ada = await school.student({ firstName: 'Ada' });
    const ben = await school.student({ firstName: 'Ben' });
    const parent = await school.parentOf(ada);
    expect((await detail(ada.id, parent.token)).is_own).toBe(true);
    expect((await detail(ben.id, parent.token)).is_own).toBe(false);
  });

  it('shows star and note of the caller and of nobody else', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const author = await school.parentOf(ada);
    await t.api.post(`/students/${ada.id}/star`, { token: author.token });
    await t.api.put(`/students/${ada.id}/note`, { token: author.token, body: { body: 'Likes chess' } });
    const own = await detail(ada.id, author.token);
    expect(own).toMatchObject({ starred: true, notes: [{ student_id: ada.id, body: 'Likes chess' }] });
    for (const other of [await school.parentOf(ada), await school.parent(), await school.admin()]) {
      expect(await detail(ada.id, other.token)).toMatchObject({ starred: false, notes: [] });
    }
  });

  it('gives the note as the note itself is given', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const { token } = await school.parent();
    await t.api.put(`/students/${ada.id}/note`, { token, body: { body: 'Likes chess' } });
    const { body } = await t.api.get(`/students/${ada.id}/note`, { token });
    expect((await detail(ada.id, token)).notes).toEqual([body.note]);
  });
});

describe('GET /students/:studentId, a guardian who shows the name only', () => {
  it('masks them for strangers and for the other guardian, and not for admins and themselves', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const shy = await school.parentOf(ada, { profileVisibility: 'name_only', firstName: 'Shy' });
    const contact = async ({ token }: { token: string }) =>
      (await detail(ada.id, token)).guardians.find((g: { id: string }) => g.id === shy.guardianId);
    const hidden = { name: 'Shy Park', relation: 'mother', email: null, phone: null };
    const shown = { ...hidden, email: shy.email, phone: '+1 555 0100' };
    expect(await contact(await school.parent())).toMatchObject(hidden);
    expect(await contact(await school.parentOf(ada))).toMatchObject(hidden);
    expect(await contact(await school.admin('junior_admin'))).toMatchObject(shown);
    expect(await contact(await school.admin('senior_admin'))).toMatchObject(shown);
    expect(await contact(shy)).toMatchObject(shown);
  });
});

describe('GET /students/:studentId, a family that hides the address', () => {
  const hidden = { address: null, latitude: null, longitude: null, address_visible: false };
  const shown = { address: HOME, latitude: 40.5, longitude: -73.5, address_visible: false };

  it('shows no address and no coordinates to a stranger', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ addressVisible: false });
    expect(await detail(ada.id, (await school.parent()).token)).toMatchObject(hidden);
  });

  it('shows them to every own guardian and to admins', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ addressVisible: false });
    expect(await detail(ada.id, (await school.parentOf(ada)).token)).toMatchObject(shown);
    expect(await detail(ada.id, (await school.parentOf(ada)).token)).toMatchObject(shown);
    expect(await detail(ada.id, (await school.admin('junior_admin')).token)).toMatchObject(shown);
    expect(await detail(ada.id, (await school.admin('senior_admin')).token)).toMatchObject(shown);
  });

  it('hides the home of a brother from the guardian of the sister alone', async () => {
    const school = await aSchool(t);
    const sister = await school.studentAtHome({ firstName: 'Ada', addressVisible: false });
    const brother = await school.studentAtHome({ firstName: 'Ben', addressVisible: false });
    const { token } = await school.parentOf(sister);
    expect(await detail(sister.id, token)).toMatchObject(shown);
    expect(await detail(brother.id, token)).toMatchObject(hidden);
  });

  it('counts nobody as admin here who is an admin elsewhere', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ addressVisible: false });
    const admin = await (await aSchool(t)).admin();
    await school.parent({}, admin);
    expect(await detail(ada.id, admin.token)).toMatchObject(hidden);
  });
});
