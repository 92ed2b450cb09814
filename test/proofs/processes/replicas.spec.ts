import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RunningPostgres } from '../../../src/dev/embedded/embedded-postgres.js';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { Replicas } from '../../../src/platform/database/replicas.js';
import { examineReplicas } from '../../../src/cli/doctor/replicas.check.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { createApp } from '../../../src/runtime/server.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { ApiClient } from '../../support/api-client.js';
import { DatabaseGate } from '../../support/database/database-gate.js';
import { figure } from '../../support/proofs/figures.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { StreamingReplica } from '../../support/database/streaming-replica.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startTestCluster } from '../../support/database/test-cluster.js';
import { until } from './a-cluster.js';

const LONG = 240_000;

/** Reads after a write while the replica stands still; `REPLICA_READS` for more of them. */
const READS = Number(process.env.REPLICA_READS ?? 40);

/** Milliseconds that the replica may be behind in one test. */
const MAX_LAG_MS = 500;

/** One that others fill and empty meanwhile takes a copy too long to follow. */
let cluster: RunningPostgres;
let t: TestApp;
let replica: StreamingReplica;
let gate: DatabaseGate;
let app: NestExpressApplication;
let there: ServiceProcess;
let school: TestSchool;
let ada: Student;
let parent: TestMember;
let stranger: TestMember;
let here: ApiClient;
/** Whether a list was made of what a replica has, or of what the database has. */
let made: ('replica' | 'database')[] = [];

beforeAll(async () => {
  cluster = await startTestCluster();
  t = await startTestApp();
  school = await aSchool(t);
  ada = await school.studentAtHome();
  parent = await school.parentOf(ada);
  stranger = await school.parent();
  replica = await StreamingReplica.start(t.databaseUrl);
  gate = await DatabaseGate.before(replica.urlOf(t.databaseUrl));
  app = await createApp({ ...t.settings, databaseReplicaUrls: [gate.url] }, t.clock);
  await app.listen(0, '127.0.0.1');
  here = new ApiClient(await app.getUrl());
  tellApart(app.get(Replicas));
  there = await startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    DATABASE_REPLICA_URLS: replica.urlOf(t.databaseUrl),
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    LOG_LEVEL: 'silent',
  });
  await until(() => isRead());
}, LONG);
beforeEach(() => {
  made = [];
});
afterAll(async () => {
  await there.stop();
  app.getHttpServer().closeAllConnections();
  await app.close();
  await gate.shut();
  await replica.stop();
  await t.close();
  await cluster.stop();
}, LONG);

function tellApart(replicas: Replicas): void {
  const read = replicas.read.bind(replicas);
  replicas.read = async (isRight, work) => {
    const found = await read(isRight, work);
    made.push(found === null ? 'database' : 'replica');
    return found;
  };
}

interface Shown {
  id: string;
  guardians: { membership_id: string; phone: string | null }[];
}

/** The parent's telephone number, as a stranger sees it in the list of a process. */
async function phoneAt(api: ApiClient): Promise<string | null | undefined> {
  const { status, body } = await api.get(`/schools/${school.id}/students?full=true`, {
    token: stranger.token,
  });
  expect(status).toBe(200);
  const { students } = body as { students: Shown[] };
  return students
    .find(({ id }) => id === ada.id)
    ?.guardians.find(({ membership_id }) => membership_id === parent.membershipId)?.phone;
}

let numbers = 0;
/** @returns the new number */
async function writes(api: ApiClient): Promise<string> {
  const phone = `+1 555 ${String((numbers += 1)).padStart(4, '0')}`;
  const body = { first_name: 'Maria', last_name: 'Park', phone };
  expect((await api.patch('/me/contact', { token: parent.token, body })).status).toBe(200);
  return phone;
}

/** Whether a list that is made anew now is made of the replica. */
async function isRead(): Promise<boolean> {
  made = [];
  const phone = await writes(here);
  await replica.catchUp(t.dataSource);
  expect(await phoneAt(here)).toBe(phone);
  return made.join() === 'replica';
}

