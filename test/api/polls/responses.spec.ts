import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Poll } from '../../../src/features/polls/poll.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPoll, type TestPoll } from '../../support/poll.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aSchool, type Person, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
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

const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);

function expectReason(answer: ApiAnswer, reason: string): void {
  expect([answer.status, answer.body.error]).toEqual([
    400,
    expect.objectContaining({ code: 'validation_failed', reason }),
  ]);
}

/** Whatever they send, and nothing is written. */
async function expectRefused(poll: TestPoll, person: Person, status: 403 | 404): Promise<void> {
  const code = status === 403 ? 'not_authorized' : 'not_found';
  for (const answers of [poll.answers(), [], null, 'none'])
    expectError(await poll.respond(person, answers), status, code);
}

const eraseOwnerOf = (membershipId: string): string =>
  `delete from users where id = (select user_id from memberships where id = '${membershipId}')`;

/** The parent's response, while something else is done before it gets the lock of the poll. */
async function respondsMeanwhile(poll: TestPoll, sql: string): Promise<ApiAnswer> {
  const answer = await t.dataSource.transaction(async (manager) => {
    await manager.query('select 1 from polls where id = $1 for update', [poll.id]);
    const waiting = poll.respond(parent);
    await untilWaiting(t.dataSource);
    await t.dataSource.query(sql);
    return { waiting };
  });
  return answer.waiting;
}

