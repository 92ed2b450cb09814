import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ListGuardian } from '../../../src/features/lists/list-guardian.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { aList, type TestList } from '../../support/list.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, HOME } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheListFromOthers } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const add = ({ id, token }: TestList, body: unknown): Promise<ApiAnswer> =>
  t.api.post(`/lists/${id}/guardians`, { token, body });
const remove = ({ id, token }: TestList, entry: string): Promise<ApiAnswer> =>
  t.api.delete(`/lists/${id}/guardians/${entry}`, { token });
const stored = ({ id }: TestList) => t.dataSource.manager.findBy(ListGuardian, { listId: id });

async function anEmptyList() {
  const school = await aSchool(t);
  const owner = await school.parent();
  return { school, owner, list: await aList(t, school, owner) };
}

describe('GET /lists/:listId/guardians', () => {
  hidesTheListFromOthers(() => t, { method: 'GET', path: (id) => `/lists/${id}/guardians` });

  it('returns a bare list, empty before there is an entry', async () => {
    const { list } = await anEmptyList();
    expect((await list.read('/guardians')).text).toBe('[]');
  });

  it('sorts by last name, then first name, and leaves deactivated members out until they are back', async () => {
    const { school, list } = await anEmptyList();
    const [zoe, ben, ada] = [
      await school.parent({ firstName: 'Zoe', lastName: 'ábel' }),
      await school.parent({ firstName: 'Ben', lastName: 'Park' }),
      await school.parent({ firstName: 'Ada', lastName: 'Park' }),
    ];
    for (const parent of [ben, zoe, ada]) await list.addGuardian(parent);
    expect(await list.names('/guardians')).toEqual(['Zoe ábel', 'Ada Park', 'Ben Park']);
    await school.deactivate(ada);
    expect(await list.names('/guardians')).toEqual(['Zoe ábel', 'Ben Park']);
    await t.dataSource.manager.update(Membership, { id: ada.membershipId }, { deactivatedAt: null });
    expect(await list.names('/guardians')).toEqual(['Zoe ábel', 'Ada Park', 'Ben Park']);
  });
});

