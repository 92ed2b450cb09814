import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { ApiAnswer, ApiClient } from '../../support/api-client.js';
import { race } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startBeside } from '../../support/processes/two-processes.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** Requests of one round: families who claim, and managers who change what they claim. */
const FAMILIES = 40;
const CAPACITIES = [12, 3, 20, 8, 15];
const CLOSINGS = 3;

let t: TestApp;
let processes: ServiceProcess[];
let school: TestSchool;
let families: TestMember[];
let managers: TestMember[];

beforeAll(async () => {
  t = await startTestApp();
  processes = await Promise.all([startBeside(t), startBeside(t)]);
  school = await aSchool(t);
  families = await Promise.all(Array.from({ length: FAMILIES }, () => school.parent()));
  managers = await Promise.all(Array.from({ length: 2 }, () => school.admin()));
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

const at = (index: number): ApiClient => processes[index % processes.length]!.api;
const inHours = (hours: number): string =>
  new Date(t.clock.now().getTime() + hours * 3_600_000).toISOString();

interface Signup {
  id: string;
  item: { id: string; title: string };
  questionId: string;
}

async function aSignup(): Promise<Signup> {
  const { token } = managers[0]!;
  const input = {
    ...{ title: 'Cakes', opens_at: inHours(-1), claim_per: 'person', claimant_visibility: 'names' },
    questions: [{ type: 'yes_no', text: 'Nuts?' }],
    items: [{ title: 'Cake', capacity: 5, waitlist_enabled: true }],
  };
  const { body } = await at(0).post(`/schools/${school.id}/signups`, { token, body: input });
  const { body: made } = await at(0).get(`/signups/${body.id}/management`, { token });
  return { id: body.id, item: made.items[0], questionId: made.questions[0].id };
}

const change = ({ id }: Signup, body: object, index: number): Promise<ApiAnswer> =>
  at(index).patch(`/signups/${id}/management`, { token: managers[index % managers.length]!.token, body });

const claim = ({ id, item, questionId }: Signup, person: TestMember, index: number): Promise<ApiAnswer> =>
  at(index).post(`/signups/${id}/claims`, {
    token: person.token,
    body: {
      ...{ item_id: item.id, accept_waitlist: true },
      answers: [{ question_id: questionId, value: true }],
    },
  });

/** Families at the same moment; a manager changes something as soon as every fourth of them has been answered. */
async function everyoneAtOnce(signup: Signup): Promise<{ claims: ApiAnswer[]; changes: ApiAnswer[] }> {
  const { id, title } = signup.item;
  const changesOf = [
    ...CAPACITIES.map((capacity) => ({ items: [{ id, title, capacity }] })),
    ...Array.from({ length: CLOSINGS }, (_, n) => ({ closes_at: inHours(n + 1) })),
    { questions: [{ type: 'yes_no', text: 'Gluten?' }] },
    { title: 'Cakes and tea' },
  ];
  const changes = changesOf.map((body, index) => () => change(signup, body, index));
  const claims = families.map((person, index) => () => claim(signup, person, index));
  const claimed = claims.map(async (send, index) => {
    const turn = index % 4 === 0 ? changes[index / 4] : undefined;
    const answer = await send();
    return { answer, changed: await turn?.() };
  });
  const answers = await Promise.all(claimed);
  return {
    claims: answers.map(({ answer }) => answer),
    changes: answers.flatMap(({ changed }) => changed ?? []),
  };
}

interface Row {
  id: string;
  status: string;
  queued_at: Date;
  membership_id: string;
  is_asked: boolean;
}

const rowsOf = ({ id }: Signup): Promise<Row[]> =>
  t.dataSource.query(
    `select c.id, c.status, c.queued_at, c.membership_id, c.answers = '[]' or exists (select from questions q
       where q.signup_id = c.signup_id and q.id::text = c.answers -> 0 ->> 'question_id') as is_asked
     from signup_claims c where c.signup_id = $1 order by c.queued_at`,
    [id],
  );

const promotedIn = async ({ id }: Signup): Promise<string[]> => {
  const rows = await t.dataSource.query<{ membership_id: string }[]>(
    `select membership_id from notifications where kind = 'signup_promoted' and target_id = $1`,
    [id],
  );
  return rows.map((row) => row.membership_id).sort();
};

describe('Managers who change a sign-up while families claim', () => {
  race('exceed no capacity, promote in order, and tell each of them once', async () => {
    const signup = await aSignup();
    const { claims, changes } = await everyoneAtOnce(signup);
    const refused = claims.filter(({ status }) => status !== 201);
    expect(refused.filter(({ body }) => body.error.reason !== 'invalid_answers')).toEqual([]);
    const stale = changes.filter(({ status }) => status !== 200);
    expect(stale.filter(({ body }) => body.error.reason !== 'has_answers')).toEqual([]);
    const rows = await rowsOf(signup);
    const [confirmed, waiting] = ['confirmed', 'waitlisted'].map((status) =>
      rows.filter((row) => row.status === status),
    ) as [Row[], Row[]];
    expect(rows).toHaveLength(claims.length - refused.length);
    expect(rows.filter(({ is_asked }) => !is_asked)).toEqual([]);
    expect(confirmed.length).toBeLessThanOrEqual(Math.max(5, ...CAPACITIES));
    if (waiting.length > 0)
      expect(confirmed.at(-1)!.queued_at.getTime()).toBeLessThanOrEqual(waiting[0]!.queued_at.getTime());
    const { body } = await at(0).get(`/signups/${signup.id}/management`, { token: managers[0]!.token });
    if (body.items[0].remaining > 0) expect(waiting).toEqual([]);
    const waitedAtFirst = claims.filter((answer) => answer.body.status === 'waitlisted');
    const ids = waitedAtFirst.map((answer) => answer.body.id as string);
    const promoted = confirmed.filter(({ id }) => ids.includes(id)).map((row) => row.membership_id);
    expect(await promotedIn(signup)).toEqual(promoted.sort());
  });
});
