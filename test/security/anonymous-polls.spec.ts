import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typesAt } from '../support/backups.js';
import { aPoll, type Choosing, type TestPoll } from '../support/poll.factory.js';
import {
  agreement,
  byDigest,
  byJoins,
  byPlace,
  byTransaction,
  near,
  idsIn,
  score,
  type Found,
  type Guess,
  type History,
  type Rule,
} from '../support/poll-attacker.js';
import { rounds, timeFor } from '../support/rounds.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { columnsOf, entriesOf } from '../support/school-moves.js';
import type { ServiceProcess } from '../support/service-process.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { PollTalliesRepository } from '../../src/features/polls/poll-tallies.repository.js';
import { startBeside } from '../support/two-processes.js';

const HISTORIES = rounds(4);
const PEOPLE = 40;

let t: TestApp;
let service: ServiceProcess;
let school: TestSchool;
let people: TestMember[];
const folder = mkdtempSync(join(tmpdir(), 'school-directory-attacker-'));
beforeAll(async () => {
  t = await startTestApp();
  // What it writes to its log is read as well.
  service = await startBeside(t, { LOG_LEVEL: 'trace' });
  school = await aSchool(t);
  people = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await school.parent());
}, 90_000);
afterAll(async () => {
  await service.stop();
  await t.close();
  rmSync(folder, { recursive: true });
});

async function aHistory(): Promise<History> {
  const poll = await aPoll(t, school, { anonymous: true, opensAt: new Date(Date.now() - 60_000) });
  const came: History['came'] = [];
  for (const person of [...people].sort(() => randomInt(3) - 1)) {
    const choosing = [randomInt(2), randomInt(3)];
    const headers: Record<string, string> = randomInt(2) ? { 'idempotency-key': randomUUID() } : {};
    const body = { answers: poll.answers(choosing) };
    const { status } = await service.api.post(`/polls/${poll.id}/respond`, {
      token: person.token,
      body,
      headers,
    });
    if (status !== 200) throw new Error(`a response is answered ${status}`);
    came.push({ person, choosing });
  }
  return { poll, came, people, schoolId: school.id };
}

async function everyRow(): Promise<Found[]> {
  const tables = [...new Set((await columnsOf(t.dataSource)).map(({ table }) => table))];
  const found: Found[] = [];
  for (const table of tables) {
    const rows = await t.dataSource.query<{ text: string; xmin: string }[]>(
      `select to_jsonb(r)::text as text, r.xmin::text as xmin from ${table} r order by r.ctid`,
    );
    found.push(...rows.map(({ text, xmin }, at) => ({ where: table, text, ids: idsIn(text), xmin, at })));
  }
  return found;
}

async function everyRowOfABackup(): Promise<Found[]> {
  const file = join(folder, `${randomUUID()}.backup`);
  process.env.AUTH_SIGNING_KEY = t.settings.signingKey!;
  const { status } = await typesAt(t.databaseUrl, folder, ['backup', file, '--json']);
  expect(status).toBe(0);
  return [...(await entriesOf(file))].flatMap(([where, bytes]) =>
    bytes
      .toString('utf8')
      .split('\n')
      .map((text, at) => ({ where, text, ids: idsIn(text), xmin: '', at })),
  );
}

const everyLine = (): Found[] =>
  service
    .output()
    .split('\n')
    .map((text, at) => ({ where: 'log', text, ids: idsIn(text), xmin: '', at }));

/** What is counted later, and by a public answer, than what lies there, is of those who came last. */
async function byRemainder(history: History): Promise<Guess> {
  const { poll, came } = history;
  const [first] = poll.questions;
  const counts = await t.dataSource.query<{ id: string; n: string }[]>(
    `select c.id, coalesce((to_jsonb(c) ->> 'times')::int, 0) as n from poll_choices c where c.question_id = $1`,
    [first!.id],
  );
  const { body } = await poll.get(people[0]!);
  const guess: Guess = new Map();
  const shown = (body.results?.questions[0].choices ?? []) as { choice_id: string; count: number }[];
  const rest = shown.flatMap(({ choice_id, count }) => {
    const kept = Number(counts.find(({ id }) => id === choice_id)!.n);
    return Array.from({ length: Math.max(0, count - kept) }, () => first!.choices.indexOf(choice_id));
  });
  if (rest.length > 0 && rest.length < 3)
    came.slice(-rest.length).forEach(({ person }, n) => guess.set(person, rest[n]!));
  return guess;
}

const close = (poll: TestPoll) =>
  t.dataSource.query('update polls set closes_at = $2 where id = $1', [poll.id, t.clock.now()]);

/**
 * What its closing adds to the results, of those who came last as their marks tell it: whoever the last step has left in the
 * order in which they came. Fewer than three would be told apart.
 */
