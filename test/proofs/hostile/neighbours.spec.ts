import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fillSchool } from '../../support/schools/large-school.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { WatchedService } from './watched-service.js';

const FULL = process.env.HOSTILE === 'full';
const AT_ONCE = FULL ? 2_400 : 400;
/** The one of the full count lasts until the last of them is answered, some minutes. */
const ROUNDS = FULL ? 1 : 2;
const NEIGHBOURS = 10;
const ROUND_MS = 4_000;
/** After thousands of connections were closed. */
const SETTLE_MS = 1_000;
/** Every day only what no busy machine explains. */
const MAX_RATIO = FULL ? 2 : 20;
jest.setTimeout(600_000);

let t: TestApp;
let service: WatchedService;
let school: TestSchool;
let greedy: TestMember;
let neighbours: { token: string; paths: string[] }[];
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  await fillSchool(t, school);
  greedy = await school.parent();
  await t.dataSource.query(
    `insert into lists (school_id, owner_membership_id, name, description, created_at, updated_at)
     select $1, $2, 'List', repeat('x', 5000), now(), now() from generate_series(1, 200)`,
    [school.id, greedy.membershipId],
  );
  neighbours = await Promise.all(
    Array.from({ length: NEIGHBOURS }, async () => {
      const student = await school.student();
      const { token } = await school.parentOf(student);
      const paths = [
        '/me',
        `/students/${student.id}`,
        `/schools/${school.id}/lists`,
        `/schools/${school.id}/staff`,
      ];
      return { token, paths };
    }),
  );
  service = await WatchedService.beside(t, { RATE_LIMIT: '0' });
});
afterAll(async () => {
  await service.kill();
  await t.close();
});

interface Reads {
  /** Milliseconds that each took. */
  times: number[];
  /** Of those, the ones that were begun in the first four seconds. */
  early: number[];
  /** How many were not answered. */
  failures: number;
}

/** What each neighbour's plain reads took, one after the other. */
async function plainReads(isOver: (ms: number) => boolean): Promise<Reads> {
  const start = performance.now();
  const reads: Reads = { times: [], early: [], failures: 0 };
  await Promise.all(
    neighbours.map(async ({ token, paths }) => {
      for (let at = 0; ; at += 1) {
        const begun = performance.now();
        if (isOver(begun - start)) return;
        const answer = await fetch(`${service.url}/api/v1${paths[at % paths.length]!}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await answer.arrayBuffer();
        const took = performance.now() - begun;
        reads.times.push(took);
        if (begun - start < ROUND_MS) reads.early.push(took);
        if (answer.status !== 200) reads.failures += 1;
        await delay(20);
      }
    }),
  );
  return reads;
}

const afterRound = (ms: number): boolean => ms > ROUND_MS;
const never = (): boolean => false;

async function besideTheGreedy(
  isOver: (ms: number) => boolean,
): Promise<Reads & { statuses: Record<string, number> }> {
  const below = `/schools/${school.id}`;
  const worker = new Worker(new URL('./greedy-caller.mjs', import.meta.url), {
    workerData: {
      url: service.url,
      token: greedy.token,
      count: AT_ONCE,
      paths: [`${below}/students?full=true`, `${below}/lists`, `${below}/students`],
    },
  });
  await once(worker, 'message');
  let isAnswered = false;
  const answered = once(worker, 'message').finally(() => (isAnswered = true));
  worker.postMessage('begin');
  const reads = await plainReads((ms) => isAnswered || isOver(ms));
  worker.postMessage('end');
  const [statuses] = (await answered) as [Record<string, number>];
  await worker.terminate();
  return { ...reads, statuses };
}

const percentile = (times: number[], share: number): number =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;

describe('One member who asks for thousands of large answers at once', () => {
  it('slows nobody else by more than a plain read, and costs nobody an answer', async () => {
    const [without, beside, early]: [number[], number[], number[]] = [[], [], []];
    const statuses: Record<string, number> = {};
    let failures = 0;
    // Code that runs for the first time is slow, whoever asks.
    await besideTheGreedy(afterRound);
    for (let round = 0; round < ROUNDS; round += 1) {
      await delay(SETTLE_MS);
      without.push(...(await plainReads(afterRound)).times);
      const found = await besideTheGreedy(FULL ? never : afterRound);
      beside.push(...found.times);
      early.push(...found.early);
      failures += found.failures;
      for (const [status, count] of Object.entries(found.statuses))
        statuses[status] = (statuses[status] ?? 0) + count;
    }
    const [calm, busy] = [percentile(without, 0.99), percentile(beside, 0.99)];
    figure('Large requests of one member at once', AT_ONCE);
    figure(
      'Of those, answered with anything but 200 while they stayed',
      sum(statuses) - (statuses['200'] ?? 0),
      '0',
    );
    const [calmMedian, busyMedian] = [percentile(without, 0.5), percentile(beside, 0.5)];
    figure('p50 and p99 of the others without them', `${ms(calmMedian)}, ${ms(calm)}`);
    figure('p50 and p99 of the others until the last is answered', `${ms(busyMedian)}, ${ms(busy)}`);
    figure('p99 of the others in the first four seconds', ms(percentile(early, 0.99)));
    figure('Of p50, times that without', (busyMedian / calmMedian).toFixed(1), `<= ${MAX_RATIO}`);
    figure('Of p99, times that without', (busy / calm).toFixed(1), `<= ${MAX_RATIO}`);
    figure('Answers to the others that were not 200', failures, '0');
    expect(failures).toBe(0);
    expect(Object.keys(statuses)).toEqual(['200']);
    expect(busyMedian / calmMedian).toBeLessThanOrEqual(MAX_RATIO);
    expect(busy / calm).toBeLessThanOrEqual(MAX_RATIO);
  });
});

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
const ms = (time: number): string => `${time.toFixed(1)} ms`;
