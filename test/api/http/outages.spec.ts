import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { expectError } from '../../support/errors.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { startGatedApp, type GatedApp } from '../../support/gated-app.factory.js';

let t: GatedApp;
let school: TestSchool;
let caller: TestMember;
let note: string;
beforeAll(async () => {
  t = await startGatedApp();
  school = await aSchool(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  caller = await school.parent();
  note = `/students/${(await school.student()).id}/note`;
});

const status = async (path: string): Promise<number> => (await fetch(`${t.url}${path}`)).status;

async function whileTheDatabaseIsAway<T>(act: () => Promise<T>): Promise<T> {
  await t.gate.shut();
  return act().finally(() => t.gate.open());
}

/** Does something while the caller's request waits for a lock inside the database; then lets go of the lock. */
async function whileItIsUnderWay(
  request: () => Promise<ApiAnswer>,
  happens: () => Promise<unknown>,
): Promise<ApiAnswer> {
  const runner = t.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('lock table notes in access exclusive mode');
  const answer = request();
  while ((await runner.query(waiting('1'))).length === 0);
  await happens();
  await runner.rollbackTransaction();
  await runner.release();
  return answer;
}

const waiting = (what: string): string =>
  `select ${what} from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const readNote = () => t.api.get(note, { token: caller.token });
const writeNote = () => t.api.put(note, { token: caller.token, body: { body: 'Lost' } });

/** The pool may still hold a connection whose end it has not seen: the next requests find it out. */
async function servedAgain(): Promise<unknown> {
  const deadline = performance.now() + 5_000;
  let answer = await readNote();
  while (answer.status === 503 && performance.now() < deadline) answer = await readNote();
  return answer.body;
}

describe('How the service is', () => {
  it.each(['/healthz', '/readyz'])('stays in no cache: %s', async (path) => {
    expect((await fetch(`${t.url}${path}`)).headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('A database that has gone away', () => {
  it('makes every operation 503, and is back without a restart', async () => {
    expect((await t.api.get('/me', { token: caller.token })).status).toBe(200);
    await whileTheDatabaseIsAway(async () => {
      for (const path of ['/me', note, `/schools/${school.id}/students`]) {
        const answer = await t.api.get(path, { token: caller.token });
        expectError(answer, 503, 'unavailable');
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(answer.headers.get('cache-control')).toBe('private, no-store');
      }
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
      expect(await (await fetch(t.url)).text()).toContain('Not ready');
    });
    expect((await t.api.get('/me', { token: caller.token })).status).toBe(200);
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
  });

  it('still refuses a bad token as 401: that needs no database', async () => {
    const answer = await whileTheDatabaseIsAway(() => t.api.get('/me', { token: 'forged' }));
    expectError(answer, 401, 'not_authenticated');
  });

  it.each([
    ['a read', readNote],
    ['a write', writeNote],
  ])('makes %s that is under way 503, and keeps nothing of it', async (_what, request) => {
    const answer = await whileItIsUnderWay(request, () => t.gate.shut());
    await t.gate.open();
    expectError(answer, 503, 'unavailable');
    expect(await servedAgain()).toEqual({ note: null });
  });

  it.each([
    ['a read', readNote],
    ['a write', writeNote],
  ])('makes %s 503 whose connection the operator ends', async (_what, request) => {
    const answer = await whileItIsUnderWay(request, () =>
      t.dataSource.query(waiting('pg_terminate_backend(pid)')),
    );
    expectError(answer, 503, 'unavailable');
    expect(await servedAgain()).toEqual({ note: null });
  });
});

describe('Two writes that wait for each other', () => {
  it('make the one 503 that the database has give way, and keep nothing of it', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const pending: Promise<ApiAnswer>[] = [];
    await t.dataSource.transaction(async (manager) => {
      await manager.query(`set local deadlock_timeout = '1min'`);
      await manager.query('select 1 from signups where id = $1 for update', [signup.id]);
      pending.push(signup.claim(caller, 'Cake'));
      await untilWaiting(t.dataSource);
      await manager.query('select 1 from memberships where id = $1 for update', [caller.membershipId]);
    });
    expectError((await pending[0])!, 503, 'unavailable');
    expect(await signup.claims()).toEqual([]);
  });
});

describe('An error that nobody foresaw', () => {
  it('answers 500 with the request id, and without any detail', async () => {
    await t.dataSource.query('alter table categories rename to lost_categories');
    const answer = await t.api.get(`/schools/${school.id}/categories`, { token: caller.token });
    await t.dataSource.query('alter table lost_categories rename to categories');
    expectError(answer, 500, 'internal_error');
    const id = answer.headers.get('x-request-id');
    expect(answer.body.error.message).toBe(`Something went wrong. Request id: ${id}`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const next = await t.api.get(`/schools/${school.id}/categories`, { token: caller.token });
    expect(next.status).toBe(200);
  });
});

describe('Round trips to the database', () => {
  it.each([
    ['the roster', () => `/schools/${school.id}/students`],
    ['a search', () => `/schools/${school.id}/students?q=ada&graduationYear=2030`],
    ['the full roster', () => `/schools/${school.id}/students?full=true`],
    ['map markers', () => `/schools/${school.id}/map-markers?starred=1`],
    ['staff', () => `/schools/${school.id}/staff`],
    ['a student', () => note.replace('/note', '')],
  ])('count one for %s, besides the access query', async (_what, path) => {
    const admin = await school.admin();
    await t.api.get('/me', { token: admin.token });
    t.gate.statements = 0;
    expect((await t.api.get(path(), { token: admin.token })).status).toBe(200);
    expect(t.gate.statements).toBe(2);
  });
});
