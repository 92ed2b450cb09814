import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Poll } from '../../../src/features/polls/poll.entity.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.member('junior_admin', { firstName: 'Zoe', lastName: 'Zeller' });
  parent = await school.parent({ firstName: 'Ada', lastName: 'Ames' });
});

const list = (by: TestMember = admin, query = '') =>
  t.api.get(`/schools/${school.id}/polls/managed${query}`, { token: by.token });
const titles = async (by: TestMember, query = ''): Promise<string[]> =>
  (await list(by, query)).body.polls.map(({ title }: { title: string }) => title).sort();
const get = (id: string, by: TestMember = admin) => t.api.get(`/polls/${id}/management`, { token: by.token });
const csv = (id: string, by: TestMember = admin) =>
  t.api.get(`/polls/${id}/results.csv`, { token: by.token });
const lines = async (id: string): Promise<string[]> => {
  const { text, headers } = await csv(id);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return text.replace('\uFEFF', '').trimEnd().split('\r\n');
};
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);

describe('GET /schools/{schoolId}/polls/managed', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/polls/managed` });

  it('refuses who manages nothing, and an unknown state', async () => {
    expectError(await list(parent, '?state=5'), 403, 'not_authorized');
    expectInvalid(await list(admin, '?state=gone'), 'state');
  });

  it('shows an admin all of the school, and an editor those of their organizations', async () => {
    const [chess, go] = [await anOrganization(t, school), await anOrganization(t, school)];
    await chess.grant(parent);
    await aPoll(t, school, { title: 'School', audienceType: 'admins' });
    await aPoll(t, school, { title: 'Chess', organizationId: chess.id });
    await aPoll(t, school, { title: 'Go', organizationId: go.id });
    await aPoll(t, await aSchool(t), { title: 'Elsewhere' });
    expect(await titles(admin)).toEqual(['Chess', 'Go', 'School']);
    expect(await titles(parent)).toEqual(['Chess']);
  });

  it('shows those in one state, and deleted ones only when they are asked for', async () => {
    const polls: Record<string, Partial<Poll>> = {
      draft: { opensAt: null },
      upcoming: { opensAt: inHours(1) },
      open: {},
      closed: { closesAt: inHours(0) },
      deleted: { deletedAt: inHours(-1) },
    };
    for (const [title, poll] of Object.entries(polls)) await aPoll(t, school, { title, ...poll });
    await aPoll(t, school, { title: 'long gone', deletedAt: inHours(-30 * 24) });
    for (const state of Object.keys(polls)) {
      const { body } = await list(admin, `?state=${state}`);
      expect(body.polls).toMatchObject([{ title: state, state }]);
    }
    expect(await titles(admin)).toEqual(['closed', 'draft', 'open', 'upcoming']);
  });

  it('counts whom each is for, who has answered and who has not', async () => {
    const [chess, ada] = [await anOrganization(t, school), await school.student({ graduationYear: 2030 })];
    const mother = await school.parentOf(ada);
    await chess.enroll(ada);
    const everyones = await aPoll(t, school, { title: 'everyone' });
    await aPoll(t, school, { title: 'year', audienceType: 'graduation_years', audienceYears: [2030, 2031] });
    const team = await aPoll(t, school, {
      ...{ title: 'team', audienceType: 'organizations' as const, audienceOrganizationIds: [chess.id] },
    });
    await aPoll(t, school, { title: 'admins', audienceType: 'admins' });
    await everyones.aResponse([], parent);
    await team.aResponse([], mother);
    // Of somebody for whom it is not meant any more: an answer, and nobody who owes one.
    await team.aResponse([], parent);
    const { body } = await list();
    const counts = Object.fromEntries(
      body.polls.map((poll: Record<string, unknown>) => [
        poll['title'],
        [poll['audience_count'], poll['response_count'], poll['outstanding_count'], poll['respondents']],
      ]),
    );
    expect(counts).toEqual({
      everyone: [3, 1, 2, null],
      year: [1, 0, 1, null],
      team: [1, 2, 0, null],
      admins: [1, 0, 1, null],
    });
  });
});

describe('GET /polls/{pollId}/management', () => {
  it('tells by name who has answered, and how often each choice was chosen', async () => {
    const poll = await aPoll(t, school, { resultsVisibility: 'never' }, [2]);
    await poll.aResponse([1], admin);
    await poll.aResponse([1], parent);
    const { body } = await get(poll.id);
    expect(body.respondents).toEqual([
      { membership_id: parent.membershipId, name: 'Ada Ames', responded_at: expect.any(String) },
      { membership_id: admin.membershipId, name: 'Zoe Zeller', responded_at: expect.any(String) },
    ]);
    expect(body.questions[0].choices).toMatchObject([
      { text: 'Choice 0', count: 0, percent: 0 },
      { text: 'Choice 1', count: 2, percent: 100 },
    ]);
  });

  it('shows of an anonymous poll nobody, and numbers that move in steps of three', async () => {
    const poll = await aPoll(t, school, { anonymous: true, resultsVisibility: 'never' }, [2]);
    const seen = [];
    for (let people = 0; people < 7; people += 1) {
      await poll.respond(await school.parent(), poll.answers([1]));
      const { body } = await get(poll.id);
      expect(body.respondents).toBeNull();
      seen.push([body.response_count, body.questions[0].choices[1].count, body.outstanding_count]);
    }
    expect(seen).toEqual([
      ...[1, 2, 3, 4, 5].map((people) => [0, 0, 2 + people]),
      ...[6, 7].map((people) => [3, 3, people - 1]),
    ]);
    const listed = (await list()).body.polls[0];
    expect([listed.response_count, listed.respondents]).toEqual([3, null]);
  });

  it('sends an ETag that an answer changes', async () => {
    const poll = await aPoll(t, school);
    const etag = (await get(poll.id)).headers.get('etag')!;
    const again = () =>
      t.api.get(`/polls/${poll.id}/management`, { token: admin.token, headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await poll.aResponse([], parent);
    expect((await again()).status).toBe(200);
  });
});

describe('GET /polls/{pollId}/results.csv', () => {
  it('refuses whoever is no manager', async () => {
    const [open, early] = [await aPoll(t, school), await aPoll(t, school, { opensAt: inHours(1) })];
    expectError(await csv(open.id, parent), 403, 'not_authorized');
    expectError(await csv(early.id, parent), 404, 'not_found');
  });

  it('returns a row for each person, with what they have chosen, also for those who have not answered', async () => {
    const poll = await aPoll(t, school, {}, [2, 2]);
    await poll.aResponse([1, 0], parent);
    expect(await lines(poll.id)).toEqual([
      'Name,Answered at,Question 0,Question 1',
      expect.stringMatching(/^Ada Ames,\d{4}-\d\d-\d\d \d\d:\d\d,Choice 1,Choice 0$/),
      'Zoe Zeller,,,',
    ]);
  });

  it('returns of an anonymous poll numbers alone', async () => {
    const poll = await aPoll(t, school, { anonymous: true, closesAt: inHours(1) }, [2]);
    for (let people = 0; people < 4; people += 1)
      await poll.respond(await school.parent(), poll.answers([people % 2]));
    await t.dataSource.query('update polls set closes_at = $2 where id = $1', [poll.id, t.clock.now()]);
    expect(await lines(poll.id)).toEqual([
      'Question,Choice,Answers,Percent',
      'Question 0,Choice 0,2,50',
      'Question 0,Choice 1,2,50',
    ]);
  });

  it('returns no cell that is a formula', async () => {
    const poll = await aPoll(t, school, { title: '=1+1' }, [2]);
    await t.dataSource.query(`update poll_choices set text = '=HYPERLINK("x")' where question_id = $1`, [
      poll.questions[0]!.id,
    ]);
    await t.dataSource.query(`update memberships set first_name = '@SUM', last_name = '+1' where id = $1`, [
      parent.membershipId,
    ]);
    await poll.aResponse([], parent);
    const [, row] = await lines(poll.id);
    expect(row!.split(',').map((cell) => cell.replace(/^"/, '')[0])).not.toContain('=');
    expect(row).toMatch(/^'@SUM \+1,/);
  });
});
