import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Membership } from '../../../src/features/memberships/membership.entity.js';
import { aList, type TestList } from '../../support/list.factory.js';
import { aPerson, aSchool, type TestMember, HOME } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function anEmptyList() {
  const school = await aSchool(t);
  return { school, list: await aList(t, school, await school.parent()) };
}

describe('The entry of a parent on a list', () => {
  const entryOf = async (list: TestList) => (await list.read('/guardians')).body[0];

  /** A parent whose every contact is known, on the list of each kind of caller. */
  async function onLists(given: Partial<Membership>, record: object = {}, home: object = {}) {
    const school = await aSchool(t);
    const ada = await school.studentAtHome(home);
    const maria = await school.parent({ phone: '+1 212 555 0100', ...given });
    await school.guardian(ada, { membershipId: maria.membershipId, ...record });
    const seenBy = async (caller: TestMember) => {
      const list = await aList(t, school, caller);
      await list.addGuardian(maria, ada);
      return entryOf(list);
    };
    return { school, ada, maria, seenBy };
  }

  it.each([
    ['the membership', { profileVisibility: 'name_only' as const }, {}],
    ['any guardian record', {}, { profileVisibility: 'name_only' }],
  ])('hides the contact that %s hides, from all but the parent and admins', async (_what, member, record) => {
    const { school, ada, maria, seenBy } = await onLists(member, record);
    const shown = { email: maria.email, phone: '+1 212 555 0100' };
    for (const caller of [await school.parent(), await school.parentOf(ada)]) {
      expect(await seenBy(caller)).toMatchObject({ name: 'Maria Park', email: null, phone: null });
    }
    expect(await seenBy(maria)).toMatchObject(shown);
    expect(await seenBy(await school.admin('junior_admin'))).toMatchObject(shown);
    expect(await seenBy(await school.admin('senior_admin'))).toMatchObject(shown);
  });

  it('hides an address that the family hides, from all but the family and admins', async () => {
    const { school, ada, maria, seenBy } = await onLists({}, {}, { addressVisible: false });
    expect((await seenBy(await school.parent())).address).toBeNull();
    expect((await seenBy(maria)).address).toEqual(HOME);
    expect((await seenBy(await school.parentOf(ada))).address).toEqual(HOME);
    expect((await seenBy(await school.admin('junior_admin'))).address).toEqual(HOME);
  });

  it('shows no address without a linked student, or without street or town', async () => {
    const { school, list } = await anEmptyList();
    const ada = await school.student({ addressCity: 'Springfield' });
    const parent = await school.parentOf([ada, await school.studentAtHome()]);
    expect((await list.addGuardian(parent)).body.address).toBeNull();
    expect((await list.addGuardian(parent, ada)).body.address).toBeNull();
  });

  it('names no student who was archived or unlinked since, and no address', async () => {
    const { school, list } = await anEmptyList();
    const [ada, ben] = [await school.studentAtHome(), await school.studentAtHome()];
    const [first, second] = [await school.parentOf(ada), await school.parentOf(ben)];
    await list.addGuardian(first, ada);
    await list.addGuardian(second, ben);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    await t.dataSource.query('delete from guardians where student_id = $1', [ben.id]);
    const entries = (await list.read('/guardians')).body;
    for (const entry of entries) expect(entry).toMatchObject({ linked_student_id: null, address: null });
    expect(entries).toHaveLength(2);
  });

  it('shows the phone that is on file for another student, or a second time for the same one', async () => {
    const { school, list } = await anEmptyList();
    const [ada, ben] = [await school.student(), await school.student()];
    const member = await school.parentOf(ada, { phone: null });
    const unlinked = await school.parentOf(ada, { phone: null, firstName: 'Twice' });
    await school.guardian(ben, { membershipId: member.membershipId, phone: '+1 212 555 0111' });
    const twin = { email: unlinked.email, firstName: 'Twice', phone: '+1 212 555 0122' };
    await school.guardian(ada, { ...twin, source: 'another' });
    expect((await list.addGuardian(member, ada)).body).toMatchObject({ phone: '+1 212 555 0111' });
    expect((await list.addGuardian(unlinked, ada)).body).toMatchObject({ phone: '+1 212 555 0122' });
  });

  it('falls back to what the school has on file, then to the account, and never to the email', async () => {
    const { school, list } = await anEmptyList();
    const nameless = { firstName: null, lastName: null, phone: null };
    const ada = await school.student();
    const record = { firstName: 'File', lastName: 'Name', phone: '+1 212 555 0111' };
    const onFile = await school.parent(nameless);
    await school.guardian(ada, { membershipId: onFile.membershipId, ...record });
    const account = await aPerson(t, { firstName: 'Account', lastName: 'Name', phone: '+1 212 555 0122' });
    const byAccount = await school.parent(nameless, account);
    const nobody = await school.parent({ ...nameless, profileVisibility: 'name_only' });
    expect((await list.addGuardian(onFile)).body).toMatchObject({
      name: 'File Name',
      phone: '+1 212 555 0111',
    });
    expect((await list.addGuardian(byAccount)).body).toMatchObject({
      name: 'Account Name',
      phone: '+1 212 555 0122',
    });
    const { body, text } = await list.addGuardian(nobody);
    expect(body).toMatchObject({ first_name: '', last_name: '', name: '', email: null, phone: null });
    expect(text).not.toContain(nobody.email.split('@')[0]);
  });
});