describe('A replica', () => {
  it(
    'serves lists as soon as it has what was written',
    async () => {
      expect(await isRead()).toBe(true);
    },
    LONG,
  );

  it('gives doctor nothing that it could name', async () => {
    const databaseReplicaUrls = [replica.urlOf(t.databaseUrl)];
    expect(await examineReplicas({ ...t.settings, databaseReplicaUrls })).toEqual([
      {
        name: 'DATABASE_REPLICA_URLS',
        status: 'ok',
        message: 'Replica 1 of 1: It answers, and follows a database.',
      },
    ]);
  });

  it(
    'rests while it stands still: whatever was written is shown at once, by every process',
    async () => {
      await replica.pause();
      const [stale, processes]: [unknown[], ApiClient[]] = [[], [here, there.api]];
      for (let read = 0; read < READS; read += 1) {
        const phone = await writes(processes[read % 2]!);
        for (const api of processes) {
          const seen = await phoneAt(api);
          if (seen !== phone) stale.push([seen, phone]);
        }
      }
      expect(stale).toEqual([]);
      expect(new Set(made)).toEqual(new Set(['database']));
      await replica.resume();
      expect(await isRead()).toBe(true);
      figure('Reads after a write, by two processes, while the replica stood still', READS * 2);
      figure('Of those, stale', stale.length, '0');
    },
    LONG + READS * 1_000,
  );

  it(
    'stays out while it is far behind, of which doctor warns, and is read again when it has caught up',
    async () => {
      const url = replica.urlOf(t.databaseUrl);
      const position = async (): Promise<string> => {
        const [row] = await t.dataSource.query<[{ lsn: string }]>('select pg_current_wal_lsn()::text as lsn');
        return row.lsn;
      };
      const replicas = new Replicas([createDataSource({ url, poolSize: 1 })], {
        maxLagMs: MAX_LAG_MS,
        position,
      });
      replicas.onModuleInit();
      const read = () =>
        replicas.read(
          async () => true,
          async () => 'read',
        );
      await until(async () => (await read()) === 'read');
      await replica.pause();
      await until(async () => {
        await writes(here);
        await replicas.examineLag();
        return replicas.inUse === 0;
      });
      expect([await read(), replicas.lagSeconds > MAX_LAG_MS / 1_000]).toEqual([null, true]);
      const lagging = { ...t.settings, databaseReplicaUrls: [url], databaseReplicaMaxLagMs: MAX_LAG_MS };
      expect(await examineReplicas(lagging)).toMatchObject([
        { status: 'warning', message: expect.stringContaining('seconds behind, and is not read') },
      ]);
      await replica.resume();
      await replica.catchUp(t.dataSource);
      await replicas.examineLag();
      expect([await read(), replicas.inUse, replicas.lagSeconds]).toEqual(['read', 1, 0]);
      await replicas.onModuleDestroy();
    },
    LONG,
  );

  it(
    'stays out when it has gone, is missed once, and read again when it is back',
    async () => {
      const warned = jest.spyOn(Logger.prototype, 'warn');
      await gate.shut();
      for (let read = 0; read < 10; read += 1) {
        const phone = await writes(here);
        expect(await phoneAt(here)).toBe(phone);
      }
      expect(new Set(made)).toEqual(new Set(['database']));
      await gate.open();
      await until(isRead);
      expect(warned.mock.calls.filter(([, what]) => /replica/.test(String(what)))).toHaveLength(1);
      warned.mockRestore();
    },
    LONG,
  );

  it(
    'stays out as well when it says nothing more',
    async () => {
      gate.forget();
      for (let read = 0; read < 10; read += 1) {
        const phone = await writes(here);
        expect(await phoneAt(here)).toBe(phone);
      }
      // Another connection may answer, and does so here.
      expect(made[0]).toBe('database');
      await until(isRead);
    },
    LONG,
  );

  it(
    'holds nobody up when it is not there at the start, and is missed once',
    async () => {
      const without = await startServiceProcess({
        DATABASE_URL: t.databaseUrl,
        DATABASE_REPLICA_URLS: 'postgresql://nobody:secret@127.0.0.1:9/none',
        AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
        LOG_FORMAT: 'json',
      });
      const phone = await writes(without.api);
      expect(await phoneAt(without.api)).toBe(phone);
      // It is looked at again meanwhile.
      await delay(6_000);
      const missed = without
        .output()
        .split('\n')
        .filter((line) => line.includes('A replica does not answer'));
      expect(missed).toEqual([expect.stringContaining('"code":"ECONNREFUSED"')]);
      expect([await without.stop(), without.output().includes('secret')]).toEqual([0, false]);
    },
    LONG,
  );
});
