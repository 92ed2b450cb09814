import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { expectError } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.moveTo('2026-09-07T12:00:00Z');
  school = await aSchool(t);
  parent = await school.parent();
});

const CLOSES = '2026-09-07T12:20:00.000Z';
const GONE = '2026-09-07T12:30:00.000Z';

describe('GET /schools/:schoolId/signups', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/signups` });

  it('answers 404 while the feature is off', async () => {
    await school.setFeatures({ signups: false });
    expectError(await t.api.get(`/schools/${school.id}/signups`, { token: parent.token }), 404, 'not_found');
  });

  it('returns neither items nor names, and counts what is true of all', async () => {
    const items = { Cake: { capacity: 4 }, Tea: { capacity: 2 } };
    const signup = await aSignup(t, school, items, { location: 'Gym', closesAt: new Date(CLOSES) });
    await signup.claimed(await school.parent(), 'Cake', { quantity: 3 });
    await signup.claimed(parent, 'Tea');
    expect(await signup.list(parent)).toEqual([
      {
        id: signup.id,
        school_id: school.id,
        title: 'Bake sale',
        description: null,
        location: 'Gym',
        organization_id: null,
        organization_name: null,
        opens_at: '2020-01-01T00:00:00.000Z',
        closes_at: CLOSES,
        visible_until: null,
        event_id: null,
        closed: false,
        has_claims: true,
        my_claim_count: 1,
        needed: 2,
        filled: 4,
      },
    ]);
  });

  it('leaves out how many are needed where one item is unlimited', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 4 }, Tea: {} });
    expect(await signup.list(parent)).toMatchObject([{ needed: null, filled: 0, has_claims: false }]);
  });

  it('puts open ones first, then what closes first, then by title', async () => {
    const given = [
      ['closed', { closesAt: new Date('2026-09-01T00:00:00Z') }],
      ['b', {}],
      ['a', {}],
      ['z', { closesAt: new Date(CLOSES) }],
    ] as const;
    for (const [title, more] of given) await aSignup(t, school, {}, { title, ...more });
    const list = await (await aSignup(t, school, {}, { title: 'c' })).list(parent);
    expect(list.map(({ title }) => title)).toEqual(['z', 'a', 'b', 'c', 'closed']);
  });

  it('shows admins what is addressed to them, and no more', async () => {
    const signup = await aSignup(t, school, {}, { audienceType: 'graduation_years', audienceYears: [2030] });
    const admin = await school.admin();
    expect(await signup.list(admin)).toEqual([]);
    expectError(await signup.get(admin), 404, 'not_found');
    const family = await school.parentOf(await school.student({ graduationYear: 2030 }));
    expect(await signup.list(family)).toHaveLength(1);
    expect(await signup.list(parent)).toEqual([]);
  });
});

describe('GET /signups/:signupId', () => {
  it('answers 404 for members outside of its audience, for others, and while the feature is off', async () => {
    const signup = await aSignup(t, school, { Cake: {} }, { audienceType: 'admins' });
    const elsewhere = await aSignup(t, await aSchool(t), { Cake: {} });
    for (const id of [signup.id, elsewhere.id, randomUUID(), 'cake'])
      expectError(await signup.get(parent, id), 404, 'not_found');
    const open = await aSignup(t, school, { Cake: {} });
    await school.setFeatures({ signups: false });
    expectError(await open.get(parent), 404, 'not_found');
  });

  it('shows items, who takes them, and comments to their author and managers alone', async () => {
    const signup = await aSignup(t, school, {
      Cake: { capacity: 2, waitlistEnabled: true, description: 'No nuts' },
      Tea: { startsAt: new Date(CLOSES), endsAt: new Date(GONE) },
    });
    const other = await school.parent({ firstName: 'Ben', lastName: 'Ray' });
    const first = await signup.claimed(other, 'Cake', { quantity: 2, comment: ' With sugar ' });
    t.clock.advance(1000);
    const mine = await signup.claimed(parent, 'Cake', { accept_waitlist: true, comment: 'Mine' });
    const { body } = await signup.get(parent);
    expect(body).toMatchObject({
      claimant_visibility: 'names',
      per_person_limit: null,
      claim_per: 'person',
      withdraw_until: null,
      questions: [],
      can_manage: false,
    });
    expect(body.items[0]).toEqual({
      id: signup.items.Cake,
      position: 0,
      title: 'Cake',
      description: 'No nuts',
      starts_at: null,
      ends_at: null,
      capacity: 2,
      confirmed: 2,
      remaining: 0,
      waitlist_enabled: true,
      waitlisted: 1,
      claimants: [
        {
          claim_id: first,
          display_name: 'Ben Ray',
          quantity: 2,
          status: 'confirmed',
          is_me: false,
          comment: null,
        },
        {
          claim_id: mine,
          display_name: 'Maria Park',
          quantity: 1,
          status: 'waitlisted',
          is_me: true,
          comment: 'Mine',
        },
      ],
      my_claim_ids: [mine],
    });
    expect(body.items[1]).toMatchObject({
      capacity: null,
      remaining: null,
      starts_at: CLOSES,
      ends_at: GONE,
    });
    const managed = (await signup.get(await school.admin())).body;
    expect(managed.items[0].claimants[0].comment).toBe('With sugar');
  });

  it('shows others their own entries alone where names are for managers, and true counts', async () => {
    const signup = await aSignup(
      t,
      school,
      { Cake: { capacity: 5 } },
      { claimantVisibility: 'managers_only' },
    );
    const mine = await signup.claimed(parent, 'Cake');
    const hers = await signup.claimed(await school.parent(), 'Cake', { quantity: 3 });
    const idsSeenBy = async (person: TestMember): Promise<[string[], number]> => {
      const [item] = (await signup.get(person)).body.items;
      return [item.claimants.map((one: { claim_id: string }) => one.claim_id), item.confirmed];
    };
    expect(await idsSeenBy(parent)).toEqual([[mine], 4]);
    expect(await idsSeenBy(await school.parent())).toEqual([[], 4]);
    expect((await idsSeenBy(await school.admin()))[0].sort()).toEqual([mine, hers].sort());
  });

  it('sends a strong ETag and answers 304 to who knows it', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const etag = (await signup.get(parent)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const known = { token: parent.token, headers: { 'if-none-match': etag } };
    expect((await t.api.get(`/signups/${signup.id}`, known)).status).toBe(304);
  });

  it('tells who manages it, and nobody outside of its audience', async () => {
    const team = await anOrganization(t, school);
    const given = { organizationId: team.id, audienceType: 'organizations' as const };
    const signup = await aSignup(t, school, { Cake: {} }, { ...given, audienceOrganizationIds: [team.id] });
    await team.grant(parent);
    expect((await signup.get(parent)).body).toMatchObject({ can_manage: true, organization_name: 'Chess' });
    await team.grant(await school.parent());
    expectError(await signup.get(await school.parent()), 404, 'not_found');
  });
});
