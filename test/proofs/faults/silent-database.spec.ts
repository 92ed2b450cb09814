import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { closeStaleConnections } from '../../../src/platform/database/replicas.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { DatabaseGate } from '../../support/database/database-gate.js';
import { expectError } from '../../support/errors.js';
import { figure } from '../../support/proofs/figures.js';
import { startGatedApp, type GatedApp } from '../../support/gated-app.factory.js';

/** With the patience of the service itself, which is seconds, where the counts of the proofs are asked for. */
const inFull = process.env.DATABASE_STOPS ? it : it.skip;
const SILENCE_MS = 200;

/** A way of its own, on which nobody else waits. */
let ownGate: DatabaseGate;
let t: GatedApp;
let member: TestMember;
let direct: DataSource;
beforeAll(async () => {
  t = await startGatedApp();
  member = await (await aSchool(t)).parent();
  ownGate = await DatabaseGate.before(t.databaseUrl);
  direct = await createDataSource({ url: ownGate.url, poolSize: 2 }).initialize();
  closeStaleConnections(direct, SILENCE_MS);
});
afterAll(async () => {
  await direct.destroy();
  await ownGate.shut();
  await t.close();
});

describe('A way to the database that is gone without a word', () => {
  it('ends, and the next one is taken', async () => {
    await direct.query('select 1');
    ownGate.forget();
    await expect(direct.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(await direct.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('ends together with those that nobody uses', async () => {
    await Promise.all([direct.query('select pg_sleep(0.1)'), direct.query('select pg_sleep(0.1)')]);
    ownGate.forget();
    await expect(direct.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(await direct.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('ends without those that somebody uses', async () => {
    const pid = 'select pg_backend_pid() as pid';
    await direct.query(pid);
    ownGate.forget();
    const givenUp = expect(direct.query(pid)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const another: unknown = await direct.query(pid);
    await direct.transaction(async (manager) => {
      expect(await manager.query(pid)).toEqual(another);
      await givenUp;
      expect(await manager.query(pid)).toEqual(another);
    });
  });

  it('stays unsuspected while nothing is asked, within a transaction or without', async () => {
    const pid = 'select pg_backend_pid() as pid';
    const before: unknown = await direct.query(pid);
    await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS));
    await direct.transaction(async (manager) => {
      expect(await manager.query(pid)).toEqual(before);
      await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS));
      expect(await manager.query(pid)).toEqual(before);
    });
  });

  inFull(
    'costs every caller seconds and nobody more, and the service is back by itself',
    async () => {
      const ask = () => t.api.get('/me', { token: member.token });
      await Promise.all(Array.from({ length: 20 }, ask));
      t.gate.forget();
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      const slowest = Math.round(performance.now() - begun);
      for (const answer of answers) if (answer.status !== 200) expectError(answer, 503, 'unavailable');
      expect((await ask()).status).toBe(200);
      figure('Connections that went silent: slowest answer, ms', slowest, '<= 20 s');
      expect(slowest).toBeLessThanOrEqual(20_000);
    },
    60_000,
  );
});

describe('A row that somebody else holds for too long', () => {
  it('leads to 503, and not to an error that nobody foresaw', async () => {
    await t.dataSource.query(`
      create function too_late() returns trigger language plpgsql as
        $$ begin raise exception using errcode = '55P03'; end $$;
      create trigger too_late before insert on lists execute function too_late()`);
    const school = await aSchool(t);
    const { token } = await school.parent();
    const answer = await t.api.post(`/schools/${school.id}/lists`, { token, body: { name: 'Carpool' } });
    await t.dataSource.query('drop trigger too_late on lists');
    expectError(answer, 503, 'unavailable');
  });
});
