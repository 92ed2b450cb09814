import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPoll } from '../../support/poll.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aSchool, type Person, type TestMember, type TestSchool } from '../../support/school.factory.js';
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
  school = await aSchool(t);
  parent = await school.parent();
});

const list = (of: TestSchool, { token }: Pick<Person, 'token'>, headers = {}) =>
  t.api.get(`/schools/${of.id}/polls`, { token, headers });
const titles = async (of: TestSchool, person: Pick<Person, 'token'>): Promise<string[]> =>
  (await list(of, person)).body.polls.map(({ title }: { title: string }) => title);
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);

describe('GET /schools/{schoolId}/polls', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/polls` });

  it('answers 404 while the school has turned polls off', async () => {
    await school.setFeatures({ polls: false });
    expectError(await list(school, parent), 404, 'not_found');
  });

  it('leaves out one that is not open yet, of another school or for others, whoever asks', async () => {
    const [admin, team] = [await school.admin(), await anOrganization(t, school)];
    await aPoll(t, school, { title: 'Early', opensAt: inHours(1) });
    await aPoll(t, await aSchool(t), { title: 'Elsewhere' });
    await aPoll(t, school, { title: 'Year', audienceType: 'graduation_years', audienceYears: [2030] });
    await aPoll(t, school, {
      title: 'Team',
      organizationId: team.id,
      audienceType: 'organizations',
      audienceOrganizationIds: [team.id],
    });
    expect([await titles(school, parent), await titles(school, admin)]).toEqual([[], []]);
    await aPoll(t, school, { title: 'Staff', audienceType: 'admins' });
    expect([await titles(school, parent), await titles(school, admin)]).toEqual([[], ['Staff']]);
  });

  it('lists those of the years and organizations of the own children', async () => {
    const [team, ada] = [await anOrganization(t, school), await school.student({ graduationYear: 2030 })];
    await team.enroll(ada);
    await aPoll(t, school, { title: 'Year', audienceType: 'graduation_years', audienceYears: [2030] });
    await aPoll(t, school, {
      title: 'Team',
      audienceType: 'organizations',
      audienceOrganizationIds: [team.id],
    });
    expect(await titles(school, await school.parentOf(ada))).toEqual(['Team', 'Year']);
  });

  it('lists open ones first, by their end and then by title, and closed ones last', async () => {
    await aPoll(t, school, { title: 'Closed', closesAt: inHours(-0.5) });
    await aPoll(t, school, { title: 'Endless B' });
    await aPoll(t, school, { title: 'Éndless A' });
    await aPoll(t, school, { title: 'Later', closesAt: inHours(2) });
    const closesAt = inHours(1);
    await aPoll(t, school, { title: 'Soon B', closesAt });
    await aPoll(t, school, { title: 'Soon A', closesAt });
    expect(await titles(school, parent)).toEqual([
      ...['Soon A', 'Soon B', 'Later'],
      ...['Éndless A', 'Endless B', 'Closed'],
    ]);
  });

  it('shows of a poll what the contract says, and whether the caller has answered', async () => {
    const opensAt = new Date('2026-01-02T03:04:05.678Z');
    const poll = await aPoll(t, school, { opensAt, description: '<p>When?</p>' });
    const expected = {
      id: poll.id,
      school_id: school.id,
      title: 'Picnic',
      description: '<p>When?</p>',
      organization_id: null,
      opens_at: '2026-01-02T03:04:05.678Z',
      closes_at: null,
      results_visibility: 'always',
      anonymous: false,
      question_count: 2,
      closed: false,
      already_responded: false,
      responded_at: null,
    };
    expect((await list(school, parent)).body).toEqual({ polls: [expected] });
    const { body } = await poll.respond(parent);
    expect((await list(school, parent)).body.polls).toEqual([
      { ...expected, already_responded: true, responded_at: body.submitted_at },
    ]);
    expect((await list(school, await school.parent())).body.polls).toEqual([expected]);
  });

  it('answers 304 to whoever has it', async () => {
    await aPoll(t, school);
    const etag = (await list(school, parent)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\//);
    expect((await list(school, parent, { 'if-none-match': etag })).status).toBe(304);
  });
});

describe('GET /polls/{pollId}', () => {
  it('answers 404 for one that is unknown, malformed, of another school, or not addressed to the caller', async () => {
    const [foreign, staff] = [
      await aPoll(t, await aSchool(t)),
      await aPoll(t, school, { audienceType: 'admins' }),
    ];
    for (const id of [randomUUID(), 'picnic', foreign.id, staff.id])
      expectError(await t.api.get(`/polls/${id}`, { token: parent.token }), 404, 'not_found');
  });

  it('answers 404 while the school has turned polls off, for admins too', async () => {
    const [poll, admin] = [await aPoll(t, school), await school.admin()];
    await school.setFeatures({ polls: false });
    for (const person of [parent, admin]) expectError(await poll.get(person), 404, 'not_found');
  });

  it('answers 404 before it opens and to whom it is not addressed, also to those who manage it', async () => {
    const team = await anOrganization(t, school);
    const [editor, admin] = [await team.anEditor(), await school.admin('junior_admin')];
    const early = await aPoll(t, school, { organizationId: team.id, opensAt: inHours(1) });
    const forAdmins = await aPoll(t, school, { organizationId: team.id, audienceType: 'admins' });
    for (const person of [parent, editor, admin]) expectError(await early.get(person), 404, 'not_found');
    expectError(await forAdmins.get(editor), 404, 'not_found');
    expect((await forAdmins.get(admin)).status).toBe(200);
  });

  it('returns questions and choices in their order, and the own answers once they are given', async () => {
    const poll = await aPoll(t, school);
    const { body } = await poll.get(parent);
    const choiceOf = (id: string, position: number) => ({ id, position, text: `Choice ${position}` });
    expect(body.questions).toEqual(
      poll.questions.map(({ id, choices }, position) => ({
        id,
        position,
        text: `Question ${position}`,
        choices: choices.map(choiceOf),
      })),
    );
    expect(body.my_answers).toBeNull();
    await poll.respond(parent, poll.answers([1, 2]).reverse());
    expect((await poll.get(parent)).body.my_answers).toEqual(poll.answers([1, 2]));
    expect((await poll.get(await school.admin())).body.my_answers).toBeNull();
  });

  it('sends a strong ETag that changes with an answer', async () => {
    const poll = await aPoll(t, school);
    const etag = (await poll.get(parent)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    expect((await poll.get(parent, { 'if-none-match': etag })).status).toBe(304);
    await poll.respond(parent);
    expect((await poll.get(parent, { 'if-none-match': etag })).status).toBe(200);
  });
});
