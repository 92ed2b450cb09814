import { it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from './api-client.js';
import { aSchool } from './a-school.js';
import { expectError } from './errors.js';
import type { TestApp } from './test-app.js';
import { tokenOf } from './tokens.js';

interface Call {
  method: string;
  /** Of the school's or the student's id. */
  path: (id: string) => string;
  body?: unknown;
}

/** Whom every route of a school refuses, whatever it does (contract section 0, rule 7). */
export function refusesOutsidersOfTheSchool(app: () => TestApp, { method, path, body }: Call): void {
  const send = (id: string, token?: string) => app().api.send(method, path(id), { token, body });

  it('refuses a call without a token', async () => {
    const school = await aSchool(app());
    expectError(await send(school.id), 401, 'not_authenticated');
  });

  it('asks a member for the second step first', async () => {
    const school = await aSchool(app());
    const token = await tokenOf(app(), await school.parent(), { secondStepPending: true });
    expectError(await send(school.id, token), 401, 'mfa_required');
  });

  it('refuses an admin of another school', async () => {
    const school = await aSchool(app());
    const { token } = await (await aSchool(app())).admin();
    expectError(await send(school.id, token), 403, 'not_authorized');
  });

  it('refuses a deactivated member', async () => {
    const school = await aSchool(app());
    const member = await school.parent();
    await school.deactivate(member);
    expectError(await send(school.id, member.token), 403, 'not_authorized');
  });

  it('refuses an invented and a malformed school alike', async () => {
    const { token } = await (await aSchool(app())).admin();
    expectError(await send(randomUUID(), token), 403, 'not_authorized');
    expectError(await send('springfield', token), 403, 'not_authorized');
  });
}

/**
 * Whom every route of a student refuses; the student is not there for them (contract section 0, rule 7).
 * @param hiddenIs 403 with photos (decision b)
 */
export function hidesTheStudentFromOutsiders(
  app: () => TestApp,
  { method, path, body }: Call,
  hiddenIs: 403 | 404 = 404,
): void {
  const send = (id: string, token?: string) => app().api.send(method, path(id), { token, body });
  const expectHidden = (answer: ApiAnswer): void =>
    expectError(answer, hiddenIs, hiddenIs === 403 ? 'not_authorized' : 'not_found');

  it('refuses a call without a token', async () => {
    const student = await (await aSchool(app())).student();
    expectError(await send(student.id), 401, 'not_authenticated');
  });

  it('asks a member for the second step first', async () => {
    const school = await aSchool(app());
    const student = await school.student();
    const token = await tokenOf(app(), await school.parentOf(student), { secondStepPending: true });
    expectError(await send(student.id, token), 401, 'mfa_required');
  });

  it('hides a student of another school, also from an admin', async () => {
    const student = await (await aSchool(app())).student();
    const { token } = await (await aSchool(app())).admin();
    expectHidden(await send(student.id, token));
  });

  it('hides a student from a deactivated guardian', async () => {
    const school = await aSchool(app());
    const student = await school.student();
    const guardian = await school.parentOf(student);
    await school.deactivate(guardian);
    expectHidden(await send(student.id, guardian.token));
  });

  it('hides an archived student from guardian and admin', async () => {
    const school = await aSchool(app());
    const student = await school.student({ archivedAt: new Date() });
    const guardian = await school.parentOf(student);
    const admin = await school.admin();
    expectHidden(await send(student.id, guardian.token));
    expectHidden(await send(student.id, admin.token));
  });

  it('knows no invented and no malformed id', async () => {
    const { token } = await (await aSchool(app())).admin();
    expectHidden(await send(randomUUID(), token));
    expectHidden(await send('ada', token));
    expectHidden(await send('%00', token));
  });
}