describe('POST /lists/:listId/guardians', () => {
  hidesTheListFromOthers(() => t, {
    method: 'POST',
    path: (id) => `/lists/${id}/guardians`,
    body: { guardian_membership_id: randomUUID() },
  });

  it('refuses a guardian with a student from whom they are being kept apart', async () => {
    const { school, list } = await anEmptyList();
    const { student, mother } = await school.family();
    const body = { guardian_membership_id: mother.membershipId, linked_student_id: student.id };
    const { waiting } = await t.dataSource.transaction(async (manager) => {
      await manager.query('select from memberships where id = $1 for no key update', [mother.membershipId]);
      const answer = add(list, body);
      await untilWaiting(t.dataSource);
      await manager.query('update guardians set restricted_at = now() where id = $1', [mother.guardianId]);
      return { waiting: answer };
    });
    expect((await waiting).status).toBe(400);
    expect(await stored(list)).toEqual([]);
  });

  it.each([undefined, null, 5, '', 'maria', ['x'], {}])('refuses %j as a membership', async (id) => {
    const { list } = await anEmptyList();
    expectInvalid(await add(list, { guardian_membership_id: id }), 'guardian_membership_id');
  });

  it.each([5, '', 'ada', ['x'], {}, false])('refuses %j as a linked student', async (id) => {
    const { owner, list } = await anEmptyList();
    const body = { guardian_membership_id: owner.membershipId, linked_student_id: id };
    expectInvalid(await add(list, body), 'linked_student_id');
  });

  it('refuses whoever is no active parent of the school, and does not tell them apart', async () => {
    const { school, list } = await anEmptyList();
    const deactivated = await school.parent();
    await school.deactivate(deactivated);
    const graduated = await school.student({ archivedAt: new Date() });
    const formerParent = await school.admin();
    await school.guardian(graduated, { membershipId: formerParent.membershipId });
    const others = [
      randomUUID(),
      deactivated.membershipId,
      (await (await aSchool(t)).parent()).membershipId,
      (await school.admin()).membershipId,
      formerParent.membershipId,
    ];
    const answers = [];
    for (const guardian_membership_id of others) answers.push(await add(list, { guardian_membership_id }));
    for (const answer of answers) expectInvalid(answer, 'guardian_membership_id');
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await stored(list)).toEqual([]);
  });

  it('refuses a student who is not linked to the parent, and does not tell whether there is one', async () => {
    const { school, list } = await anEmptyList();
    const [ada, gone] = [await school.student(), await school.student({ archivedAt: new Date() })];
    const parent = await school.parentOf([ada, gone]);
    const foreign = await (await aSchool(t)).student();
    const stranger = await school.student();
    const answers = [];
    for (const id of [randomUUID(), foreign.id, stranger.id, gone.id]) {
      answers.push(await add(list, { guardian_membership_id: parent.membershipId, linked_student_id: id }));
    }
    for (const answer of answers) {
      expectInvalid(answer, 'linked_student_id');
      expect(answer.body.error.reason).toBe('not_linked');
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await stored(list)).toEqual([]);
  });

  it('puts a parent on the list, with the address of the linked student', async () => {
    t.clock.moveTo('2026-11-02T09:30:00.250Z');
    const { school, list } = await anEmptyList();
    const ada = await school.studentAtHome();
    const maria = await school.parent({ phone: '+1 212 555 0100' });
    await school.guardian(ada, { membershipId: maria.membershipId });
    const { status, body } = await list.addGuardian(maria, ada);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      list_id: list.id,
      guardian_membership_id: maria.membershipId,
      linked_student_id: ada.id,
      first_name: 'Maria',
      last_name: 'Park',
      name: 'Maria Park',
      email: maria.email,
      phone: '+1 212 555 0100',
      address: HOME,
      created_at: expect.stringMatching(/^2026-11-02T09:30:\d{2}\.\d{3}Z$/),
    });
    expect((await list.read('/guardians')).body).toEqual([body]);
    expect((await list.read()).body).toMatchObject({ guardian_count: 1, student_count: 0, students: [] });
  });

  it('takes an admin who is linked to a student, a parent without students, and the caller', async () => {
    const { school, owner, list } = await anEmptyList();
    const ada = await school.student();
    const admin = await school.admin();
    await school.guardian(ada, { membershipId: admin.membershipId });
    for (const parent of [admin, await school.parent(), owner]) {
      expect((await list.addGuardian(parent)).status).toBe(201);
    }
    expect(await stored(list)).toHaveLength(3);
  });

  it('keeps one entry a parent, with the student linked last', async () => {
    const { school, list } = await anEmptyList();
    const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
    const parent = await school.parentOf([ada, ben]);
    const first = await list.addGuardian(parent, ada);
    t.clock.advance(60_000);
    const second = await list.addGuardian(parent, ben);
    expect([second.status, second.body]).toEqual([201, { ...first.body, linked_student_id: ben.id }]);
    expect((await list.addGuardian(parent)).body.linked_student_id).toBeNull();
    expect(await stored(list)).toHaveLength(1);
  });

  it('keeps one entry of twenty requests at once', async () => {
    const { school, list } = await anEmptyList();
    const parent = await school.parent();
    const answers = await Promise.all(Array.from({ length: 20 }, () => list.addGuardian(parent)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await stored(list)).toHaveLength(1);
  });

  it('succeeds when the parent leaves at the same instant', async () => {
    const { school, owner } = await anEmptyList();
    for (let round = 0; round < 20; round += 1) {
      const [parent, list] = [await school.parent(), await aList(t, school, owner)];
      const [answer] = await Promise.all([
        list.addGuardian(parent),
        t.dataSource.manager.delete(Membership, { id: parent.membershipId }),
      ]);
      expect([201, 400]).toContain(answer.status);
      expect(await stored(list)).toEqual([]);
    }
  });
});

describe('DELETE /lists/:listId/guardians/:guardianId', () => {
  hidesTheListFromOthers(() => t, {
    method: 'DELETE',
    path: (id) => `/lists/${id}/guardians/${randomUUID()}`,
  });

  it('knows no invented and no malformed entry, no entry of another list, and no membership', async () => {
    const { school, owner, list } = await anEmptyList();
    const other = await aList(t, school, owner);
    const entry = (await other.addGuardian(owner)).body.id as string;
    for (const id of [randomUUID(), 'mine', '%00', entry, owner.membershipId]) {
      expectError(await remove(list, id), 404, 'not_found');
    }
    expect(await stored(other)).toHaveLength(1);
  });

  it('takes the entry off the list', async () => {
    const { school, owner, list } = await anEmptyList();
    const parent = await school.parent();
    const { body } = await list.addGuardian(parent);
    await list.addGuardian(owner);
    expect((await remove(list, body.id)).status).toBe(204);
    expectError(await remove(list, body.id), 404, 'not_found');
    expect(await stored(list)).toMatchObject([{ guardianMembershipId: owner.membershipId }]);
  });
});
