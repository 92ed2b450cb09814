import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StudentList } from '../../../src/features/lists/student-list.entity.js';
import { aList } from '../../support/list.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { BAD_LIST_INPUTS } from '../../support/http/bad-list-inputs.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheListFromOthers } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const change = (id: string, token: string, body: unknown, headers = {}): Promise<ApiAnswer> =>
  t.api.patch(`/lists/${id}`, { token, body, headers });
const stored = (owner: TestMember) =>
  t.dataSource.manager.findBy(StudentList, { ownerMembershipId: owner.membershipId });

async function anOwner() {
  const school = await aSchool(t);
  const owner = await school.parent();
  return { school, owner, token: owner.token };
}

describe('GET /lists/:listId', () => {
  hidesTheListFromOthers(() => t, { method: 'GET', path: (id) => `/lists/${id}` });

  it('returns the students as the roster has them, in its order, without the archived', async () => {
    const { school, owner, token } = await anOwner();
    const [ben, ada, zoe] = [
      await school.student({ firstName: 'Ben', graduationYear: null }),
      await school.student({ firstName: 'Ada' }),
      await school.student({ firstName: 'Zoe', lastName: 'ábel' }),
    ];
    await school.student({ firstName: 'Not listed' });
    await school.guardian(ada, { firstName: 'Carl', relation: 'father' });
    await school.guardian(ada, { firstName: 'Zara', isPrimary: true, profileVisibility: 'name_only' });
    const gone = await school.student({ firstName: 'Gone' });
    const list = await aList(t, school, owner, [ben, ada, zoe, gone]);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [gone.id]);

    const { body } = await list.read();
    const roster = (await t.api.get(`/schools/${school.id}/students`, { token })).body.students;
    expect(body.students).toEqual(
      roster.filter(({ id }: { id: string }) => [ada, ben, zoe].some((s) => s.id === id)),
    );
    expect(body.students.map(({ name }: { name: string }) => name)).toEqual([
      'Zoe ábel',
      'Ada Park',
      'Ben Park',
    ]);
    expect(body.students[1].guardians).toEqual([
      { name: 'Zara Park', relation: 'mother' },
      { name: 'Carl Park', relation: 'father' },
    ]);
    const { students, ...summary } = body;
    expect([students.length, summary.student_count]).toEqual([3, 3]);
    expect((await t.api.get(`/schools/${school.id}/lists`, { token })).body.lists).toEqual([summary]);
  });
});

describe('PATCH /lists/:listId', () => {
  hidesTheListFromOthers(() => t, {
    method: 'PATCH',
    path: (id) => `/lists/${id}`,
    body: { name: 'Taken over' },
  });

  it.each(BAD_LIST_INPUTS)('refuses %s, and keeps the list as it was', async (_what, body, path) => {
    const { school, owner, token } = await anOwner();
    const list = await aList(t, school, owner);
    expectInvalid(await change(list.id, token, body), path);
    expect(await stored(owner)).toMatchObject([{ name: 'Carpool' }]);
  });

  it('renames; an absent description stays, null and blank clear it', async () => {
    const { school, owner, token } = await anOwner();
    const list = await aList(t, school, owner);
    const { body: made } = await change(list.id, token, { name: 'Carpool', description: 'Mon' });
    t.clock.advance(60_000);
    const { status, body } = await change(made.id, token, { name: ' Bus ' });
    expect([status, body]).toEqual([200, { ...made, name: 'Bus', updated_at: body.updated_at }]);
    expect(Date.parse(body.updated_at) - Date.parse(made.updated_at)).toBeGreaterThanOrEqual(60_000);
    for (const [description, kept] of [
      ['Tue', 'Tue'],
      [null, null],
      ['Wed', 'Wed'],
      [' ', null],
    ]) {
      expect((await change(made.id, token, { name: 'Bus', description })).body.description).toBe(kept);
    }
  });

  it('refuses who has not seen the present state', async () => {
    const { school, owner, token } = await anOwner();
    const ada = await school.student();
    const list = await aList(t, school, owner);
    const seen = (await list.read()).headers.get('etag') ?? '';
    await list.addStudent(ada);
    const refused = await change(list.id, token, { name: 'Bus' }, { 'if-match': seen });
    expectError(refused, 409, 'conflict', 'stale');
    const now = (await list.read()).headers.get('etag') ?? '';
    expect((await change(list.id, token, { name: 'Bus' }, { 'if-match': 'W/"other"' })).status).toBe(409);
    expect(await stored(owner)).toMatchObject([{ name: 'Carpool' }]);
    expect((await change(list.id, token, { name: 'Bus' }, { 'if-match': `W/${now}` })).status).toBe(200);
  });

  it('lets one of ten writers with the same tag through', async () => {
    const { school, owner, token } = await anOwner();
    const list = await aList(t, school, owner);
    for (let round = 0; round < 5; round += 1) {
      const tag = (await list.read()).headers.get('etag') ?? '';
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          change(list.id, token, { name: `Writer ${round}.${i}` }, { 'if-match': tag }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
      expect(await stored(owner)).toMatchObject([{ name: winners[0]?.body.name }]);
    }
  });
});

describe('DELETE /lists/:listId', () => {
  hidesTheListFromOthers(() => t, { method: 'DELETE', path: (id) => `/lists/${id}` });

  it('deletes the list with its entries, and nothing else', async () => {
    const { school, owner, token } = await anOwner();
    const ada = await school.student();
    const [list, kept] = [await aList(t, school, owner, [ada]), await aList(t, school, owner, [ada], 'Kept')];
    await list.addGuardian(owner);
    const { status, text } = await t.api.delete(`/lists/${list.id}`, { token });
    expect([status, text]).toEqual([204, '']);
    expectError(await list.read(), 404, 'not_found');
    expectError(await t.api.delete(`/lists/${list.id}`, { token }), 404, 'not_found');
    expect((await kept.read()).body.students).toHaveLength(1);
    expect((await t.api.get(`/students/${ada.id}`, { token })).status).toBe(200);
  });

  it('refuses who has not seen the present state', async () => {
    const { school, owner, token } = await anOwner();
    const list = await aList(t, school, owner);
    const seen = (await list.read()).headers.get('etag') ?? '';
    await change(list.id, token, { name: 'Bus' });
    const remove = (tag: string) =>
      t.api.delete(`/lists/${list.id}`, { token, headers: { 'if-match': tag } });
    expectError(await remove(seen), 409, 'conflict', 'stale');
    expect((await remove((await list.read()).headers.get('etag') ?? '')).status).toBe(204);
  });
});
