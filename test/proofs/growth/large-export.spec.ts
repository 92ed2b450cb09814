import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WatchedService } from '../hostile/watched-service.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * Before revisions had a bound a parent could have thousands of them, and four exports of 170 MB ended the process. What
 * was stored then is still there: an export takes the same memory however much it holds.
 */

const ANSWERS = 630;
const DRAWING_BYTES = 100 * 1024;
/** Megabytes, of the whole process. */
const MEMORY_MB = 512;

let t: TestApp;
let school: TestSchool;
let mother: TestGuardian;
let service: WatchedService;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  mother = await school.parentOf(await school.student());
  const { id } = await aPermissionSlip(t, school);
  await t.dataSource.query(
    `insert into permission_slip_versions (school_id, slip_id, sha256, statement, statement_version, body, questions, created_at)
     values ($1, $2, 'of-a-test', 'Yes', 1, '', '[]', now())`,
    [school.id, id],
  );
  await t.dataSource.query(
    `insert into permission_slip_responses (chain_id, revision, school_id, slip_id, state, decision, signed_by_user_id,
       statement_version, statement_sha256, created_at, signature_image)
     select $1, n, $2, $3, 'superseded', 'granted', $4, 1, 'of-a-test', now(), convert_to(repeat('x', $5), 'UTF8')
     from generate_series(1, $6::int) n`,
    [id, school.id, id, mother.userId, DRAWING_BYTES, ANSWERS],
  );
  service = await WatchedService.beside(t);
}, 170_000);
afterAll(async () => {
  await service.stop();
  await t.close();
});

const request = async (token: string): Promise<IncomingMessage> => {
  const sent = get(`${service.url}/api/v1/me/export`, { headers: { authorization: `Bearer ${token}` } });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
};
/** Bytes of the answer, which is not held. */
async function sizeOf(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

describe('GET /me/export of 85 MB', () => {
  it('takes no more memory than a small one, four at once, while others are answered', async () => {
    const other = await school.parent();
    const exports = Promise.all(Array.from({ length: 4 }, async () => sizeOf(await request(mother.token))));
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => sizeOf(await request(other.token))),
    );
    expect(others.every((bytes) => bytes > 0)).toBe(true);
    for (const bytes of await exports) expect(bytes).toBeGreaterThan(ANSWERS * DRAWING_BYTES);
    expect(service.peakMemory ?? 0).toBeLessThan(MEMORY_MB);
  }, 170_000);

  it('ends with its reader: who hangs up does not keep the next one waiting', async () => {
    for (let n = 0; n < 6; n += 1) {
      const response = await request(mother.token);
      await once(response, 'data');
      response.destroy();
    }
    expect(await sizeOf(await request(mother.token))).toBeGreaterThan(ANSWERS * DRAWING_BYTES);
    const [held] = await t.dataSource.query<[{ n: number }]>(
      `select count(*)::int as n from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    );
    expect(held.n).toBe(0);
  }, 170_000);
});

describe('GET /me/export where the database gives a process a single connection', () => {
  it('waits for no second one: two people are answered, and so is whoever comes after them', async () => {
    const narrow = await WatchedService.beside(t, { DATABASE_POOL_SIZE: '1' });
    const parents = [
      await school.parentOf(await school.student()),
      await school.parentOf(await school.student()),
    ];
    const signal = AbortSignal.timeout(20_000);
    const ask = (path: string, { token }: TestGuardian) =>
      fetch(`${narrow.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` }, signal });
    try {
      const answers = await Promise.all(parents.map((parent) => ask('me/export', parent)));
      for (const answer of answers) {
        const { linked_students } = (await answer.json()) as { linked_students: unknown[] };
        expect(linked_students).toHaveLength(1);
      }
      expect((await ask('me', parents[0]!)).status).toBe(200);
    } finally {
      await narrow.kill();
    }
  }, 60_000);
});
