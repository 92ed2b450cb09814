import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ListStudent } from '../../../src/features/lists/list-student.entity.js';
import { aList, type TestList } from '../../support/list.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheListFromOthers } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const add = ({ id, token }: TestList, student_id: unknown): Promise<ApiAnswer> =>
  t.api.post(`/lists/${id}/students`, { token, body: { student_id } });
const remove = ({ id, token }: TestList, studentId: string): Promise<ApiAnswer> =>
  t.api.delete(`/lists/${id}/students/${studentId}`, { token });
const stored = async ({ id }: TestList): Promise<string[]> =>
  (await t.dataSource.manager.findBy(ListStudent, { listId: id })).map(({ studentId }) => studentId);

async function anEmptyList() {
  const school = await aSchool(t);
  const owner = await school.parent();
  return { school, owner, ada: await school.student(), list: await aList(t, school, owner) };
}

describe('POST /lists/:listId/students', () => {
  hidesTheListFromOthers(() => t, {
    method: 'POST',
    path: (id) => `/lists/${id}/students`,
    body: { student_id: randomUUID() },
  });

  it.each([undefined, null, 5, '', 'ada', ['x'], {}])('refuses %j as a student', async (id) => {
    const { list } = await anEmptyList();
    expectInvalid(await add(list, id), 'student_id');
  });

  it('knows no invented, no archived and no other school’s student, and does not tell them apart', async () => {
    const { school, owner, list } = await anEmptyList();
    const elsewhere = await aSchool(t);
    await elsewhere.parent({}, owner);
    const gone = await school.student({ archivedAt: new Date() });
    const foreign = await elsewhere.student();
    const answers = [];
    for (const id of [randomUUID(), '11111111-1111-1111-1111-111111111111', gone.id, foreign.id]) {
      answers.push(await add(list, id));
    }
    for (const answer of answers) expectError(answer, 404, 'not_found');
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await stored(list)).toEqual([]);
  });

  it('puts the student on the list, and a second time changes nothing', async () => {
    const { ada, list } = await anEmptyList();
    const { status, text } = await list.addStudent(ada);
    expect([status, text]).toEqual([204, '']);
    const before = (await list.read()).body;
    expect(before).toMatchObject({ student_count: 1, students: [{ id: ada.id }] });
    t.clock.advance(60_000);
    expect((await add(list, ada.id.toUpperCase())).status).toBe(204);
    expect((await list.read()).body).toEqual(before);
    expect(await stored(list)).toEqual([ada.id]);
  });

  it('says in updated_at that the list has changed', async () => {
    const { ada, list } = await anEmptyList();
    const before = (await list.read()).body.updated_at;
    t.clock.advance(60_000);
    await list.addStudent(ada);
    expect(Date.parse((await list.read()).body.updated_at) - Date.parse(before)).toBeGreaterThanOrEqual(
      60_000,
    );
  });

  it('succeeds for twenty at once, of one student and of many', async () => {
    const { school, ada, list } = await anEmptyList();
    const students = await Promise.all(Array.from({ length: 10 }, () => school.student()));
    const all = [...students, ...Array.from({ length: 10 }, () => ada)];
    const answers = await Promise.all(all.map((student) => list.addStudent(student)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await stored(list)).toHaveLength(11);
  });
});

describe('DELETE /lists/:listId/students/:studentId', () => {
  hidesTheListFromOthers(() => t, {
    method: 'DELETE',
    path: (id) => `/lists/${id}/students/${randomUUID()}`,
  });

  it('knows no invented, no malformed and no other school’s student', async () => {
    const { list } = await anEmptyList();
    const foreign = await (await aSchool(t)).student();
    for (const id of [randomUUID(), 'ada', '%00', foreign.id]) {
      expectError(await remove(list, id), 404, 'not_found');
    }
  });

  it('takes the student off this list alone, and succeeds a second time', async () => {
    const { school, owner, ada, list } = await anEmptyList();
    const other = await aList(t, school, owner, [ada]);
    await list.addStudent(ada);
    for (const attempt of [1, 2]) {
      const { status, text } = await remove(list, ada.id);
      expect([attempt, status, text]).toEqual([attempt, 204, '']);
    }
    expect([await stored(list), await stored(other)]).toEqual([[], [ada.id]]);
  });

  it('takes off a student who was archived meanwhile, and does not know them afterwards', async () => {
    const { ada, list } = await anEmptyList();
    await list.addStudent(ada);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    expect((await remove(list, ada.id)).status).toBe(204);
    expect(await stored(list)).toEqual([]);
    expectError(await remove(list, ada.id), 404, 'not_found');
  });
});

describe('An archived student', () => {
  it('comes back to the lists with their return to the roster', async () => {
    const { ada, list } = await anEmptyList();
    await list.addStudent(ada);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    expect((await list.read()).body).toMatchObject({ student_count: 0, students: [] });
    await t.dataSource.query('update students set archived_at = null where id = $1', [ada.id]);
    expect((await list.read()).body).toMatchObject({ student_count: 1, students: [{ id: ada.id }] });
  });
});
