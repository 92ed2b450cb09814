import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PollTalliesService } from '../../src/features/polls/poll-tallies.service.js';
import { aPoll, type Choosing, type TestPoll } from '../support/poll.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let people: TestMember[];
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  people = [];
  for (let n = 0; n < 40; n += 1) people.push(await school.parent());
});
afterAll(() => t.close());

const close = (poll: TestPoll) =>
  t.dataSource.query('update polls set closes_at = $2 where id = $1', [poll.id, t.clock.now()]);

describe('The results of an anonymous poll', () => {
  const countOf = async (poll: TestPoll): Promise<number | null> =>
    (await poll.get(people[0]!)).body.results?.respondent_count ?? null;

  it.each([3, 4, 5, 6, 7, 8])(
    'stay at least three behind while it is open: closing adds three to five of %i at once',
    async (respondents) => {
      const poll = await aPoll(t, school, { anonymous: true });
      for (const person of people.slice(0, respondents)) await poll.respond(person, poll.answers([1, 0]));
      const open = (await countOf(poll)) ?? 0;
      expect(respondents - open).toBeGreaterThanOrEqual(3);
      expect(respondents - open).toBeLessThanOrEqual(5);
      expect(open % 3).toBe(0);
      await close(poll);
      expect(await countOf(poll)).toBe(respondents);
    },
  );

  it('stay sealed where fewer than three have answered, also once it has closed', async () => {
    const poll = await aPoll(t, school, { anonymous: true });
    for (const person of people.slice(0, 2)) await poll.respond(person, poll.answers([1, 0]));
    await close(poll);
    expect(await countOf(poll)).toBeNull();
    // The job that settles polls has nothing to do with it, today and tomorrow.
    expect(await t.app.get(PollTalliesService).countNextPending()).toBe(false);
  });

  it('keep one or two sealed who answer a poll that was closed and is open once more', async () => {
    const poll = await aPoll(t, school, { anonymous: true });
    for (const person of people.slice(0, 4)) await poll.respond(person, poll.answers([1, 0]));
    await close(poll);
    expect(await countOf(poll)).toBe(4);
    await t.dataSource.query('update polls set closes_at = null where id = $1', [poll.id]);
    await poll.respond(people[4]!, poll.answers([0, 0]));
    expect(await countOf(poll)).toBe(4);
    await close(poll);
    expect(await countOf(poll)).toBe(4);
    expect(await t.app.get(PollTalliesService).countNextPending()).toBe(false);
  });

  it('move in steps of three while it is open, and are all of them once it has closed', async () => {
    const poll = await aPoll(t, school, { anonymous: true });
    const shown: (number | null)[] = [];
    for (const person of people.slice(0, 8)) {
      expect((await poll.respond(person, poll.answers([0, 1]))).status).toBe(200);
      shown.push(await countOf(poll));
    }
    expect(shown).toEqual([null, null, null, null, null, 3, 3, 3]);
    await close(poll);
    const { body } = await poll.get(people[30]!);
    expect(body.results.respondent_count).toBe(8);
    expect(body.results.questions[0].choices[0]).toMatchObject({ count: 8, percent: 100 });
    // Nothing is left by whose difference the last two would be known.
    const [tally] = await t.dataSource.query<object[]>(
      'select counted, waiting, waiting_count from poll_tallies where poll_id = $1',
      [poll.id],
    );
    expect(tally).toEqual({ counted: 8, waiting: null, waiting_count: 0 });
  });

  it('stay those of before for answers that were told apart until now, and nothing of them is left', async () => {
    const poll = await aPoll(t, school, { anonymous: true });
    for (const [at, person] of people.slice(0, 4).entries()) await poll.aResponse([at % 2, 0], person);
    expect(await countOf(poll)).toBeNull();
    await close(poll);
    const { body } = await poll.get(people[0]!);
    expect(body).toMatchObject({ already_responded: true, responded_at: null, my_answers: null });
    expect(body.results.questions[0].choices.map(({ count }: { count: number }) => count)).toEqual([2, 2]);
    expect(await poll.answerCount()).toBe(0);
    const few = await aPoll(t, school, { anonymous: true });
    await few.aResponse([1, 1], people[0]);
    expect(await countOf(few)).toBeNull();
    const sealed = await t.dataSource.query<{ times: number }[]>(
      'select c.times from poll_choices c join poll_questions q on q.id = c.question_id where q.poll_id = $1',
      [few.id],
    );
    expect(sealed.every(({ times }) => times === 0)).toBe(true);
  });

  it('count once what is sent twice at a time, and a repeat by its key alone', async () => {
    const poll = await aPoll(t, school, { anonymous: true });
    const [first, second, third, other] = people as [TestMember, TestMember, TestMember, TestMember];
    const sent = await Promise.all(
      [first, first, second, second, third, third].map((person) => poll.respond(person)),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400]);
    const asked = (choosing: Choosing) =>
      t.api.post(`/polls/${poll.id}/respond`, {
        token: other.token,
        body: { answers: poll.answers(choosing) },
        headers: { 'idempotency-key': 'again' },
      });
    const [once, again] = [await asked([0, 0]), await asked([1, 1])];
    expect([again.status, again.body]).toEqual([200, once.body]);
    const kept = await t.dataSource.query<{ body_digest: string }[]>(
      `select body_digest from idempotency_keys where key = 'again'`,
    );
    expect(kept).toEqual([{ body_digest: '' }]);
    await close(poll);
    expect(await countOf(poll)).toBe(4);
  });
});
