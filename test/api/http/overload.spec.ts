import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { EventLoopLoad } from '../../../src/platform/admission/event-loop-load.js';
import { poolLoad } from '../../../src/platform/database/driver-pool.js';
import { Metrics } from '../../../src/platform/observability/metrics.service.js';
import { BackgroundJobs } from '../../../src/platform/jobs/background-jobs.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { expectError } from '../../support/errors.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** Beside them jobs have one of their own. */
const CONNECTIONS = 6;
const WAIT_MS = 100;
const MAX_MS = 5_000;
const NOW = '2026-11-30T07:00:00Z';

let t: TestApp;
let school: TestSchool;
let studentId: string;
let note: string;
let newcomers: TestMember[];
let holder: QueryRunner;
let pending: Promise<ApiAnswer>[];
beforeAll(async () => {
  t = await startTestApp({ databasePoolSize: CONNECTIONS + 1, admissionWaitMs: WAIT_MS, metricsPort: 9464 });
  t.clock.stopAt(NOW);
  school = await aSchool(t);
  studentId = (await school.student()).id;
  note = `/students/${studentId}/note`;
});
afterAll(() => t.close());

beforeEach(async () => {
  pending = [];
  isBusy(0);
  // What was refused before has been over for long.
  t.clock.advance(30_000);
  newcomers = await Promise.all(Array.from({ length: 16 }, () => school.parent()));
  holder = t.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('lock table notes in access exclusive mode');
});
afterEach(async () => {
  await letGo();
  await holder.release();
});

/** The share of its time that the process is said to take: a process of tests may be busy with anything. */
const isBusy = (share: number) => jest.spyOn(t.app.get(EventLoopLoad), 'share').mockReturnValue(share);
const newcomer = (): TestMember => newcomers.pop()!;
const roster = ({ token }: { token: string }) => t.api.get(`/schools/${school.id}/students`, { token });
const me = ({ token }: TestMember) => t.api.get('/me', { token });
const star = ({ token }: { token: string }) => t.api.post(`/students/${studentId}/star`, { token });

/** Requests of as many callers hold a connection each, until the table is let go of. */
async function holdConnections(count: number): Promise<void> {
  for (let held = 0; held < count; held += 1) pending.push(t.api.get(note, { token: newcomer().token }));
  await untilWaiting(t.dataSource, count);
}

/** @throws when it does not come to it, so that the table is let go of */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + MAX_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It does not come to it');
    await setImmediate();
  }
}

/** Every connection is held, and a statement waits for one of them. */
async function fillTheQueue(): Promise<void> {
  await holdConnections(CONNECTIONS);
  pending.push(me(newcomer()));
  await until(() => poolLoad(t.app.get(DataSource)).waiting > 0);
  // Somebody has to see the queue before it can be told for how long it has been there.
  pending.push(me(newcomer()));
  await untilAdmitted();
}

/** Whatever is pending has been let in: its statement waits, too, or waits for the one before it. */
async function untilAdmitted(): Promise<void> {
  await until(async () => (await inFlight()) >= pending.length);
}

async function letGo(): Promise<number[]> {
  if (holder.isTransactionActive) await holder.rollbackTransaction();
  return (await Promise.all(pending.splice(0))).map(({ status }) => status);
}

/** Of one metric alone: to gather all of them asks the database, which has no connection left. */
async function valueOf(name: string, ofClass?: string): Promise<number> {
  const { values } = await t.app.get(Metrics).registry.getSingleMetric(name)!.get();
  return values.find(({ labels }) => ofClass === undefined || labels.class === ofClass)?.value ?? 0;
}

const inFlight = () => valueOf('http_requests_in_flight');
const refused = (requestClass: string) => valueOf('http_requests_refused_total', requestClass);

