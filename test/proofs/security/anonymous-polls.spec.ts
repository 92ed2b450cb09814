import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typesAt } from '../../support/schools/backups.js';
import { aPoll, type TestPoll } from '../../support/poll.factory.js';
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
} from '../../support/models/poll-attacker.js';
import { rounds, timeFor } from '../../support/proofs/rounds.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { columnsOf, entriesOf } from '../../support/schools/school-moves.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

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
  ])('shows no better than by chance in anything: %s, of tables, backup and log', (_, rule) => {
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
  ])('shows no better than by chance in anything: %s', async (_, rule) => {
    let [right, chance] = [0, 0];
    for (const history of histories) {
      const told = score(history, await rule(history));
      right += told.right;
      chance += told.chance;
    }
    expect(right).toBeLessThanOrEqual(chance);
    expect(closings.every((added) => added >= 3 && added <= 5)).toBe(true);
  });

  it('follows from no order of those who have answered: place, transaction, id', async () => {
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

  it('leaves no time of a mark, and one transaction for all choices of a poll', async () => {
    const [row] = await t.dataSource.query<{ timed: number; answers: number; writers: number }[]>(
      `select (select count(*)::int from poll_responses where submitted_at is not null) as timed,
         (select count(*)::int from poll_answers) as answers,
         (select max(n)::int from (select count(distinct c.xmin::text) as n from poll_choices c
            join poll_questions q on q.id = c.question_id group by q.poll_id) each) as writers`,
    );
    expect(row).toEqual({ timed: 0, answers: 0, writers: 1 });
  });
});
