import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aStaffMember, anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectInvalid } from '../../support/errors.js';
import {
  hidesTheOrganizationFromOutsiders,
  refusesOutsidersOfTheSchool,
} from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const list = (school: TestSchool, { token }: TestMember, query = ''): Promise<ApiAnswer> =>
  t.api.get(`/schools/${school.id}/organizations${query}`, { token });
const get = ({ id }: TestOrganization, { token }: TestMember): Promise<ApiAnswer> =>
  t.api.get(`/organizations/${id}`, { token });

async function names(school: TestSchool, caller: TestMember, query = ''): Promise<string[]> {
  const { status, body } = await list(school, caller, query);
  expect(status).toBe(200);
  return body.organizations.map((o: { name: string }) => o.name);
}

describe('GET /schools/:schoolId/organizations', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/organizations` });

  it.each(['?kind=band', '?kind=', '?kind=Team', '?kind=team&kind=club', '?kind[]=team'])(
    'refuses %s',
    async (query) => {
      const school = await aSchool(t);
      const answer = await list(school, await school.parent(), query);
      if (query === '?kind[]=team') expect(answer.status).toBe(200);
      else expectInvalid(answer, 'kind');
    },
  );

  it('gives what there is to know of each', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school, {
      kind: 'club',
      category: 'Games',
      season: '2026',
      shortName: 'chess',
    });
    await chess.enroll(await school.student());
    await chess.enroll(await school.student({ archivedAt: new Date() }));
    expect((await list(school, await school.parent())).body).toEqual({
      organizations: [
        {
          id: chess.id,
          school_id: school.id,
          kind: 'club',
          name: 'Chess',
          short_name: 'chess',
          category: 'Games',
          season: '2026',
          is_member: false,
          can_edit: false,
          archived: false,
          student_count: 1,
          has_photo: false,
        },
      ],
    });
  });

  it('lists teams, clubs, then classes, each by name', async () => {
    const school = await aSchool(t);
    for (const [kind, name] of [
      ['class', 'Algebra'],
      ['club', 'zoo'],
      ['club', 'Äpfel'],
      ['club', 'Band'],
      ['team', 'Track'],
      ['team', 'archery'],
    ] as const) {
      await anOrganization(t, school, { kind, name });
    }
    const caller = await school.parent();
    expect(await names(school, caller)).toEqual(['archery', 'Track', 'Äpfel', 'Band', 'zoo', 'Algebra']);
    expect(await names(school, caller, '?kind=club')).toEqual(['Äpfel', 'Band', 'zoo']);
    expect(await names(school, caller, '?kind=class')).toEqual(['Algebra']);
  });

  it('shows archived ones to admins alone, and none of another school to anyone', async () => {
    const school = await aSchool(t);
    await anOrganization(t, school, { name: 'Now' });
    await anOrganization(t, school, { name: 'Then', archivedAt: new Date() });
    await anOrganization(t, await aSchool(t), { name: 'There' });
    expect(await names(school, await school.parent())).toEqual(['Now']);
    for (const role of ['junior_admin', 'senior_admin'] as const) {
      const { body } = await list(school, await school.admin(role));
      expect(body.organizations).toMatchObject([
        { name: 'Now', archived: false, can_edit: true },
        { name: 'Then', archived: true, can_edit: true },
      ]);
    }
  });

  it('answers 304 to who knows it, under a weak tag', async () => {
    const school = await aSchool(t);
    const organization = await anOrganization(t, school);
    const { token } = await school.parent();
    const path = `/schools/${school.id}/organizations`;
    const etag = (await t.api.get(path, { token })).headers.get('etag')!;
    expect(etag).toMatch(/^W\//);
    const again = () => t.api.get(path, { token, headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await organization.archive();
    expect((await again()).body).toEqual({ organizations: [] });
  });
});

describe('GET /organizations/:organizationId', () => {
  hidesTheOrganizationFromOutsiders(() => t, { method: 'GET', path: (id) => `/organizations/${id}` });

  it('gives texts, leadership and counts to any member of the school', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school, {
      description: '<p>Every <strong>Monday</strong></p>',
      website: 'https://chess.example.org',
      meetingInfo: 'Room 4',
    });
    const [coach, captain] = [await aStaffMember(t, school), await school.student({ firstName: 'Cy' })];
    const helper = await school.parent({ firstName: 'Ines', lastName: 'Ray' });
    const third = await chess.leader({ studentId: captain.id }, { title: 'Captain', position: 3 });
    const first = await chess.leader({ staffMemberId: coach.id }, { title: 'Coach', position: 1 });
    const second = await chess.leader(
      { membershipId: helper.membershipId },
      { title: 'Team parent', position: 2 },
    );
    expect((await get(chess, await school.parent())).body).toMatchObject({
      description: '<p>Every <strong>Monday</strong></p>',
      website: 'https://chess.example.org',
      meeting_info: 'Room 4',
      leadership: [
        { id: first.id, type: 'staff', person_id: coach.id, name: 'Nora Hill', title: 'Coach', position: 1 },
        {
          id: second.id,
          type: 'parent',
          person_id: helper.membershipId,
          name: 'Ines Ray',
          title: 'Team parent',
          position: 2,
        },
        {
          id: third.id,
          type: 'student',
          person_id: captain.id,
          name: 'Cy Park',
          title: 'Captain',
          position: 3,
        },
      ],
      next_event: null,
      record: null,
      counts: { photos: 0, documents: 0, notices: 0, polls: 0, signups: 0 },
    });
  });

  it('leaves out leaders who have left', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    const gone = await school.parent();
    await school.deactivate(gone);
    await chess.leader({ membershipId: gone.membershipId });
    await chess.leader({ studentId: (await school.student({ archivedAt: new Date() })).id });
    await chess.leader({ staffMemberId: (await aStaffMember(t, school, { archivedAt: new Date() })).id });
    expect((await get(chess, await school.admin())).body.leadership).toEqual([]);
  });

  it('counts photos', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school);
    await t.dataSource.query(
      `insert into organization_photos (school_id, organization_id, content_type, width, height, size_bytes, created_at)
       select $1, $2, 'image/png', 10, 10, 100, now() from generate_series(1, 2)`,
      [school.id, chess.id],
    );
    const { body } = await get(chess, await school.parent());
    expect([body.has_photo, body.counts.photos]).toEqual([true, 2]);
  });
});