async function byClosing({ poll, came }: History): Promise<Guess> {
  const [first] = poll.questions;
  const counts = async (): Promise<number[]> => {
    const { body } = await poll.get(people[0]!);
    const shown = (body.results?.questions[0].choices ?? []) as { choice_id: string; count: number }[];
    return first!.choices.map((id) => shown.find(({ choice_id }) => choice_id === id)?.count ?? 0);
  };
  const before = await counts();
  await close(poll);
  const after = await counts();
  const added = after.flatMap((count, at) => Array.from({ length: count - before[at]! }, () => at));
  const guess: Guess = new Map();
  if (added.length < 3) came.slice(-added.length).forEach(({ person }, n) => guess.set(person, added[n]!));
  closings.push(added.length);
  return guess;
}
const closings: number[] = [];

/** What people are sent of themselves, by whoever gets hold of it. */
async function byExports({ poll, came }: History): Promise<Guess> {
  const guess: Guess = new Map();
  for (const { person } of came.slice(0, 5)) {
    const { body } = await t.api.get('/me/export', { token: person.token });
    const given = body.poll_responses.find(({ poll_id }: { poll_id: string }) => poll_id === poll.id);
    const choice = /Choice (\d)/.exec(JSON.stringify(given?.answers[0] ?? null));
    if (choice) guess.set(person, Number(choice[1]));
    const seen = (await poll.get(person)).body;
    const own = seen.my_answers?.[0]?.choice_id as string | undefined;
    if (own) guess.set(person, poll.questions[0]!.choices.indexOf(own));
  }
  return guess;
}

describe('Who chose what in an anonymous poll with 40 answers', () => {
  let histories: History[];
  let rows: Found[];
  let archived: Found[];
  beforeAll(
    async () => {
      histories = [];
      for (let n = 0; n < HISTORIES; n += 1) histories.push(await aHistory());
      rows = await everyRow();
      archived = await everyRowOfABackup();
    },
    timeFor(HISTORIES, 20_000),
  );

  it.each<[string, Rule]>([
    ['joins on ids', byJoins],
    ['the transactions that wrote them', byTransaction],
    ['physical place', byPlace],
    ['trying out digests', byDigest],
  ])('is told better than chance by nothing: %s, of tables, backup and log', (_, rule) => {
    let [right, chance] = [0, 0];
    for (const history of histories)
      for (const found of [rows, archived, everyLine()]) {
        const told = score(history, rule(history, near(history, found)));
        right += told.right;
        chance += told.chance;
      }
    expect(right).toBeLessThanOrEqual(chance);
  });

  it.each<[string, (history: History) => Promise<Guess>]>([
    ['what is shown and not yet written down', byRemainder],
    ["the person's export and their own answer", byExports],
    ['what the closing adds', byClosing],
  ])('is told better than chance by nothing: %s', async (_, rule) => {
    let [right, chance] = [0, 0];
    for (const history of histories) {
      const told = score(history, await rule(history));
      right += told.right;
      chance += told.chance;
    }
    expect(right).toBeLessThanOrEqual(chance);
    expect(closings.every((added) => added >= 3 && added <= 5)).toBe(true);
  });

  it('is told by no order of those who have answered: place, transaction, id', async () => {
    const orders = { place: 'ctid', transaction: 'xmin::text::bigint', id: 'id' };
    for (const order of Object.values(orders)) {
      let sum = 0;
      for (const { poll, came } of histories) {
        const marks = await t.dataSource.query<{ user_id: string }[]>(
          `select user_id from poll_responses where poll_id = $1 order by ${order}, random()`,
          [poll.id],
        );
        // Who came since the last step is known anyway, and their answers are sealed.
        const counted = came.slice(0, PEOPLE - (PEOPLE % 3)).map(({ person }) => person);
        const placed = marks.flatMap(({ user_id }) => counted.filter(({ userId }) => userId === user_id));
        expect(placed).toHaveLength(counted.length);
        sum += agreement(placed, counted);
      }
      // Five standard deviations of what chance makes of it.
      expect(Math.abs(sum / histories.length)).toBeLessThan((5 * 0.112) / Math.sqrt(histories.length));
    }
  });

  it('is not written down with when: no time of a mark, and one transaction for all choices of a poll', async () => {
    const [row] = await t.dataSource.query<{ timed: number; answers: number; writers: number }[]>(
      `select (select count(*)::int from poll_responses where submitted_at is not null) as timed,
         (select count(*)::int from poll_answers) as answers,
         (select max(n)::int from (select count(distinct c.xmin::text) as n from poll_choices c
            join poll_questions q on q.id = c.question_id group by q.poll_id) each) as writers`,
    );
    expect(row).toEqual({ timed: 0, answers: 0, writers: 1 });
  });
});

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
    expect(await t.app.get(PollTalliesRepository).settleNext()).toBe(false);
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
    expect(await t.app.get(PollTalliesRepository).settleNext()).toBe(false);
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

  it('are those of before for answers that were told apart until now, and nothing of them is left', async () => {
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
