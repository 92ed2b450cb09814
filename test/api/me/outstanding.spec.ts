import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aPoll } from '../../support/poll.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import {
  aPerson,
  aSchool,
  type Person,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let elsewhere: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt(new Date().toISOString());
  [school, elsewhere] = [await aSchool(t), await aSchool(t)];
  parent = await school.parent();
});

const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);
const look = ({ token }: Person) => t.api.get('/me/outstanding', { token });
const titles = async (person: Person): Promise<string[]> =>
  (await look(person)).body.items.map(({ title }: { title: string }) => title);
const counts = async ({ id }: TestSchool, { token }: Person): Promise<[number, number]> => {
  const { body: features } = await t.api.get(`/schools/${id}/features`, { token });
  const { body: watch } = await t.api.get(`/schools/${id}/watch`, { token });
  return [features.counts.polls_open, watch.counts.outstanding];
};

describe('GET /me/outstanding', () => {
  it('refuses a call without a token', async () => {
    expectError(await t.api.get('/me/outstanding'), 401, 'not_authenticated');
  });

  it('returns nothing for a person of no school', async () => {
    expect((await look(await aPerson(t))).body).toEqual({ items: [] });
  });

  it('leaves out a poll that is to come, closed, answered, for others, or of a school left or without polls', async () => {
    const [left, off] = [await aSchool(t), await aSchool(t)];
    await left.deactivate(await left.parent({}, parent));
    await elsewhere.deactivate(await elsewhere.parent({}, parent));
    await off.parent({}, parent);
    await off.setFeatures({ polls: false });
    await aPoll(t, school, { opensAt: inHours(1) });
    await aPoll(t, school, { closesAt: inHours(-0.5) });
    await aPoll(t, school, { audienceType: 'admins' });
    await (await aPoll(t, school)).respond(parent);
    for (const other of [left, elsewhere, off]) await aPoll(t, other);
    expect(await titles(parent)).toEqual([]);
    expect([await counts(school, parent), await counts(off, parent)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('leaves out a sign-up that is to come, closed, claimed, for others, without an item to begin, or of a school left or without sign-ups', async () => {
    const [left, off] = [await aSchool(t), await aSchool(t)];
    await left.deactivate(await left.parent({}, parent));
    await off.parent({}, parent);
    await off.setFeatures({ signups: false });
    await aSignup(t, school, { Cake: {} }, { opensAt: inHours(1) });
    await aSignup(t, school, { Cake: {} }, { closesAt: inHours(-0.5) });
    await aSignup(t, school, { Cake: {} }, { audienceType: 'admins' });
    await aSignup(t, school, { Setup: { startsAt: inHours(-2) }, Cleaning: { startsAt: inHours(0) } });
    await (await aSignup(t, school, { Cake: {} })).claimed(parent, 'Cake');
    for (const other of [left, elsewhere, off]) await aSignup(t, other, { Cake: {} });
    expect(await titles(parent)).toEqual([]);
    await aSignup(t, school, { Setup: { startsAt: inHours(-2) }, Cleaning: { startsAt: inHours(1) } });
    expect(await titles(parent)).toEqual(['Bake sale']);
  });

  it('lists what is due first in all schools, and last what stays open', async () => {
    await elsewhere.admin('junior_admin', parent);
    await aPoll(t, school, { title: 'Endless' });
    await aPoll(t, school, { title: 'Élan' });
    await aPoll(t, elsewhere, { title: 'Soon', closesAt: inHours(1), audienceType: 'admins' });
    await aPoll(t, school, { title: 'Later', closesAt: inHours(2) });
    expect(await titles(parent)).toEqual(['Soon', 'Later', 'Élan', 'Endless']);
    expect([await counts(school, parent), await counts(elsewhere, parent)]).toEqual([
      [3, 3],
      [1, 1],
    ]);
  });

  it('says what it is, and where to answer it', async () => {
    const closesAt = inHours(1);
    const { id } = await aPoll(t, school, { closesAt });
    expect((await look(parent)).body.items).toEqual([
      {
        kind: 'poll',
        id,
        school_id: school.id,
        title: 'Picnic',
        student_id: null,
        due_at: closesAt.toISOString(),
        deep_link: `https://directory.example.org/schools/${school.id}/polls/${id}`,
      },
    ]);
  });

  it('loses what is answered', async () => {
    const poll = await aPoll(t, school);
    expect([await titles(parent), await counts(school, parent)]).toEqual([['Picnic'], [1, 1]]);
    await poll.respond(parent);
    expect([await titles(parent), await counts(school, parent)]).toEqual([[], [0, 0]]);
  });
});

describe('The count of polls of an organization', () => {
  it('equals that of its polls in the list, and 0 while the school has turned polls off', async () => {
    const team = await anOrganization(t, school);
    const of = async () =>
      (await t.api.get(`/organizations/${team.id}`, { token: parent.token })).body.counts.polls as number;
    await aPoll(t, school);
    await aPoll(t, school, { organizationId: team.id, audienceType: 'admins' });
    await aPoll(t, school, { organizationId: team.id, opensAt: inHours(1) });
    expect(await of()).toBe(0);
    await aPoll(t, school, { organizationId: team.id, closesAt: inHours(-0.5) });
    await aPoll(t, school, { organizationId: team.id });
    expect(await of()).toBe(2);
    await school.setFeatures({ polls: false });
    expect(await of()).toBe(0);
  });
});
