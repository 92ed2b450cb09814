import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { figure } from '../../support/proofs/figures.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBusySchool } from './a-busy-school.js';
import { DatabaseServer } from './a-database-server.js';
import { halfRows } from './half-rows.js';
import { PatientClient } from './patient-client.js';
import { whileAllWrite, type Writer } from './writer.js';

const asked = process.env.DATABASE_STOPS;
/** How often the database is stopped, and how often each other thing happens to it; more by DATABASE_STOPS. */
const TIMES = Number(asked ?? 1);
/** Milliseconds. */
const MAX_RECOVERY = 5_000;
const MAX_ANSWER = 2_000;

let database: DatabaseServer;
let t: TestApp;
let dataDir: string;
let service: ServiceProcess;
let writers: Writer[];
let client: PatientClient;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-stopped-'));
  database = await DatabaseServer.start();
  // The databases of this file are made there.
  process.env.TEST_POSTGRES_URL = database.url;
  t = await startTestApp();
  const env = {
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
  };
  [writers, service] = await Promise.all([aBusySchool(t, 20 + 20 * TIMES), startServiceProcess(env)]);
}, 120_000);
beforeEach(() => {
  client = new PatientClient(service.url);
});
afterAll(async () => {
  await service?.stop();
  await t?.close();
  await database?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const status = async (path: string): Promise<number> => (await fetch(`${service.url}${path}`)).status;

/** Does something to the database, again and again, while everybody writes; nothing may be lost by it. */
async function whileEverybodyWrites(happens: () => Promise<void>): Promise<void> {
  await whileAllWrite(writers, client, async () => {
    for (let round = 0; round < TIMES; round += 1) {
      await client.hasDecided(3 * writers.length);
      await happens();
    }
    await client.hasDecided(3 * writers.length);
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${service.output()}`);
  });
  for (const writer of writers) await writer.expectRetained();
  expect(await halfRows(t.dataSource)).toEqual({});
  // The process has neither ended nor hung up on anybody.
  expect([client.lost, await status('/healthz'), await status('/readyz')]).toEqual([0, 200, 200]);
}

/** @returns milliseconds until the last refusal, or the first success where that is later */
async function untilRecovered(acceptedAt: number): Promise<number> {
  await client.hasDecided(1);
  const firstSuccess = performance.now();
  await client.hasDecided(2 * writers.length);
  return Math.max(firstSuccess, client.lastUnavailableAt) - acceptedAt;
}

function expectInTime(recoveries: number[], what: string): void {
  const longest = Math.round(Math.max(...recoveries));
  const slowest = Math.round(client.slowest);
  figure(`${what}, times`, TIMES);
  figure(`${what}: longest until everybody is served again, ms`, longest, `<= ${MAX_RECOVERY} ms`);
  figure(`${what}: slowest answer of all, ms`, slowest, `<= ${MAX_ANSWER} ms`);
  figure(`${what}: requests answered with 503 meanwhile`, client.unavailable);
  figure(`${what}: acknowledged writes lost, half rows, ends of the process`, '0, 0, 0', '0');
  if (asked) expect([longest <= MAX_RECOVERY, slowest <= MAX_ANSWER]).toEqual([true, true]);
}

describe('A service under load', () => {
  it(
    'lives through immediate stops of PostgreSQL: 503 meanwhile, nothing lost and nothing half done',
    async () => {
      const recoveries: number[] = [];
      await whileEverybodyWrites(async () => {
        await database.stopImmediately();
        await client.isRefused(writers.length);
        expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
        await database.startAgain();
        recoveries.push(await untilRecovered(performance.now()));
      });
      expectInTime(recoveries, 'Immediate stop of PostgreSQL');
    },
    60_000 + TIMES * 20_000,
  );

  it(
    'lives through the end of all its connections',
    async () => {
      const recoveries: number[] = [];
      await whileEverybodyWrites(async () => {
        await endConnections();
        recoveries.push(await untilRecovered(performance.now()));
      });
      expectInTime(recoveries, 'All connections ended by the operator');
    },
    60_000 + TIMES * 20_000,
  );

  it(
    'lives through a time when there is no connection to be had',
    async () => {
      const recoveries: number[] = [];
      await whileEverybodyWrites(async () => {
        const others = await takeEveryConnection();
        await client.isRefused(writers.length);
        await Promise.all(others.map((other) => other.end()));
        recoveries.push(await untilRecovered(performance.now()));
      });
      expectInTime(recoveries, 'No connection to be had');
    },
    60_000 + TIMES * 20_000,
  );
});

/**
 * Of the service and of everybody else but the one who asks.
 * @param kept of backends, by their process id
 * @returns how many there were
 */
async function endConnections(kept: number[] = []): Promise<number> {
  const ended = await t.dataSource.query<unknown[]>(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and pid <> all ($1::int[])`,
    [kept],
  );
  return ended.length;
}

/** Those of the service, too, as soon as they end: it is quick to come back for them, and may have to be sent away again. */
async function takeEveryConnection(): Promise<pg.Client[]> {
  const taken = new Map<number, pg.Client>();
  for (;;) {
    const other = new pg.Client({ connectionString: database.url });
    other.on('error', () => undefined);
    try {
      await other.connect();
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
      taken.set(rows[0]!.pid, other);
    } catch {
      if ((await endConnections([...taken.keys()])) === 0) return [...taken.values()];
    }
  }
}
