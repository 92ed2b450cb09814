import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import { User } from '../../../src/features/account/user.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { MemberAdmissionService } from '../../../src/features/invitations/member-admission.service.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const IRIS = { first_name: 'Iris', last_name: 'Vale', phone: '+1 555 0177' };
const NOTHING = { first_name: '', last_name: '', phone: '' };
const asStored = { firstName: 'Iris', lastName: 'Vale', phone: '+1 555 0177' };
const NAMELESS = { firstName: null, lastName: null, phone: null };

const read = (token?: string): Promise<ApiAnswer> => t.api.get('/me/contact', { token });
const contactOf = async (token: string): Promise<unknown> => {
  const { status, body } = await read(token);
  expect(status).toBe(200);
  return body;
};
const change = (token: string | undefined, body: unknown, headers = {}): Promise<ApiAnswer> =>
  t.api.patch('/me/contact', { token, body, headers });
const membershipsOf = (userId: string) => t.dataSource.manager.findBy(Membership, { userId });
const guardianOf = (id: string) => t.dataSource.manager.findOneByOrFail(Guardian, { id });
const userOf = (id: string) => t.dataSource.manager.findOneByOrFail(User, { id });

describe('GET /me/contact', () => {
  it('refuses a call without a token, and asks for the second step first', async () => {
    expectError(await read(), 401, 'not_authenticated');
    const token = await tokenOf(t, await aPerson(t), { secondStepPending: true });
    expectError(await read(token), 401, 'mfa_required');
  });

  it('returns empty texts where nothing is on file', async () => {
    expect(await contactOf((await aPerson(t)).token)).toEqual(NOTHING);
  });

  it('returns what the account says where there is no membership', async () => {
    expect(await contactOf((await aPerson(t, asStored)).token)).toEqual(IRIS);
  });

  it('returns the most recently created record, over two schools and the guardian records linked there', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const person = await aPerson(t, { firstName: 'Account', lastName: 'Name', phone: '1' });
    const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
    const atAsh = await ash.parent({ firstName: 'Ash', phone: '2', joinedAt: at(1) }, person);
    await birch.parent({ firstName: 'Birch', phone: '3', joinedAt: at(3) }, person);
    expect(await contactOf(person.token)).toMatchObject({ first_name: 'Birch', phone: '3' });
    await ash.guardian(await ash.student(), {
      membershipId: atAsh.membershipId,
      firstName: 'Linked',
      phone: '4',
      createdAt: at(5),
    });
    expect(await contactOf(person.token)).toMatchObject({ first_name: 'Linked', phone: '4' });
  });

  it('passes over records without data: a name comes from one, and a phone from another', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const person = await aPerson(t, { firstName: 'Account', lastName: 'Name' });
    const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
    const old = { firstName: 'Old', lastName: 'Name', phone: '+1 555 0101', joinedAt: at(1) };
    await ash.parent(old, person);
    const newer = await birch.parent({ ...NAMELESS, joinedAt: at(3) }, person);
    const linked = { membershipId: newer.membershipId, createdAt: at(4) };
    await birch.guardian(await birch.student(), { ...linked, firstName: 'iris', lastName: '', phone: '' });
    expect(await contactOf(person.token)).toEqual({
      first_name: 'Old',
      last_name: 'Name',
      phone: '+1 555 0101',
    });
    await birch.guardian(await birch.student(), {
      ...linked,
      firstName: 'Iris',
      lastName: 'Vale',
      phone: null,
    });
    expect(await contactOf(person.token)).toEqual({ ...IRIS, phone: '+1 555 0101' });
  });

  it('reads no deactivated membership, nor what hangs on it, nor the record of somebody else', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t, asStored);
    const member = await school.parent({ firstName: 'Gone', lastName: 'Gone', phone: '9' }, person);
    const ada = await school.student();
    await school.guardian(ada, { membershipId: member.membershipId, firstName: 'Gone', phone: '9' });
    await school.guardian(ada, { email: person.email, firstName: 'Unlinked', phone: '8' });
    await school.parentOf(ada, { firstName: 'Other' });
    await school.deactivate(member);
    expect(await contactOf(person.token)).toEqual(IRIS);
  });
});

