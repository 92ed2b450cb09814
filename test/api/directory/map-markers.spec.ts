import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { aList } from '../../support/list.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const markers = (school: TestSchool, token: string, query = ''): Promise<ApiAnswer> =>
  t.api.get(`/schools/${school.id}/map-markers${query}`, { token });
async function pins(school: TestSchool, token: string, query = ''): Promise<string[]> {
  const { status, body } = await markers(school, token, query);
  expect(status).toBe(200);
  return body.markers.map((m: { name: string }) => m.name);
}

describe('GET /schools/:schoolId/map-markers', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/map-markers` });

  it.each(['an unknown name', 'elm-team', '%00', '%25', ''])('knows no organization: %s', async (org) => {
    const school = await aSchool(t);
    for (const { token } of [await school.parent(), await school.admin()]) {
      expectError(await markers(school, token, `?org=${org}`), 404, 'not_found');
    }
  });

  it('knows no list but the caller’s own in this school, and does not tell why', async () => {
    const [school, elsewhere] = [await aSchool(t), await aSchool(t)];
    const caller = await school.parent();
    const foreign = await aList(t, elsewhere, await elsewhere.parent({}, caller));
    const another = await aList(t, school, await school.parent());
    const ids = [randomUUID(), foreign.id, another.id, 'mine', '', '%00'];
    for (const { token } of [caller, await school.admin()]) {
      const answers = [];
      for (const id of ids) answers.push(await markers(school, token, `?list=${id}`));
      answers.push(await markers(school, token, `?list=${another.id}&starred=1`));
      for (const answer of answers) expectError(answer, 404, 'not_found');
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });

  it.each(['org', 'list', 'starred'])('refuses a repeated %s', async (name) => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    expectInvalid(await markers(school, token, `?${name}=a&${name}=b`), name);
  });

  it('returns nothing where nobody is on the map', async () => {
    const school = await aSchool(t);
    expect((await markers(school, (await school.parent()).token)).text).toBe('{"markers":[]}');
  });

  it('gives each pin with its exact coordinates', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({
      graduationYear: 2031,
      latitude: -40.123456789012,
      longitude: 170.000000000001,
    });
    const { token } = await school.parent();
    expect((await markers(school, token)).body).toEqual({
      markers: [
        {
          student_id: ada.id,
          first_name: 'Ada',
          last_name: 'Park',
          name: 'Ada Park',
          graduation_year: 2031,
          latitude: -40.123456789012,
          longitude: 170.000000000001,
          is_own: false,
          starred: false,
        },
      ],
    });
  });

  it('returns non-archived, geocoded students of this school only', async () => {
    const school = await aSchool(t);
    await school.studentAtHome({ firstName: 'Ada' });
    await school.studentAtHome({ firstName: 'Gone', archivedAt: new Date() });
    await school.studentAtHome({ firstName: 'Nowhere', latitude: null, longitude: null });
    await school.studentAtHome({ firstName: 'Half', latitude: 40.5, longitude: null });
    await (await aSchool(t)).studentAtHome({ firstName: 'Elsewhere' });
    for (const { token } of [await school.parent(), await school.admin()]) {
      expect(await pins(school, token)).toEqual(['Ada Park']);
    }
  });

  it('puts the null island on the map like any other place', async () => {
    const school = await aSchool(t);
    await school.studentAtHome({ latitude: 0, longitude: 0 });
    expect(await pins(school, (await school.parent()).token)).toEqual(['Ada Park']);
  });

  it('sorts by last name, then first name', async () => {
    const school = await aSchool(t);
    await school.studentAtHome({ firstName: 'Ben', lastName: 'Park' });
    await school.studentAtHome({ firstName: 'Ada', lastName: 'Park' });
    await school.studentAtHome({ firstName: 'Zoe', lastName: 'ábel' });
    expect(await pins(school, (await school.parent()).token)).toEqual(['Zoe ábel', 'Ada Park', 'Ben Park']);
  });

  it('returns a pin for each of brothers and sisters, at the same place', async () => {
    const school = await aSchool(t);
    await school.studentAtHome({ firstName: 'Ada' });
    await school.studentAtHome({ firstName: 'Ben' });
    const { body } = await markers(school, (await school.parent()).token);
    expect(body.markers).toMatchObject([
      { name: 'Ada Park', latitude: 40.5, longitude: -73.5 },
      { name: 'Ben Park', latitude: 40.5, longitude: -73.5 },
    ]);
  });
});

describe('GET /schools/:schoolId/map-markers, families that hide the address', () => {
  async function aStreet() {
    const school = await aSchool(t);
    await school.studentAtHome({ firstName: 'Open' });
    const hidden = await school.studentAtHome({ firstName: 'Hidden', addressVisible: false });
    return { school, hidden };
  }

  it('get no pin for another parent', async () => {
    const { school } = await aStreet();
    expect(await pins(school, (await school.parent()).token)).toEqual(['Open Park']);
  });

  it('see their own pin', async () => {
    const { school, hidden } = await aStreet();
    const guardian = await school.parentOf(hidden);
    const { body } = await markers(school, guardian.token);
    expect(body.markers.map((m: Record<string, unknown>) => [m.name, m.is_own])).toEqual([
      ['Hidden Park', true],
      ['Open Park', false],
    ]);
  });

  it('get a pin for junior and senior admins', async () => {
    const { school } = await aStreet();
    const everyone = ['Hidden Park', 'Open Park'];
    expect(await pins(school, (await school.admin('junior_admin')).token)).toEqual(everyone);
    expect(await pins(school, (await school.admin('senior_admin')).token)).toEqual(everyone);
  });

  it('stay hidden among the starred', async () => {
    const { school, hidden } = await aStreet();
    const { token } = await school.parent();
    await t.api.post(`/students/${hidden.id}/star`, { token });
    expect(await pins(school, token, '?starred=1')).toEqual([]);
  });
});

describe('GET /schools/:schoolId/map-markers?starred', () => {
  it('narrows to the students that the caller has starred', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ firstName: 'Ada' });
    await school.studentAtHome({ firstName: 'Ben' });
    const [caller, other] = [await school.parent(), await school.parent()];
    await t.api.post(`/students/${ada.id}/star`, { token: caller.token });
    for (const value of ['1', 'true', 'false', '0', '%20', '%00']) {
      expect(await pins(school, caller.token, `?starred=${value}`)).toEqual(['Ada Park']);
    }
    expect(await pins(school, other.token, '?starred=1')).toEqual([]);
  });

  it('counts as absent when it is empty, and marks the starred then', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ firstName: 'Ada' });
    await school.studentAtHome({ firstName: 'Ben' });
    const { token } = await school.parent();
    await t.api.post(`/students/${ada.id}/star`, { token });
    for (const query of ['', '?starred=', '?starred']) {
      const { body } = await markers(school, token, query);
      expect(body.markers.map((m: { starred: boolean }) => m.starred)).toEqual([true, false]);
    }
  });
});

describe('GET /schools/:schoolId/map-markers?list', () => {
  it('narrows to the students on a list of the caller', async () => {
    const school = await aSchool(t);
    const [ada, ben] = [await school.studentAtHome(), await school.studentAtHome({ firstName: 'Ben' })];
    const owner = await school.parent();
    const [list, empty] = [await aList(t, school, owner, [ada]), await aList(t, school, owner)];
    await aList(t, school, owner, [ben]);
    expect(await pins(school, owner.token, `?list=${list.id}`)).toEqual(['Ada Park']);
    expect(await pins(school, owner.token, `?list=${list.id.toUpperCase()}`)).toEqual(['Ada Park']);
    expect(await pins(school, owner.token, `?list=${empty.id}`)).toEqual([]);
  });

  it('and starred leaves those who are both', async () => {
    const school = await aSchool(t);
    const [ada, ben, zoe] = [
      await school.studentAtHome(),
      await school.studentAtHome({ firstName: 'Ben' }),
      await school.studentAtHome({ firstName: 'Zoe' }),
    ];
    const owner = await school.parent();
    const list = await aList(t, school, owner, [ada, ben]);
    for (const { id } of [ben, zoe]) await t.api.post(`/students/${id}/star`, { token: owner.token });
    expect(await pins(school, owner.token, `?list=${list.id}&starred=1`)).toEqual(['Ben Park']);
    expect(await pins(school, owner.token, `?list=${list.id}&starred=`)).toEqual(['Ada Park', 'Ben Park']);
  });

  it('shows no pin that is hidden otherwise', async () => {
    const school = await aSchool(t);
    const students = [
      await school.studentAtHome({ firstName: 'Hidden', addressVisible: false }),
      await school.studentAtHome({ firstName: 'Gone' }),
      await school.student({ firstName: 'Nowhere' }),
      await school.studentAtHome({ firstName: 'Open' }),
    ];
    const of = async (owner: TestMember) => {
      const list = await aList(t, school, owner, students);
      await t.dataSource.query('update students set archived_at = now() where id = $1', [students[1]!.id]);
      const names = await pins(school, owner.token, `?list=${list.id}`);
      await t.dataSource.query('update students set archived_at = null where id = $1', [students[1]!.id]);
      return names;
    };
    expect(await of(await school.parent())).toEqual(['Open Park']);
    expect(await of(await school.parentOf(students[0]!))).toEqual(['Hidden Park', 'Open Park']);
    expect(await of(await school.admin())).toEqual(['Hidden Park', 'Open Park']);
  });
});
