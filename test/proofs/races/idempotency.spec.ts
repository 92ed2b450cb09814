import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { sendTogether, type SocketAnswer, type SocketRequest } from '../../support/http/released-together.js';
import { isFullRace, race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(6);
jest.setTimeout(timeFor(ROUNDS));
const AT_ONCE = 50;
/** Each takes a start, which takes seconds. */
const KILLS = isFullRace ? 4 : 2;
const SENT = 40;
const POOL = 4;

let t: TestApp;
let processes: [ServiceProcess, ServiceProcess];
let school: TestSchool;
let maria: TestMember;
let key: string;
const start = (): Promise<ServiceProcess> =>
  startBeside(t, {
    DATABASE_POOL_SIZE: String(POOL),
    LOG_LEVEL: 'trace',
    LOG_FORMAT: 'json',
  });
beforeAll(async () => {
  t = await startTestApp();
  processes = await Promise.all([start(), start()]);
  school = await aSchool(t);
}, 90_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});
const beginAnew = async (): Promise<void> => {
  maria = await school.parent();
  key = randomUUID();
};
beforeEach(beginAnew);

/** A list that is called as its key: rows of both tables are compared by that. */
const request = (given: Partial<SocketRequest> = {}): SocketRequest => ({
  url: processes[0].url,
  path: `/schools/${school.id}/lists`,
  token: maria.token,
  key,
  body: { name: given.key ?? key },
  ...given,
});
const onBoth = (n: number, given: (at: number) => Partial<SocketRequest> = () => ({})): SocketRequest[] =>
  Array.from({ length: n }, (_, at) => request({ url: processes[at % 2]!.url, ...given(at) }));

const told = (answers: SocketAnswer[]): string[] => [
  ...new Set(answers.map(({ status, text }) => `${status} ${text}`)),
];
const namesOfLists = async (): Promise<string[]> => {
  const rows = await t.dataSource.query<{ name: string }[]>(
    'select name from lists where owner_membership_id = $1 order by name',
    [maria.membershipId],
  );
  return rows.map(({ name }) => name);
};

/** In one statement, so that both tables are seen at one moment. */
const unpaired = (): Promise<unknown[]> =>
  t.dataSource.query(
    `select l.name, k.key, k.status from (select * from lists where owner_membership_id = $1) l
     full join (select * from idempotency_keys where user_id = $2) k on k.key = l.name
     where l.id is null or k.key is null or k.status <> 201 or k.answer::json ->> 'id' <> l.id::text`,
    [maria.membershipId, maria.userId],
  );

describe(`${AT_ONCE} sockets with one key, released together on two processes`, () => {
  it('make one list, and are all given the same answer', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      key = randomUUID();
      const answers = await sendTogether(onBoth(AT_ONCE));
      expect(told(answers)).toEqual([expect.stringMatching(/^201 \{/)]);
    }
    expect(await namesOfLists()).toHaveLength(ROUNDS);
    expect(await unpaired()).toEqual([]);
    for (const service of processes) expect(service.output().includes(key)).toBe(false);
  });

  it('make one list when every body is another one: the others are told', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      key = randomUUID();
      const answers = await sendTogether(onBoth(AT_ONCE, (at) => ({ body: { name: `${round}.${at}` } })));
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      expect(answers.filter(({ text }) => text.includes('idempotency_key_reused'))).toHaveLength(AT_ONCE - 1);
      expect(await namesOfLists()).toContain(JSON.parse(made[0]!.text).name);
    }
    expect(await namesOfLists()).toHaveLength(ROUNDS);
  });

  race('make a list each when every key is another one', async () => {
    await beginAnew();
    const answers = await sendTogether(onBoth(AT_ONCE, () => ({ key: randomUUID() })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await namesOfLists()).toHaveLength(AT_ONCE);
  });

  race('are all refused when the first ones are, and one of them succeeds where it may', async () => {
    await beginAnew();
    const answers = await sendTogether(onBoth(AT_ONCE, (at) => ({ body: { name: at === 30 ? 'Bus' : 5 } })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses[30]).toBe(201);
    expect(statuses.filter((status) => status === 400 || status === 409)).toHaveLength(AT_ONCE - 1);
    expect(await namesOfLists()).toEqual(['Bus']);
  });
});

describe('While someone else holds a key for long', () => {
  it('those who repeat it are told 503 in the end, and nobody else waits', async () => {
    const holder = t.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query(
      `insert into idempotency_keys (user_id, operation, key, body_digest, status, created_at)
       values ($1, $2, $3, '', 0, now())`,
      [maria.userId, `POST /api/v1/schools/${school.id}/lists`, key],
    );
    // Fewer than the places that a person has for writes in each process (contract section 0, rule 18).
    const held = sendTogether(onBoth(6));
    await setTimeout(500);
    const begun = performance.now();
    const others = await sendTogether(onBoth(10, () => ({ key: randomUUID() })));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]));
    expect(performance.now() - begun).toBeLessThan(4_000);
    const answers = await held;
    expect(told(answers)).toEqual([expect.stringMatching(/^503 .*"unavailable"/)]);
    await holder.rollbackTransaction();
    await holder.release();
    expect(told(await sendTogether(onBoth(2)))).toEqual([expect.stringMatching(/^201 /)]);
  }, 60_000);
});

describe('A process that is killed in the middle', () => {
  it('leaves both the list and its key or neither, and the same request again makes it once', async () => {
    const interrupted: number[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const requests = onBoth(SENT, () => ({ key: randomUUID(), url: processes[0].url }));
      const { promise: underWay, resolve } = Promise.withResolvers<void>();
      let answered = 0;
      const first = sendTogether(requests, () => (answered += 1) > (round * 20) / KILLS && resolve());
      await underWay;
      await setTimeout(Math.random() * 5);
      await processes[0].kill();
      expect(await unpaired()).toEqual([]);
      const answers = await first;
      interrupted.push(answers.filter(({ status }) => status === 0).length);
      const again = await sendTogether(requests.map((sent) => ({ ...sent, url: processes[1].url })));
      for (const [at, { status, text }] of again.entries()) {
        expect(status).toBe(201);
        if (answers[at]!.status !== 0) expect(text).toBe(answers[at]!.text);
      }
      processes[0] = await start();
    }
    expect(await namesOfLists()).toHaveLength(KILLS * SENT);
    expect(await unpaired()).toEqual([]);
    // In the middle: each time some had their answer, and some had not.
    expect(Math.max(...interrupted)).toBeGreaterThan(0);
    expect(Math.max(...interrupted)).toBeLessThan(SENT);
  }, 300_000);
});
