import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { Note } from '../../../src/features/notes/note.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheStudentFromOutsiders } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const read = ({ id }: Student, token: string): Promise<ApiAnswer> =>
  t.api.get(`/students/${id}/note`, { token });
const write = ({ id }: Student, token: string, body: unknown): Promise<ApiAnswer> =>
  t.api.put(`/students/${id}/note`, { token, body: { body } });
const notesOn = (student: Student) => t.dataSource.manager.findBy(Note, { studentId: student.id });

async function aParentAndAStudent(): Promise<{ ada: Student; caller: TestMember; token: string }> {
  const school = await aSchool(t);
  const caller = await school.parent();
  return { ada: await school.student(), caller, token: caller.token };
}

describe('GET /students/:studentId/note', () => {
  hidesTheStudentFromOutsiders(() => t, { method: 'GET', path: (id) => `/students/${id}/note` });

  it('returns null before there is one', async () => {
    const { ada, token } = await aParentAndAStudent();
    const { status, body } = await read(ada, token);
    expect([status, body]).toEqual([200, { note: null }]);
  });

  it('shows it to its author alone, not to the other guardian and not to an admin', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const author = await school.parentOf(ada);
    await write(ada, author.token, 'Mine');
    expect((await read(ada, author.token)).body.note.body).toBe('Mine');
    for (const { token } of [await school.parentOf(ada), await school.parent(), await school.admin()]) {
      expect((await read(ada, token)).body).toEqual({ note: null });
    }
  });
});

describe('PUT /students/:studentId/note', () => {
  hidesTheStudentFromOutsiders(() => t, {
    method: 'PUT',
    path: (id) => `/students/${id}/note`,
    body: { body: 'Mine' },
  });

  it('leaves no note behind when it refuses', async () => {
    const { ada } = await aParentAndAStudent();
    await write(ada, (await (await aSchool(t)).admin()).token, 'Not mine');
    expect(await notesOn(ada)).toEqual([]);
  });

  it.each([
    ['no body field', {}],
    ['null', { body: null }],
    ['a number', { body: 5 }],
    ['a boolean', { body: false }],
    ['a list', { body: ['Mine'] }],
    ['an object', { body: { text: 'Mine' } }],
    ['5,001 characters', { body: 'x'.repeat(5001) }],
  ])('refuses %s, and keeps the note as it was', async (_what, body) => {
    const { ada, token } = await aParentAndAStudent();
    await write(ada, token, 'Kept');
    expectInvalid(await t.api.put(`/students/${ada.id}/note`, { token, body }), 'body');
    expect(await notesOn(ada)).toMatchObject([{ body: 'Kept' }]);
  });

  it.each(['[{"body":"Mine"}]', '[]', '"Mine"', 'null', '5'])('refuses %s as a document', async (body) => {
    const { ada, token } = await aParentAndAStudent();
    await write(ada, token, 'Kept');
    const answer = await t.api.put(`/students/${ada.id}/note`, { token, body });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed']);
    expect(await notesOn(ada)).toMatchObject([{ body: 'Kept' }]);
  });

  it('saves the note', async () => {
    t.clock.moveTo('2026-11-02T09:30:00.250Z');
    const { ada, caller, token } = await aParentAndAStudent();
    t.clock.moveTo('2026-11-02T09:30:00.250Z');
    const { status, body } = await write(ada, token, 'Likes chess');
    expect(status).toBe(200);
    expect(body.note).toEqual({
      student_id: ada.id,
      body: 'Likes chess',
      created_at: expect.stringMatching(/^2026-11-02T09:30:0\d\.\d{3}Z$/),
      updated_at: body.note.created_at,
    });
    expect((await read(ada, token)).body).toEqual(body);
    expect(await notesOn(ada)).toMatchObject([
      { authorMembershipId: caller.membershipId, schoolId: ada.schoolId, body: 'Likes chess' },
    ]);
  });

  it('replaces the note and keeps when it was begun', async () => {
    const { ada, token } = await aParentAndAStudent();
    const first = await write(ada, token, 'Likes chess');
    t.clock.advance(60_000);
    const second = await write(ada, token, 'Likes go');
    expect(second.body.note).toMatchObject({ body: 'Likes go', created_at: first.body.note.created_at });
    const passed = Date.parse(second.body.note.updated_at) - Date.parse(first.body.note.updated_at);
    expect(passed).toBeGreaterThanOrEqual(60_000);
    expect(await notesOn(ada)).toHaveLength(1);
  });

  it('leaves the notes of others and on others alone', async () => {
    const school = await aSchool(t);
    const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
    const [caller, other] = [await school.parent(), await school.parent()];
    await write(ada, other.token, 'Theirs');
    await write(ben, caller.token, 'On Ben');
    await write(ada, caller.token, 'Mine');
    await write(ada, caller.token, '');
    expect(await notesOn(ada)).toMatchObject([{ authorMembershipId: other.membershipId, body: 'Theirs' }]);
    expect(await notesOn(ben)).toMatchObject([{ authorMembershipId: caller.membershipId, body: 'On Ben' }]);
  });

  it.each([
    ['empty', ''],
    ['blank', ' \n\t '],
    ['a no-break space', '\u00a0'],
    ['nothing but NUL', '\0'],
  ])('deletes the note when the body is %s', async (_what, body) => {
    const { ada, token } = await aParentAndAStudent();
    await write(ada, token, 'Likes chess');
    const answer = await write(ada, token, body);
    expect([answer.status, answer.body]).toEqual([200, { note: null }]);
    expect(await notesOn(ada)).toEqual([]);
  });

  it('succeeds in deleting a note that is not there', async () => {
    const { ada, token } = await aParentAndAStudent();
    const answer = await write(ada, token, '');
    expect([answer.status, answer.body]).toEqual([200, { note: null }]);
  });

  it('trims, normalises to NFC and keeps everything between', async () => {
    const { ada, token } = await aParentAndAStudent();
    const { body } = await write(ada, token, `  Zoë's "cat" \\ 100% 🦊\n\nnext line  `.normalize('NFD'));
    expect(body.note.body).toBe(`Zoë's "cat" \\ 100% 🦊\n\nnext line`.normalize('NFC'));
  });

  it('takes 5,000 characters, also emoji, also with blanks around them', async () => {
    const { ada, token } = await aParentAndAStudent();
    for (const text of ['x'.repeat(5000), '🦊'.repeat(5000)]) {
      expect((await write(ada, token, ` ${text} `)).body.note.body).toBe(text);
    }
  });

  it('ignores fields that it does not know', async () => {
    const { ada, caller, token } = await aParentAndAStudent();
    const body = { body: 'Mine', student_id: 'x', authorMembershipId: 'x', school_id: 5 };
    expect((await t.api.put(`/students/${ada.id}/note`, { token, body })).status).toBe(200);
    expect(await notesOn(ada)).toMatchObject([{ authorMembershipId: caller.membershipId }]);
  });

  it('keeps one note of 20 writers at once', async () => {
    const { ada, token } = await aParentAndAStudent();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => write(ada, token, `Note ${i}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await notesOn(ada)).toHaveLength(1);
  });

  it('outlives the archiving of the student', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const { token } = await school.parent();
    await write(ada, token, 'Kept');
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    expectError(await read(ada, token), 404, 'not_found');
    await t.dataSource.query('update students set archived_at = null where id = $1', [ada.id]);
    expect((await read(ada, token)).body.note.body).toBe('Kept');
  });
});
