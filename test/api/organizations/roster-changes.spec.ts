import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { OrganizationParent } from '../../../src/features/organizations/roster/organization-parent.entity.js';
import { OrganizationStudent } from '../../../src/features/organizations/roster/organization-student.entity.js';
import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheOrganizationFromOutsiders, refusesWhoIsNoManager } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface Place {
  school: TestSchool;
  chess: TestOrganization;
  token: string;
}

async function aClub(): Promise<Place> {
  const school = await aSchool(t);
  const chess = await anOrganization(t, school);
  const editor = await chess.anEditor();
  return { school, chess, token: editor.token };
}

const post = ({ chess, token }: Place, path: 'parents' | 'students', body: unknown): Promise<ApiAnswer> =>
  t.api.post(`/organizations/${chess.id}/${path}`, { token, body });
const remove = ({ chess, token }: Place, path: 'parents' | 'students', id: string): Promise<ApiAnswer> =>
  t.api.delete(`/organizations/${chess.id}/${path}/${id}`, { token });
const parents = ({ chess }: Place) =>
  t.dataSource.manager.findBy(OrganizationParent, { organizationId: chess.id });
const students = ({ chess }: Place) =>
  t.dataSource.manager.findBy(OrganizationStudent, { organizationId: chess.id });
const atOnce = (n: number, call: (i: number) => Promise<ApiAnswer>): Promise<ApiAnswer[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => call(i)));

