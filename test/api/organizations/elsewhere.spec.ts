import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aList } from '../../support/list.factory.js';
import { aSchool, type Person, type TestSchool } from '../../support/school.factory.js';
import { aStaffMember, anOrganization } from '../../support/organization.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function pins({ id }: TestSchool, { token }: Person, query: string): Promise<string[]> {
  const { status, body } = await t.api.get(`/schools/${id}/map-markers?${query}`, { token });
  expect(status).toBe(200);
  return body.markers.map((m: { name: string }) => m.name);
}

describe('GET /schools/:schoolId/map-markers?org', () => {
  it('knows no organization of another school', async () => {
    const school = await aSchool(t);
    await anOrganization(t, await aSchool(t), { shortName: 'chess' });
    for (const { token } of [await school.parent(), await school.admin()]) {
      expectError(
        await t.api.get(`/schools/${school.id}/map-markers?org=chess`, { token }),
        404,
        'not_found',
      );
    }
  });

  it('knows an archived one for admins alone', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school, { shortName: 'chess', archivedAt: new Date() });
    const editor = await chess.anEditor();
    await chess.enroll(await school.studentAtHome());
    for (const { token } of [await school.parent(), editor]) {
      expectError(
        await t.api.get(`/schools/${school.id}/map-markers?org=chess`, { token }),
        404,
        'not_found',
      );
    }
    expect(await pins(school, await school.admin('junior_admin'), 'org=chess')).toEqual(['Ada Park']);
  });

  it('narrows to the students on its roster, and further to the starred', async () => {
    const school = await aSchool(t);
    const [ada, ben] = [await school.studentAtHome(), await school.studentAtHome({ firstName: 'Ben' })];
    await school.studentAtHome({ firstName: 'Cy' });
    const [chess, empty] = [
      await anOrganization(t, school, { shortName: 'chess' }),
      await anOrganization(t, school, { shortName: 'empty' }),
    ];
    for (const student of [ada, ben, await school.studentAtHome({ archivedAt: new Date() })])
      await chess.enroll(student);
    await chess.enroll(await school.student({ firstName: 'Nowhere' }));
    const caller = await school.parent();
    await t.api.post(`/students/${ben.id}/star`, caller);
    expect(await pins(school, caller, 'org=chess')).toEqual(['Ada Park', 'Ben Park']);
    expect(await pins(school, caller, 'org=chess&starred=1')).toEqual(['Ben Park']);
    expect(await pins(school, caller, `org=${empty.entity.shortName}`)).toEqual([]);
    expect(await pins(school, caller, '')).toHaveLength(3);
  });

  it('narrows to those who are on one of the own lists as well', async () => {
    const school = await aSchool(t);
    const [ada, ben] = [await school.studentAtHome(), await school.studentAtHome({ firstName: 'Ben' })];
    const cy = await school.studentAtHome({ firstName: 'Cy' });
    const chess = await anOrganization(t, school, { shortName: 'chess' });
    for (const student of [ada, ben]) await chess.enroll(student);
    const caller = await school.parent();
    const list = await aList(t, school, caller, [ben, cy]);
    expect(await pins(school, caller, `org=chess&list=${list.id}`)).toEqual(['Ben Park']);
    const path = `/schools/${school.id}/map-markers`;
    expectError(await t.api.get(`${path}?org=none&list=${list.id}`, caller), 404, 'not_found');
    expectError(await t.api.get(`${path}?org=chess&list=${chess.id}`, caller), 404, 'not_found');
  });

  it('keeps a hidden address hidden, but from its own family and admins', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school, { shortName: 'chess' });
    const ada = await school.studentAtHome({ addressVisible: false });
    await chess.enroll(ada);
    const editor = await chess.anEditor();
    expect(await pins(school, await school.parent(), 'org=chess')).toEqual([]);
    expect(await pins(school, editor, 'org=chess')).toEqual([]);
    expect(await pins(school, await school.parentOf(ada), 'org=chess')).toEqual(['Ada Park']);
    expect(await pins(school, await school.admin(), 'org=chess')).toEqual(['Ada Park']);
  });
});

describe('GET /students/:studentId', () => {
  it('names the organizations of the student: teams, clubs, then classes; archived ones for admins alone', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const made = [];
    for (const [kind, name, archivedAt] of [
      ['class', 'Algebra', null],
      ['club', 'Zoo', null],
      ['club', 'Band', null],
      ['team', 'Track', null],
      ['team', 'Then', new Date()],
    ] as const) {
      const organization = await anOrganization(t, school, { kind, name, archivedAt });
      await organization.enroll(ada);
      made.push(organization.entity);
    }
    await (await anOrganization(t, school)).enroll(await school.student());
    const [algebra, zoo, band, track, then] = made.map(({ id, shortName, name, kind }) => ({
      id,
      short_name: shortName,
      name,
      kind,
    }));
    const seenBy = async ({ token }: Person) =>
      (await t.api.get(`/students/${ada.id}`, { token })).body.organizations;
    expect(await seenBy(await school.parentOf(ada))).toEqual([track, band, zoo, algebra]);
    expect(await seenBy(await school.admin())).toEqual([then, track, band, zoo, algebra]);
  });
});

describe('GET /schools/:schoolId/staff', () => {
  it('names the organizations that each one leads, in the same order, and no archived one', async () => {
    const school = await aSchool(t);
    const [nora, otto] = [
      await aStaffMember(t, school),
      await aStaffMember(t, school, { firstName: 'Otto' }),
    ];
    const [algebra, track, then] = [
      await anOrganization(t, school, { kind: 'class', name: 'Algebra' }),
      await anOrganization(t, school, { name: 'Track' }),
      await anOrganization(t, school, { name: 'Then', archivedAt: new Date() }),
    ];
    for (const organization of [algebra, track, then]) await organization.leader({ staffMemberId: nora.id });
    await track.leader({ staffMemberId: otto.id }, { position: 2 });
    for (const { token } of [await school.parent(), await school.admin()]) {
      const { body } = await t.api.get(`/schools/${school.id}/staff`, { token });
      expect(body.staff.map((s: { organization_ids: string[] }) => s.organization_ids)).toEqual([
        [track.id, algebra.id],
        [track.id],
      ]);
    }
  });
});
