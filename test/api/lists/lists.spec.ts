import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StudentList } from '../../../src/features/lists/student-list.entity.js';
import { aList } from '../../support/list.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { BAD_LIST_INPUTS } from '../../support/http/bad-list-inputs.js';
import { expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const create = ({ id }: TestSchool, token: string, body: unknown): Promise<ApiAnswer> =>
  t.api.post(`/schools/${id}/lists`, { token, body });
const own = ({ id }: TestSchool, token: string): Promise<ApiAnswer> =>
  t.api.get(`/schools/${id}/lists`, { token });
const stored = (owner: TestMember) =>
  t.dataSource.manager.findBy(StudentList, { ownerMembershipId: owner.membershipId });

async function anOwner() {
  const school = await aSchool(t);
  const owner = await school.parent();
  return { school, owner, token: owner.token };
}

describe('GET /schools/:schoolId/lists', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/lists` });

  it('returns nothing before there is one', async () => {
    const { school, token } = await anOwner();
    expect((await own(school, token)).text).toBe('{"lists":[]}');
  });

  it('returns the lists of the caller alone, in this school alone', async () => {
    const { school, owner } = await anOwner();
    const other = await aSchool(t);
    const elsewhere = await other.parent({}, owner);
    await aList(t, school, owner, [], 'Here');
    await aList(t, other, elsewhere, [], 'There');
    const names = async (where: TestSchool, { token }: { token: string }) =>
      (await own(where, token)).body.lists.map((list: { name: string }) => list.name);
    expect(await names(school, owner)).toEqual(['Here']);
    expect(await names(other, elsewhere)).toEqual(['There']);
    expect(await names(school, await school.admin())).toEqual([]);
    expect(await names(school, await school.parent())).toEqual([]);
  });

  it('sorts by name as people do, then by id', async () => {
    const { school, owner, token } = await anOwner();
    for (const name of ['zoo', 'Émile', 'Carpool', 'apple', 'Zoo', 'Carpool']) {
      await aList(t, school, owner, [], name);
    }
    const { lists } = (await own(school, token)).body as { lists: { id: string; name: string }[] };
    expect(lists.map(({ name }) => name)).toEqual(['apple', 'Carpool', 'Carpool', 'Émile', 'zoo', 'Zoo']);
    expect([lists[1]!.id, lists[2]!.id]).toEqual([lists[1]!.id, lists[2]!.id].sort());
  });

  it('counts who is shown: no archived student, no deactivated member', async () => {
    const { school, owner, token } = await anOwner();
    const [ada, gone] = [await school.student(), await school.student({ firstName: 'Gone' })];
    const list = await aList(t, school, owner, [ada, gone]);
    const [active, left] = [await school.parent(), await school.parent()];
    for (const parent of [active, left]) await list.addGuardian(parent);
    const counts = async () => {
      const [{ student_count, guardian_count }] = (await own(school, token)).body.lists;
      return [student_count, guardian_count];
    };
    expect(await counts()).toEqual([2, 2]);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [gone.id]);
    await school.deactivate(left);
    expect(await counts()).toEqual([1, 1]);
  });
});

describe('POST /schools/:schoolId/lists', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => `/schools/${id}/lists`,
    body: { name: 'Carpool' },
  });

  it.each(BAD_LIST_INPUTS)('refuses %s', async (_what, body, path) => {
    const { school, owner, token } = await anOwner();
    expectInvalid(await create(school, token, body), path);
    expect(await stored(owner)).toEqual([]);
  });

  it('makes a list of the caller', async () => {
    const { school, owner, token } = await anOwner();
    t.clock.moveTo('2026-11-02T09:30:00.250Z');
    const { status, body } = await create(school, token, { name: ' Carpool ', description: ' Mon\n & Fri ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      school_id: school.id,
      name: 'Carpool',
      description: 'Mon\n & Fri',
      student_count: 0,
      guardian_count: 0,
      created_at: expect.stringMatching(/^2026-11-02T09:30:0\d\.\d{3}Z$/),
      updated_at: body.created_at,
    });
    expect(await stored(owner)).toMatchObject([{ id: body.id, schoolId: school.id, name: 'Carpool' }]);
    expect((await own(school, token)).body).toEqual({ lists: [body] });
  });

  it.each([{}, { description: null }, { description: '' }, { description: ' ' }])(
    'stores no description with %j',
    async (more) => {
      const { school, token } = await anOwner();
      const { status, body } = await create(school, token, { name: 'Carpool', ...more });
      expect([status, body.description]).toEqual([201, null]);
    },
  );

  it('takes 200 characters, also emoji, normalised to NFC, and a name that is there already', async () => {
    const { school, owner, token } = await anOwner();
    for (const name of ['🦊'.repeat(200), 'Zoë', 'Zoë'.normalize('NFD')]) {
      const { status, body } = await create(school, token, { name });
      expect([status, body.name]).toEqual([201, name.normalize('NFC')]);
    }
    expect(await stored(owner)).toHaveLength(3);
  });
});