describe('PATCH /me/contact', () => {
  it('refuses a call without a token, and asks for the second step first', async () => {
    expectError(await change(undefined, IRIS), 401, 'not_authenticated');
    const person = await aPerson(t);
    const token = await tokenOf(t, person, { secondStepPending: true });
    expectError(await change(token, IRIS), 401, 'mfa_required');
    expect(await contactOf(person.token)).toEqual(NOTHING);
  });

  it.each(['first_name', 'last_name', 'phone'])('refuses %s that is missing or no text', async (field) => {
    const person = await aPerson(t, asStored);
    const blank = field === 'first_name' ? ['', ' \t\n ', '\u00a0'] : [];
    for (const value of [undefined, null, ...blank, 5, true, ['Iris'], 'x'.repeat(201)]) {
      expectInvalid(
        await change(person.token, { first_name: 'A', last_name: 'B', phone: '1', [field]: value }),
        field,
      );
    }
    expect(await contactOf(person.token)).toEqual(IRIS);
  });

  it('refuses to change what the caller has not seen', async () => {
    const { token } = await aPerson(t, asStored);
    const seen = (await read(token)).headers.get('etag')!;
    expect((await change(token, { ...IRIS, phone: '1' }, { 'if-match': seen })).status).toBe(200);
    expectError(await change(token, IRIS, { 'if-match': seen }), 409, 'conflict', 'stale');
    expect(await contactOf(token)).toMatchObject({ phone: '1' });
    const now = (await read(token)).headers.get('etag')!;
    expect((await change(token, IRIS, { 'if-match': now })).body).toEqual(IRIS);
  });

  it('lets one of ten writers with the same tag through', async () => {
    const { token } = await (await aSchool(t)).parent();
    const tag = (await read(token)).headers.get('etag')!;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => change(token, { ...IRIS, phone: `${i}` }, { 'if-match': tag })),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await contactOf(token)).toEqual(winners[0]?.body);
  });

  it('changes the account, every active membership and every guardian record of one', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const ada = await ash.student();
    const atAsh = await ash.parentOf([ada, await ash.student({ firstName: 'Ben' })]);
    const atBirch = await birch.parent({}, atAsh);
    const linked = await birch.guardian(await birch.student(), { membershipId: atBirch.membershipId });
    const { status, body } = await change(atAsh.token, IRIS);
    expect([status, body]).toEqual([200, IRIS]);
    expect(await contactOf(atAsh.token)).toEqual(IRIS);
    expect(await userOf(atAsh.userId)).toMatchObject(asStored);
    expect(await membershipsOf(atAsh.userId)).toMatchObject([asStored, asStored]);
    const guardians = await t.dataSource.manager.findBy(Guardian, { membershipId: atAsh.membershipId });
    expect(guardians).toMatchObject([asStored, asStored]);
    expect(await guardianOf(linked.id)).toMatchObject({ ...asStored, email: linked.email });
    const stranger = await ash.parent();
    const { body: seen } = await t.api.get(`/students/${ada.id}`, { token: stranger.token });
    expect(seen.guardians).toMatchObject([{ name: 'Iris Vale', phone: IRIS.phone }]);
  });

  it('leaves a deactivated membership, its records, and those of others alone', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const ada = await ash.student();
    const caller = await ash.parentOf(ada);
    const other = await ash.parentOf(ada);
    const ian = await ash.guardian(ada, { email: caller.email, firstName: 'Ian' });
    const deactivated = await birch.parent({ phone: '7' }, caller);
    const kept = await birch.guardian(await birch.student(), { membershipId: deactivated.membershipId });
    await birch.deactivate(deactivated);
    expect((await change(caller.token, IRIS)).status).toBe(200);
    const byId = { id: deactivated.membershipId };
    expect(await t.dataSource.manager.findOneBy(Membership, byId)).toMatchObject({
      firstName: 'Maria',
      phone: '7',
    });
    for (const [id, firstName] of [[kept.id], [other.guardianId], [ian.id, 'Ian']] as const) {
      expect(await guardianOf(id)).toMatchObject({ firstName: firstName ?? 'Maria', phone: '+1 555 0100' });
    }
  });

  it('works for a person without any school', async () => {
    const person = await aPerson(t);
    expect((await change(person.token, IRIS)).body).toEqual(IRIS);
    expect(await userOf(person.userId)).toMatchObject(asStored);
  });

  it('trims, normalises to NFC, takes 200 characters and ignores what it does not know', async () => {
    const person = await aPerson(t);
    const name = `  Zoë ${'🦊'.repeat(196)} `.normalize('NFD');
    const { status, body } = await change(person.token, { ...IRIS, first_name: name, email: 'x', id: 'y' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...IRIS, first_name: `Zoë ${'🦊'.repeat(196)}` });
    expect(await userOf(person.userId)).toMatchObject({ email: person.email });
  });
});

describe('a school joined later', () => {
  const invite = (schoolId: string, email: string, studentId: string) =>
    t.app.get(InvitationsService).invite({
      schoolId,
      email,
      role: 'parent',
      students: [{ studentId, relation: 'mother' }],
    });

  it('takes over name and phone, by registration', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t);
    await change(person.token, IRIS);
    const ada = await school.student();
    await invite(school.id, person.email, ada.id);
    await t.api.post('/registration/confirm', { token: person.token });
    expect(await membershipsOf(person.userId)).toMatchObject([asStored]);
    expect(await t.dataSource.manager.findBy(Guardian, { studentId: ada.id })).toMatchObject([asStored]);
  });

  it('takes over, by admission, what that does not give', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t, asStored);
    const admission = { schoolId: school.id, email: person.email, role: 'parent' as const, students: [] };
    const admit = (more = {}) =>
      t.dataSource.transaction((manager) =>
        t.app.get(MemberAdmissionService).admit(manager, { ...admission, ...more }),
      );
    expect(await admit({ lastName: 'Park' })).toMatchObject({ outcome: 'created' });
    expect(await membershipsOf(person.userId)).toMatchObject([{ ...asStored, lastName: 'Park' }]);
    expect(await admit()).toMatchObject({ outcome: 'unchanged' });
  });

  it('gets the new contact also when the change comes at the same instant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const school = await aSchool(t);
      const person = await aPerson(t);
      const ada = await school.student();
      await invite(school.id, person.email, ada.id);
      const [joined, changed] = await Promise.all([
        t.api.post('/registration/confirm', { token: person.token }),
        change(person.token, IRIS),
      ]);
      expect([joined.status, changed.status]).toEqual([200, 200]);
      expect(await membershipsOf(person.userId)).toMatchObject([asStored]);
    }
  });
});
