import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { JournalEntry } from '../../../../src/platform/journal/journal-entry.entity.js';
import type { ApiAnswer } from '../../../support/api-client.js';
import { expectError, expectInvalid } from '../../../support/errors.js';
import { anOrganization } from '../../../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../../support/school.factory.js';
import { aSignup, type TestSignup } from '../../../support/signup.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let parent: TestMember;
let signup: TestSignup<'Cake'>;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  [admin, parent] = [await school.admin(), await school.parent()];
  signup = await aSignup(t, school, { Cake: { capacity: 2 } });
});

const claimFor = (
  { membershipId }: { membershipId: string },
  given: object = {},
  { by = admin, of = signup, key }: { by?: TestMember; of?: TestSignup<'Cake'>; key?: string } = {},
): Promise<ApiAnswer> =>
  t.api.send('POST', `/signups/${of.id}/management/claims`, {
    token: by.token,
    body: { membership_id: membershipId, item_id: of.items.Cake, ...given },
    headers: { ...(key && { 'idempotency-key': key }) },
  });
const claimedBy = async ({ token }: TestMember): Promise<number[]> =>
  (await t.api.get('/me/claims', { token })).body.claims.map(
    ({ quantity }: { quantity: number }) => quantity,
  );

describe('POST /signups/{signupId}/management/claims', () => {
  it('refuses whoever is no manager, whatever they send', async () => {
    expectError(await claimFor(parent, { quantity: 'x' }, { by: parent }), 403, 'not_authorized');
    const draft = await aSignup(t, school, { Cake: {} }, { opensAt: null });
    expectError(await claimFor(parent, {}, { by: parent, of: draft }), 404, 'not_found');
    expectError(await claimFor(parent, {}, { of: draft }), 409, 'conflict', 'not_open');
  });

  it('refuses who is no member, whom it is not addressed to, and the student of others', async () => {
    const [gone, elsewhere] = [await school.parent(), await (await aSchool(t)).parent()];
    await t.dataSource.query('update memberships set deactivated_at = now() where id = $1', [
      gone.membershipId,
    ]);
    for (const membershipId of [randomUUID(), gone.membershipId, elsewhere.membershipId])
      expectError(await claimFor({ membershipId }), 404, 'not_found');
    const chess = await anOrganization(t, school);
    const ofChess = { audienceType: 'organizations', audienceOrganizationIds: [chess.id] } as const;
    const other = await aSignup(t, school, { Cake: {} }, { ...ofChess, audienceOrganizationIds: [chess.id] });
    expectInvalid(await claimFor(parent, {}, { of: other }), 'membership_id');
    const student = await school.student({ firstName: 'Ada' });
    expectError(await claimFor(parent, { student_id: student.id }), 400, 'validation_failed', 'not_linked');
  });

  it('makes a claim of theirs, which they are told of, and which says who did it', async () => {
    const { status, body } = await claimFor(parent, { quantity: 2, comment: 'By phone' });
    expect([status, body.quantity, body.comment]).toEqual([201, 2, 'By phone']);
    expect([await claimedBy(parent), await claimedBy(admin)]).toEqual([[2], []]);
    const of = { schoolId: school.id, itemId: signup.id };
    const entries = await t.dataSource.manager.findBy(JournalEntry, of);
    expect(entries.map(({ kind, membershipId, ids }) => [kind, membershipId, ids])).toEqual(
      expect.arrayContaining([
        ['signup.claimed', admin.membershipId, null],
        ['signup.changed', admin.membershipId, { members: [parent.membershipId] }],
      ]),
    );
  });

  it('adds to the claim that they have, within the places that there are', async () => {
    await signup.claimed(parent, 'Cake');
    expect((await claimFor(parent)).body.quantity).toBe(2);
    expect((await claimFor(admin)).body.error).toMatchObject({ code: 'conflict', reason: 'item_full' });
  });

  it('makes one claim, whether it is sent again or at the same time', async () => {
    const key = randomUUID();
    const made = await Promise.all([1, 2, 3].map(() => claimFor(parent, {}, { key })));
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(await claimedBy(parent)).toEqual([1]);
  });

  it('never gives the last place twice', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => school.parent()));
    const answers = await Promise.all(others.map((other) => claimFor(other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  });
});
