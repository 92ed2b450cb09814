import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFullLife } from '../support/a-full-life.js';
import { aSchool, type TestMember, type TestSchool } from '../support/a-school.js';
import { typesAt } from '../support/backups.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let caller: TestMember;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  caller = await school.parent();
  await aFullLife(t, school, caller);
});
afterAll(() => t.close());

const exported = (email: string) =>
  typesAt(t.databaseUrl, '/nonexistent', ['person', 'export', '--email', email, '--json']);

describe('person export', () => {
  it('needs an email', async () => {
    expect((await typesAt(t.databaseUrl, '/nonexistent', ['person', 'export'])).status).toBe(2);
  });

  it('says that nothing is held on a stranger', async () => {
    expect(await exported('nobody@example.org')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'Nothing is held on anyone with this email.\n',
    });
  });

  it('is what the person gets, however the email is written', async () => {
    const own = await t.api.get('/me/export', { token: caller.token });
    const { status, json } = await exported(` ${caller.email.toUpperCase()} `);
    expect(status).toBe(0);
    const { on_file, ...document } = json;
    expect(document).toEqual({
      ...own.body,
      exported_at: expect.any(String),
      disclosures: expect.any(Array),
    });
    expect(on_file).toEqual({
      guardian_records: [],
      student_records: [],
      staff_records: [],
      invitations: [],
    });
  });

  it('has what schools have on file of people who never signed in', async () => {
    const student = await school.student({ email: 'Ada@school.example' });
    const guardian = await school.guardian(student, { email: 'grandma@example.org', firstName: 'Grandma' });
    const other = await school.guardian(student, { email: 'other@example.org', firstName: 'Other' });
    const { json, stdout } = await exported('grandma@example.org');
    expect(json.on_file.guardian_records).toMatchObject([{ id: guardian.id, phone: '+1 555 0100' }]);
    expect(stdout).not.toContain(other.email!);
    expect((await exported('ada@school.example')).json.on_file.student_records).toMatchObject([
      { id: student.id },
    ]);
  });
});
