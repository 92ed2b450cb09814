import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import { GuardianDeparture } from '../../../src/features/directory/guardians/guardian-departure.entity.js';
import { aFullLife } from '../../support/full-life.factory.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { EveryRow } from '../../support/database/every-row.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const left = async ({ membershipId, token }: TestMember): Promise<void> => {
  expect((await t.api.post(`/me/leave-school/${membershipId}`, { token })).status).toBe(204);
};

describe('leaving a school', () => {
  it('takes everything of this membership away, and nothing else', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const caller = await ash.parent();
    const atBirch = await birch.parent({}, caller);
    const { ada, ben, other, onFile, ownListId, othersListId } = await aFullLife(t, ash, caller);
    await aFullLife(t, birch, atBirch);
    await t.api.patch('/me/profile-visibility', {
      token: caller.token,
      body: { profile_visibility: 'name_only' },
    });
    const before = await EveryRow.of(t.dataSource);
    t.clock.moveTo('2026-11-21T10:00:00Z');
    await left(caller);
    const after = await EveryRow.of(t.dataSource);

    const { membershipId } = caller;
    const gone = after.lackedBy(before);
    const linked = [{ student_id: ada.id }, { student_id: ben.id }];
    expect(gone).toMatchObject({
      app_passwords: [{ membership_id: membershipId }],
      calendar_subscriptions: [{ membership_id: membershipId }],
      menu_subscriptions: [{ membership_id: membershipId }],
      guardians: expect.arrayContaining(linked.map((one) => expect.objectContaining(one))),
      list_guardians: expect.arrayContaining([
        expect.objectContaining({ list_id: ownListId, guardian_membership_id: membershipId }),
        expect.objectContaining({ list_id: ownListId, guardian_membership_id: other.membershipId }),
        expect.objectContaining({ list_id: othersListId, guardian_membership_id: membershipId }),
      ]),
      list_students: [{ list_id: ownListId }],
      lists: [{ id: ownListId }],
      memberships: [{ id: membershipId }],
      notes: [{ author_membership_id: membershipId }],
      parent_photos: [{ membership_id: membershipId }],
      stars: [{ membership_id: membershipId }],
      visibility_changes: [{ school_id: ash.id, visible: false }, { school_id: ash.id }],
    });
    expect(Object.fromEntries(Object.entries(gone).map(([table, rows]) => [table, rows.length]))).toEqual({
      app_passwords: 1,
      calendar_subscriptions: 1,
      guardians: 2,
      list_guardians: 3,
      list_students: 1,
      lists: 1,
      memberships: 1,
      menu_subscriptions: 1,
      notes: 1,
      parent_photos: 1,
      stars: 1,
      visibility_changes: 2,
    });
    expect(before.lackedBy(after)).toEqual({
      guardian_departures: [
        {
          student_id: ada.id,
          source: 'content',
          source_id: onFile.sourceId,
          school_id: ash.id,
          user_id: caller.userId,
          for_good: false,
        },
      ],
      member_departures: [
        {
          user_id: caller.userId,
          school_id: ash.id,
          profile_visibility: 'name_only',
          unsubscribed_at: null,
          mail_token: null,
          revoked_organization_ids: [],
          left_at: expect.stringMatching(/^2026-11-21T10:00:/),
        },
      ],
      object_removals: ['-320.webp', '-96.webp', '.png'].map((end) => ({
        key: `parent-photos/${membershipId}${end}`,
        due_at: expect.stringMatching(/^2026-11-21T10:00:/),
      })),
    });
  });

  it('takes the name off the roster, and leaves the notes of others', async () => {
    const school = await aSchool(t);
    const caller = await school.parent();
    const { ada, other } = await aFullLife(t, school, caller);
    await left(caller);
    const { body } = await t.api.get(`/students/${ada.id}`, other);
    expect(body.guardians).toMatchObject([{ name: 'Ian Park', membership_id: null }]);
    expect(body.notes).toMatchObject([{ body: 'A note' }]);
    const roster = await t.api.get(`/schools/${school.id}/students`, { token: (await school.admin()).token });
    expect(roster.text).not.toContain('Leaver');
  });

  it('takes a second record of the same person for the same student along', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const caller = await school.parentOf(ada);
    const twin = { email: caller.email, source: 'oneroster', lastName: 'PARK' };
    await school.guardian(ada, twin);
    await left(caller);
    expect(await t.dataSource.manager.findBy(Guardian, { studentId: ada.id })).toEqual([]);
    expect(await t.dataSource.manager.findBy(GuardianDeparture, { studentId: ada.id })).toHaveLength(2);
  });

  it('takes it along after a change of name, which is of both', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const caller = await school.parentOf(ada);
    await school.guardian(ada, { email: caller.email, source: 'oneroster', phone: '+1 555 0142' });
    const body = { first_name: 'Iris', last_name: 'Vale', phone: '+1 555 0177' };
    expect((await t.api.patch('/me/contact', { token: caller.token, body })).status).toBe(200);
    const seen = await t.api.get(`/students/${ada.id}`, { token: (await school.parent()).token });
    expect(seen.body.guardians).toMatchObject(
      Array(2).fill({ name: 'Iris Vale', email: caller.email, phone: body.phone }),
    );
    await left(caller);
    expect(await t.dataSource.manager.findBy(Guardian, { studentId: ada.id })).toEqual([]);
  });

  it('leaves another guardian alone who shares the email address', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const caller = await school.parentOf(ada);
    const ian = await school.guardian(ada, { email: caller.email, firstName: 'Ian', relation: 'father' });
    await left(caller);
    expect(await t.dataSource.manager.findBy(Guardian, { studentId: ada.id })).toMatchObject([
      { id: ian.id },
    ]);
  });

  it('ends access with the next request; the account, its session and the other school stay', async () => {
    const [ash, birch] = [await aSchool(t), await aSchool(t)];
    const ada = await ash.student();
    const caller = await ash.parentOf(ada);
    await birch.parent({}, caller);
    await left(caller);
    expectError(await t.api.get(`/schools/${ash.id}/students`, caller), 403, 'not_authorized');
    expectError(await t.api.get(`/students/${ada.id}`, caller), 404, 'not_found');
    expect((await t.api.get(`/schools/${birch.id}/students`, caller)).status).toBe(200);
    expect((await t.api.get('/me', caller)).body).toMatchObject({
      user: { id: caller.userId },
      memberships: [{ school_id: birch.id }],
      is_fully_deactivated: false,
    });
    expect((await t.api.get('/me/sessions', caller)).body.sessions).not.toEqual([]);
  });

  it('leaves a person of one school with an account that is not deactivated', async () => {
    const caller = await (await aSchool(t)).parent();
    await left(caller);
    expect((await t.api.get('/me', caller)).body).toMatchObject({
      memberships: [],
      is_fully_deactivated: false,
    });
    expectError(await t.api.post('/registration/confirm', caller), 404, 'not_found');
  });
});