describe('A service that has more requests than it can answer', () => {
  it('refuses large reads first, then small ones, and writes last', async () => {
    await fillTheQueue();
    const before = await Promise.all(['large', 'small', 'write'].map(refused));

    t.clock.advance(WAIT_MS);
    pending.push(roster(newcomer()));
    await untilAdmitted();
    t.clock.advance(1);
    expectError(await roster(newcomer()), 503, 'unavailable');
    pending.push(me(newcomer()));
    await untilAdmitted();

    t.clock.advance(WAIT_MS);
    expectError(await me(newcomer()), 503, 'unavailable');
    pending.push(star(newcomer()));
    await untilAdmitted();

    t.clock.advance(2 * WAIT_MS);
    expectError(await star(newcomer()), 503, 'unavailable');
    const after = await Promise.all(['large', 'small', 'write'].map(refused));
    expect(after.map((count, at) => count - before[at]!)).toEqual([1, 1, 1]);
    expect(await letGo()).toEqual([...Array<number>(10).fill(200), 204]);
  });

  it('answers all of it again once nobody waits', async () => {
    await fillTheQueue();
    t.clock.advance(WAIT_MS + 1);
    const late = newcomer();
    expectError(await roster(late), 503, 'unavailable');
    await letGo();
    expect((await roster(late)).status).toBe(200);
  });

  it('says when to come again, and lets pages of the app read that', async () => {
    await fillTheQueue();
    t.clock.advance(WAIT_MS + 1);
    const { headers } = await roster(newcomer());
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('spreads the times over as many seconds as it has refused for, and ten at most', async () => {
    await fillTheQueue();
    t.clock.advance(WAIT_MS + 1);
    for (let seconds = 0; seconds < 30; seconds += 1) {
      const { status, headers } = await roster({ token: 'forged' });
      expect(status).toBe(503);
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(Math.min(seconds + 1, 10));
      t.clock.advance(1000);
    }
  });

  it('refuses before it looks at the token or at the body', async () => {
    await fillTheQueue();
    t.clock.advance(4 * WAIT_MS + 1);
    expectError(await roster({ token: 'forged' }), 503, 'unavailable');
    const body = await t.api.put(note, { token: newcomer().token, body: '{ not JSON' });
    expectError(body, 503, 'unavailable');
  });

  it('lets no newcomer read once statements wait and the process has hardly any time left', async () => {
    const visitor = newcomer();
    await me(visitor);
    await fillTheQueue();
    isBusy(0.84);
    pending.push(roster(newcomer()));
    await untilAdmitted();
    isBusy(0.86);
    for (const read of [roster, me]) expectError(await read(newcomer()), 503, 'unavailable');
    pending.push(roster(visitor), star(newcomer()));
    await untilAdmitted();
    expect(await letGo()).toEqual([...Array<number>(10).fill(200), 204]);
  });

  it('lets everybody in when one request takes all of its time', async () => {
    await fillTheQueue();
    await letGo();
    isBusy(1);
    t.clock.advance(251);
    expect((await roster(newcomer())).status).toBe(200);
  });

  it('lets the rest of a visit in before newcomers, for five seconds', async () => {
    const visitor = newcomer();
    await me(visitor);
    await fillTheQueue();
    t.clock.advance(4 * WAIT_MS);
    expectError(await me(newcomer()), 503, 'unavailable');
    pending.push(roster(visitor));
    await untilAdmitted();
    t.clock.advance(1);
    expectError(await roster(visitor), 503, 'unavailable');
    expect(new Set(await letGo())).toEqual(new Set([200]));
  });

  it('takes a visitor of before for a newcomer', async () => {
    const visitor = newcomer();
    await me(visitor);
    t.clock.advance(5_000);
    await fillTheQueue();
    t.clock.advance(WAIT_MS + 1);
    expectError(await roster(visitor), 503, 'unavailable');
  });

  it('goes on with its jobs, which have connections of their own', async () => {
    await fillTheQueue();
    const jobs = new BackgroundJobs(t.settings);
    const done = new Promise<unknown>((resolve) =>
      jobs.add({
        name: 'one that asks the database',
        everyMs: 60_000,
        round: async () => {
          resolve(await t.app.get(DataSource).query('select 1 as one'));
          return false;
        },
      }),
    );
    jobs.start();
    expect(await done).toEqual([{ one: 1 }]);
    await jobs.stop();
    expect(poolLoad(t.app.get(DataSource)).waiting).toBeGreaterThan(0);
  });

  it('refuses no probe', async () => {
    await fillTheQueue();
    t.clock.advance(60_000);
    expect((await fetch(`${t.url}/healthz`)).status).toBe(200);
    // Its own question waits as well; it is not the refusal that answers.
    expect(await refused('probe')).toBe(0);
  });
});

describe('A service that is not busy', () => {
  it('refuses nothing, however long one read takes', async () => {
    await holdConnections(1);
    t.clock.advance(60_000);
    expect((await roster(newcomer())).status).toBe(200);
    expect((await star(newcomer())).status).toBe(204);
  });

  it('refuses nothing because one caller asks for too much', async () => {
    const { token } = newcomer();
    for (let sent = 0; sent < 30; sent += 1) pending.push(t.api.get(note, { token }));
    await untilWaiting(t.dataSource, 4);
    await untilAdmitted();
    t.clock.advance(60_000);
    expect((await roster(newcomer())).status).toBe(200);
  });
});
