import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aList } from './list.factory.js';
import type { ApiAnswer } from './api-client.js';
import { aSchool } from './school.factory.js';
import { anOrganization } from './organization.factory.js';
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

/** Whom every route of a list refuses: everyone but its owner, whatever the rest of the request says. */
export function hidesTheListFromOthers(app: () => TestApp, { method, path, body }: Call): void {
  const send = (id: string, token?: string, sent = body) =>
    app().api.send(method, path(id), { token, body: sent });

  async function aListOfSomeone() {
    const school = await aSchool(app());
    const ada = await school.student();
    const owner = await school.parentOf(ada);
    return { school, ada, owner, list: await aList(app(), school, owner, [ada]) };
  }

  it('refuses a call without a token', async () => {
    const { list } = await aListOfSomeone();
    expectError(await send(list.id), 401, 'not_authenticated');
  });

  it('asks the owner for the second step first', async () => {
    const { list, owner } = await aListOfSomeone();
    const token = await tokenOf(app(), owner, { secondStepPending: true });
    expectError(await send(list.id, token), 401, 'mfa_required');
  });

  it('hides the list of someone else from parents, the co-guardian and admins', async () => {
    const { school, ada, list } = await aListOfSomeone();
    const others = [
      await school.parent(),
      await school.parentOf(ada),
      await school.admin('junior_admin'),
      await school.admin('senior_admin'),
      await (await aSchool(app())).admin(),
    ];
    for (const { token } of others) {
      const invented = await send(randomUUID(), token);
      expectError(invented, 404, 'not_found');
      for (const sent of [body, { name: 5, student_id: 5, guardian_membership_id: 5 }, '{"name":']) {
        if (method === 'GET' && sent) continue;
        expect((await send(list.id, token, sent)).text).toBe(invented.text);
      }
    }
    expect((await list.read()).status).toBe(200);
  });

  it('hides the list from an owner who is deactivated', async () => {
    const { school, owner, list } = await aListOfSomeone();
    await school.deactivate(owner);
    expectError(await send(list.id, owner.token), 404, 'not_found');
  });

  it('knows no invented and no malformed list', async () => {
    const { owner } = await aListOfSomeone();
    expectError(await send(randomUUID(), owner.token), 404, 'not_found');
    expectError(await send('mine', owner.token), 404, 'not_found');
    expectError(await send('%00', owner.token), 404, 'not_found');
  });
}

/** Whom every route of an organization refuses; the organization is not there for them. */
export function hidesTheOrganizationFromOutsiders(app: () => TestApp, { method, path, body }: Call): void {
  const send = (id: string, token?: string) => app().api.send(method, path(id), { token, body });

  it('refuses a call without a token', async () => {
    const { id } = await anOrganization(app(), await aSchool(app()));
    expectError(await send(id), 401, 'not_authenticated');
  });

  it('asks a member for the second step first', async () => {
    const school = await aSchool(app());
    const { id } = await anOrganization(app(), school);
    const token = await tokenOf(app(), await school.admin(), { secondStepPending: true });
    expectError(await send(id, token), 401, 'mfa_required');
  });

  it('hides an organization of another school, also from an admin', async () => {
    const { id } = await anOrganization(app(), await aSchool(app()));
    const { token } = await (await aSchool(app())).admin();
    expectError(await send(id, token), 404, 'not_found');
  });

  it('hides it from a deactivated editor', async () => {
    const school = await aSchool(app());
    const organization = await anOrganization(app(), school);
    const editor = await organization.anEditor();
    await school.deactivate(editor);
    expectError(await send(organization.id, editor.token), 404, 'not_found');
  });

  it('hides an archived one from a parent on its roster and from its editor, with a good body and a bad one', async () => {
    const school = await aSchool(app());
    const organization = await anOrganization(app(), school);
    const [editor, helper] = [await school.parent(), await school.parent()];
    await organization.grant(editor);
    await organization.addParent(helper);
    await organization.archive();
    for (const { token } of [editor, helper]) {
      expectError(await send(organization.id, token), 404, 'not_found');
      const bad = await app().api.send(method, path(organization.id), {
        token,
        ...(body !== undefined && { body: '[' }),
      });
      expectError(bad, 404, 'not_found');
    }
  });

  it('knows no invented and no malformed id', async () => {
    const { token } = await (await aSchool(app())).admin();
    for (const id of [randomUUID(), 'chess', '%00']) expectError(await send(id, token), 404, 'not_found');
  });
}

/** Whom a route for managers refuses though they see the organization. */
export function refusesWhoIsNoManager(app: () => TestApp, { method, path, body }: Call): void {
  it('refuses a parent, one on the roster, one who leads, and an editor of another organization', async () => {
    const school = await aSchool(app());
    const [organization, other] = [await anOrganization(app(), school), await anOrganization(app(), school)];
    const [parent, helper, leader, editor] = [
      await school.parent(),
      await school.parent(),
      await school.parent(),
      await school.parent(),
    ];
    await organization.addParent(helper);
    await organization.leader({ membershipId: leader.membershipId });
    await other.grant(editor);
    for (const { token } of [parent, helper, leader, editor]) {
      expectError(
        await app().api.send(method, path(organization.id), { token, body }),
        403,
        'not_authorized',
      );
    }
  });
}