describe('POST /polls/{pollId}/respond', () => {
  it('refuses a call without a token', async () => {
    const poll = await aPoll(t, school);
    expectError(await t.api.post(`/polls/${poll.id}/respond`, { body: {} }), 401, 'not_authenticated');
  });

  it('answers 404 for an unknown poll and for whoever is no active member of its school', async () => {
    const poll = await aPoll(t, school);
    const deactivated = await school.parent();
    await school.deactivate(deactivated);
    for (const stranger of [await (await aSchool(t)).admin(), deactivated])
      await expectRefused(poll, stranger, 404);
    const unknown = await t.api.post(`/polls/${randomUUID()}/respond`, { token: parent.token, body: {} });
    expectError(unknown, 404, 'not_found');
    expect(await poll.responses()).toEqual([]);
  });

  it('answers 404 while the school has turned polls off', async () => {
    const poll = await aPoll(t, school);
    await school.setFeatures({ polls: false });
    await expectRefused(poll, parent, 404);
  });

  it('answers 404 before it opens, for admins and editors too', async () => {
    const [team, editor] = [await anOrganization(t, school), await school.parent()];
    await team.grant(editor);
    const poll = await aPoll(t, school, { organizationId: team.id, opensAt: inHours(1) });
    for (const person of [parent, editor, await school.admin()]) await expectRefused(poll, person, 404);
  });

  it('answers 403 to a member whom it is not addressed to, whether or not they manage it, open or closed', async () => {
    const [team, editor] = [await anOrganization(t, school), await school.parent()];
    await team.grant(editor);
    const ofYear: Partial<Poll> = { audienceType: 'graduation_years', audienceYears: [2030] };
    for (const closesAt of [null, inHours(-0.5)]) {
      const poll = await aPoll(t, school, { ...ofYear, organizationId: team.id, closesAt });
      for (const person of [parent, editor, await school.admin()]) await expectRefused(poll, person, 403);
    }
  });

  it.each([
    [
      'named',
      'deactivated',
      (id: string) => `update memberships set deactivated_at = now() where id = '${id}'`,
    ],
    [
      'anonymous',
      'deactivated',
      (id: string) => `update memberships set deactivated_at = now() where id = '${id}'`,
    ],
    ['named', 'erased', eraseOwnerOf],
    ['anonymous', 'erased', eraseOwnerOf],
  ])('answers 404 to whoever waits for a %s poll and is %s meanwhile', async (kind, _, sql) => {
    const poll = await aPoll(t, school, { anonymous: kind === 'anonymous' });
    expectError(await respondsMeanwhile(poll, sql(parent.membershipId)), 404, 'not_found');
    expect(await poll.responses()).toEqual([]);
  });

  it('answers 403 to an admin who waits for a poll of admins and is none meanwhile', async () => {
    const poll = await aPoll(t, school, { audienceType: 'admins' });
    parent = await school.admin();
    const demoted = `update memberships set role = 'parent' where id = '${parent.membershipId}'`;
    expectError(await respondsMeanwhile(poll, demoted), 403, 'not_authorized');
    expect(await poll.responses()).toEqual([]);
  });

  it('refuses what comes after it has closed, right or wrong, and to be answered twice', async () => {
    const poll = await aPoll(t, school, { closesAt: inHours(-0.5) });
    for (const answers of [poll.answers(), []]) expectReason(await poll.respond(parent, answers), 'closed');
    await poll.aResponse([], parent);
    expectReason(await poll.respond(parent), 'closed');
  });

  it('refuses a second response, and keeps the first', async () => {
    const poll = await aPoll(t, school);
    expect((await poll.respond(parent, poll.answers([0, 0]))).status).toBe(200);
    for (const answers of [poll.answers([1, 1]), poll.answers([0, 0]), []])
      expectReason(await poll.respond(parent, answers), 'already_responded');
    expect((await poll.get(parent)).body.my_answers).toEqual(poll.answers([0, 0]));
  });

  it('refuses every answer set that is not whole', async () => {
    const [poll, other] = [await aPoll(t, school), await aPoll(t, school)];
    const [first, second] = poll.answers() as [Answer, Answer];
    const [foreign] = other.answers() as [Answer];
    const strange = 'question_id is no question of this poll';
    const elsewhere = 'choice_id is no choice of its question';
    const wrong: [message: string, answers: unknown][] = [
      ['answers must be an array', null],
      ['answers must be an array', 'all'],
      ['answers must be an array', {}],
      ['a question is not answered', []],
      ['a question is not answered', [first]],
      ['a question is answered more than once', [first, second, second]],
      ['a question is answered more than once', [first, first]],
      [
        'a question is answered more than once',
        [first, { ...first, choice_id: poll.questions[0]!.choices[1] }],
      ],
      ['every answer has a question_id', [first, null]],
      ['every answer has a question_id', [first, 'second']],
      ['every answer has a question_id', [first, [second]]],
      ['every answer has a choice_id', [first, { question_id: second.question_id }]],
      ['every answer has a question_id', [first, { choice_id: second.choice_id }]],
      ['every answer has a choice_id', [first, { ...second, choice_id: 7 }]],
      [elsewhere, [first, { ...second, choice_id: 'maybe' }]],
      [elsewhere, [first, { ...second, choice_id: first.choice_id }]],
      [elsewhere, [first, { ...second, choice_id: randomUUID() }]],
      [elsewhere, [first, { ...second, choice_id: foreign.choice_id }]],
      [strange, [first, { ...second, question_id: '__proto__' }]],
      [strange, [first, { ...second, question_id: 'constructor' }]],
      [strange, [first, foreign]],
      [strange, [first, second, foreign]],
      [strange, [first, { ...second, question_id: `${second.question_id}\u0000` }]],
    ];
    for (const [message, answers] of wrong) {
      const answer = await poll.respond(parent, answers);
      expectReason(answer, 'invalid_answers');
      expect([answers, answer.body.error.fields]).toEqual([answers, [{ path: 'answers', message }]]);
    }
    const { token } = parent;
    for (const body of [{}, { answer: [first, second] }])
      expectReason(await t.api.post(`/polls/${poll.id}/respond`, { token, body }), 'invalid_answers');
    expect(await poll.responses()).toEqual([]);
  });

  it('writes down who answered what, and when', async () => {
    const poll = await aPoll(t, school);
    const { status, body } = await poll.respond(parent, poll.answers([1, 2]).reverse());
    expect([status, Object.keys(body as object)]).toEqual([200, ['submitted_at']]);
    expect(await poll.responses()).toMatchObject([
      { schoolId: school.id, userId: parent.userId, submittedAt: new Date(body.submitted_at as string) },
    ]);
    expect(await poll.answerCount()).toBe(2);
  });

  it('knows an id whatever its case, and ignores what it does not know', async () => {
    const poll = await aPoll(t, school);
    const shouted = poll.answers().map(({ question_id, choice_id }) => ({
      question_id: question_id.toUpperCase(),
      choice_id: choice_id.toUpperCase(),
      comment: 'Gladly',
    }));
    expect((await poll.respond(parent, shouted)).status).toBe(200);
  });

  it('lets an editor and an admin answer what is addressed to them', async () => {
    const [team, editor] = [await anOrganization(t, school), await school.parent()];
    await team.grant(editor);
    const poll = await aPoll(t, school, { organizationId: team.id });
    for (const person of [editor, await school.admin()])
      expect((await poll.respond(person)).status).toBe(200);
  });
});

type Answer = ReturnType<TestPoll['answers']>[number];

describe('A response', () => {
  it('stays counted when its person leaves the school, and is still theirs when they come back', async () => {
    const poll = await aPoll(t, school);
    await poll.respond(parent);
    const left = await t.api.post(`/me/leave-school/${parent.membershipId}`, { token: parent.token });
    expect(left.status).toBe(204);
    expect((await poll.get(await school.admin())).body.results.respondent_count).toBe(1);
    await school.parent({}, parent);
    expectReason(await poll.respond(parent), 'already_responded');
  });

  it('stays counted when the account is gone', async () => {
    const poll = await aPoll(t, school);
    await poll.respond(parent);
    await t.dataSource.query('delete from memberships where user_id = $1', [parent.userId]);
    await t.dataSource.query('delete from users where id = $1', [parent.userId]);
    expect(await poll.responses()).toMatchObject([{ userId: null }]);
    expect((await poll.get(await school.admin())).body.results.respondent_count).toBe(1);
  });
});