describe('POST /organizations/:organizationId/parents', () => {
  const call = {
    method: 'POST',
    path: (id: string) => `/organizations/${id}/parents`,
    body: { membership_id: randomUUID() },
  };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it.each<[unknown, string]>([
    [{}, 'membership_id'],
    [{ membership_id: 'maria' }, 'membership_id'],
    [{ membership_id: null }, 'membership_id'],
    [{ membership_id: randomUUID(), title: 5 }, 'title'],
    [{ membership_id: randomUUID(), title: 'x'.repeat(201) }, 'title'],
  ])('refuses %j', async (body, field) => {
    expectInvalid(await post(await aClub(), 'parents', body), field);
  });

  it('knows nobody invented, of another school, or deactivated', async () => {
    const place = await aClub();
    const gone = await place.school.parent();
    await place.school.deactivate(gone);
    const stranger = await (await aSchool(t)).parent();
    for (const membership_id of [randomUUID(), stranger.membershipId, gone.membershipId]) {
      expectError(await post(place, 'parents', { membership_id }), 404, 'not_found');
    }
    expect(await parents(place)).toEqual([]);
  });

  it('adds nobody who is deactivated meanwhile, and answers with whom it has added', async () => {
    const place = await aClub();
    const parent = await place.school.parent();
    const memberships = t.app.get(MembershipsService);
    let isOver = false;
    const toggled = (async () => {
      while (!isOver) {
        await memberships.deactivate(place.school.id, parent.email);
        await memberships.reactivate(place.school.id, parent.email);
      }
    })();
    const body = { membership_id: parent.membershipId };
    for (let times = 0; times < 20; times += 1)
      for (const answer of await atOnce(4, () => post(place, 'parents', body)))
        if (answer.status === 404) expectError(answer, 404, 'not_found');
        else expect(answer).toMatchObject({ status: 201, body });
    isOver = true;
    await toggled;
  });

  it('adds a parent and shows them as the roster does', async () => {
    const place = await aClub();
    const helper = await place.school.parent({ phone: '+1 555 0142' });
    const answer = await post(place, 'parents', {
      membership_id: helper.membershipId,
      title: ' Team parent ',
    });
    const shown = {
      membership_id: helper.membershipId,
      name: 'Maria Park',
      title: 'Team parent',
      email: helper.email,
      phone: '+1 555 0142',
    };
    expect([answer.status, answer.body]).toEqual([201, shown]);
    const roster = await t.api.get(`/organizations/${place.chess.id}/roster`, { token: place.token });
    expect(roster.body.parents).toEqual([shown]);
  });

  it('answers for one who is there as the first time, and changes the title if one is given', async () => {
    const place = await aClub();
    const { membershipId: membership_id } = await place.school.parent();
    const titles = [
      { title: 'Driver' },
      {},
      { title: 'Cook' },
      { title: null },
      { title: 'Cook' },
      { title: ' ' },
    ];
    const answers: unknown[] = [];
    for (const title of titles) {
      const { status, body } = await post(place, 'parents', { membership_id, ...title });
      answers.push([status, body.title]);
    }
    const expected = ['Driver', 'Driver', 'Cook', null, 'Cook', null];
    expect(answers).toEqual(expected.map((title) => [201, title]));
    expect(await parents(place)).toHaveLength(1);
  });

  it('adds one parent of 20 at once', async () => {
    const place = await aClub();
    const { membershipId: membership_id } = await place.school.parent();
    const answers = await atOnce(20, () => post(place, 'parents', { membership_id }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await parents(place)).toHaveLength(1);
  });
});

describe('DELETE /organizations/:organizationId/parents/:membershipId', () => {
  const call = { method: 'DELETE', path: (id: string) => `/organizations/${id}/parents/${randomUUID()}` };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it('knows nobody invented, malformed, of another school, or deactivated', async () => {
    const place = await aClub();
    const gone = await place.school.parent();
    await place.school.deactivate(gone);
    const stranger = await (await aSchool(t)).parent();
    for (const id of [randomUUID(), 'maria', '%00', stranger.membershipId, gone.membershipId]) {
      expectError(await remove(place, 'parents', id), 404, 'not_found');
    }
  });

  it('takes the parent off, once and again, and leaves the others', async () => {
    const place = await aClub();
    const [helper, other] = [await place.school.parent(), await place.school.parent()];
    await place.chess.addParent(helper);
    await place.chess.addParent(other);
    const statuses = (await atOnce(5, () => remove(place, 'parents', helper.membershipId))).map(
      (a) => a.status,
    );
    expect(statuses).toEqual([204, 204, 204, 204, 204]);
    expect(await parents(place)).toMatchObject([{ membershipId: other.membershipId }]);
  });
});

describe('POST /organizations/:organizationId/students', () => {
  const call = {
    method: 'POST',
    path: (id: string) => `/organizations/${id}/students`,
    body: { student_id: randomUUID() },
  };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it.each<[unknown, string]>([
    [{}, 'student_id'],
    [{ student_id: 'ada' }, 'student_id'],
    [{ student_id: randomUUID(), position: 5 }, 'position'],
    [{ student_id: randomUUID(), jersey: 7 }, 'jersey'],
    [{ student_id: randomUUID(), jersey: 'x'.repeat(201) }, 'jersey'],
  ])('refuses %j', async (body, field) => {
    expectInvalid(await post(await aClub(), 'students', body), field);
  });

  it('knows nobody invented, of another school, or archived', async () => {
    const place = await aClub();
    const stranger = await (await aSchool(t)).student();
    const archived = await place.school.student({ archivedAt: new Date() });
    for (const student_id of [randomUUID(), stranger.id, archived.id]) {
      expectError(await post(place, 'students', { student_id }), 404, 'not_found');
    }
    expect(await students(place)).toEqual([]);
  });

  it('adds a student, and changes what is given of one who is there, whatever put them there', async () => {
    const place = await aClub();
    const [ada, ben] = [await place.school.student(), await place.school.student()];
    await place.chess.enroll(ben, { jersey: '9', source: 'oneroster' });
    expect(
      (await post(place, 'students', { student_id: ada.id, position: 'Wing', jersey: '07' })).status,
    ).toBe(204);
    expect((await post(place, 'students', { student_id: ada.id, jersey: null })).status).toBe(204);
    expect((await post(place, 'students', { student_id: ben.id, position: 'Wing' })).status).toBe(204);
    expect(
      (await students(place)).sort((a, b) => (a.source ?? '').localeCompare(b.source ?? '')),
    ).toMatchObject([
      { studentId: ada.id, schoolId: place.school.id, position: 'Wing', jersey: null, source: null },
      { studentId: ben.id, position: 'Wing', jersey: '9', source: 'oneroster' },
    ]);
  });

  it('adds one student of 20 at once', async () => {
    const place = await aClub();
    const { id: student_id } = await place.school.student();
    const answers = await atOnce(20, (i) => post(place, 'students', { student_id, jersey: String(i) }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await students(place)).toHaveLength(1);
  });
});

describe('DELETE /organizations/:organizationId/students/:studentId', () => {
  const call = { method: 'DELETE', path: (id: string) => `/organizations/${id}/students/${randomUUID()}` };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it('knows nobody invented, malformed, of another school, or archived', async () => {
    const place = await aClub();
    const stranger = await (await aSchool(t)).student();
    const archived = await place.school.student({ archivedAt: new Date() });
    for (const id of [randomUUID(), 'ada', '%00', stranger.id, archived.id]) {
      expectError(await remove(place, 'students', id), 404, 'not_found');
    }
  });

  it('takes the student off, once and again, and leaves the others', async () => {
    const place = await aClub();
    const [ada, ben] = [await place.school.student(), await place.school.student()];
    await place.chess.enroll(ada);
    await place.chess.enroll(ben);
    const statuses = (await atOnce(5, () => remove(place, 'students', ada.id))).map(({ status }) => status);
    expect(statuses).toEqual([204, 204, 204, 204, 204]);
    expect(await students(place)).toMatchObject([{ studentId: ben.id }]);
  });
});
