import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { IdempotencyKey } from '../../../src/features/idempotency/idempotency-key.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

const DAY = 24 * 60 * 60 * 1000;
const BEGUN = Date.parse('2026-11-21T12:00:00.000Z');

let t: TestApp;
let school: TestSchool;
let maria: TestMember;
let key: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt(new Date(BEGUN).toISOString());
  school = await aSchool(t);
  maria = await school.parent();
  key = randomUUID();
});

const at = (ms: number): void => t.clock.stopAt(new Date(BEGUN + ms).toISOString());
/** With a token of the moment: those of the day before have expired. */
const make = async (name = 'Bus', sent = key): Promise<ApiAnswer> =>
  t.api.post(`/schools/${school.id}/lists`, {
    token: await tokenOf(t, maria),
    body: { name },
    headers: { 'idempotency-key': sent },
  });
const rows = (): Promise<IdempotencyKey[]> =>
  t.dataSource.manager.find(IdempotencyKey, { where: { userId: maria.userId }, order: { createdAt: 'asc' } });

describe('A key', () => {
  it('counts for a day to the last millisecond, and is free at the very moment', async () => {
    const first = await make();
    at(DAY - 1);
    expect((await make()).text).toBe(first.text);
    expectError(await make('Car'), 409, 'conflict', 'idempotency_key_reused');
    at(DAY);
    const second = await make('Car');
    expect([second.status, second.body.name]).toEqual([201, 'Car']);
    expect((await make('Car')).text).toBe(second.text);
    at(2 * DAY - 1);
    expectError(await make(), 409, 'conflict', 'idempotency_key_reused');
  });

  it('goes by those that come later, ten at once, the oldest first, and never within its day', async () => {
    const keys = Array.from({ length: 13 }, () => randomUUID());
    for (const [n, each] of keys.entries()) {
      at(n);
      await make('Bus', each);
    }
    at(DAY + 11);
    await make('Bus', randomUUID());
    expect((await rows()).slice(0, 3).map((row) => row.key)).toEqual(keys.slice(10));
    await make('Bus', randomUUID());
    expect((await rows())[0]!.key).toBe(keys[12]);
  });

  it('goes with the person', async () => {
    await make();
    expect(await rows()).toHaveLength(1);
    await t.dataSource.query('delete from users where id = $1', [maria.userId]);
    expect(await rows()).toEqual([]);
  });
});
