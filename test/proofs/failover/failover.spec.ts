import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { askDatabase } from '../../../src/platform/database/query-once.js';
import { withDatabaseName } from '../../../src/platform/config/database-address.js';
import { TEMPLATE } from '../../support/database/test-cluster.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBusySchool } from '../faults/a-busy-school.js';
import { halfRows } from '../faults/half-rows.js';
import { NoteWriter } from '../faults/own-writers.js';
import { PatientClient } from '../faults/patient-client.js';
import { whileAllWrite, type Writer } from '../faults/writer.js';
import { medianOf, Outage } from './outage.js';
import { missingPrograms, PatroniCluster } from './patroni-cluster.js';
import type { PatroniNode } from './patroni-node.js';

/** How often the leader is lost, in turn by each of the three ways, and how often all that follow it; more by these two. */
const FAILOVERS = Number(process.env.FAILOVERS ?? 1);
const STANDBY_LOSSES = Number(process.env.STANDBY_LOSSES ?? 0);
const LONG = 120_000;
/** People who write a note all the time, beside those of other proofs, each for themselves. */
const NOTE_WRITERS = 30;
/** Milliseconds before somebody who was refused asks again: an app waits for a second or more (`Retry-After`). */
const PAUSE_MS = 300;
/** The service may be out for so much longer than the servers are. */
const MAX_RATIO = 1.3;

const missing = missingPrograms();
if (missing) process.stderr.write(`Skipped: failovers by Patroni, ${missing}\n`);

let cluster: PatroniCluster;
let t: TestApp;
let service: ServiceProcess;
let client: PatientClient;
let writers: Writer[];
/** Goes to the server that takes writes, as the service does. */
let dataSource: DataSource;
let reader: TestMember;
let school: TestSchool;
let dataDir: string;
const ofServers = new Outage();
const ofService = new Outage();
const watches: Promise<void>[] = [];
const env = { ...process.env };

/* Loaded whether or not it runs: what is missing is told above. */
(missing ? describe.skip : describe)('A service whose database is chosen by Patroni', () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'school-directory-failover-'));
    cluster = await PatroniCluster.start();
    const leader = (await cluster.leader())!;
    process.env.TEST_POSTGRES_URL = cluster.urlOf(leader, 'postgres');
    await askDatabase(cluster.url('postgres'), `create database ${TEMPLATE}`);
    await migrate(cluster.url(TEMPLATE));
    await askDatabase(cluster.url('postgres'), 'create table probes (n bigint generated always as identity)');
    t = await startTestApp({}, async (url) =>
      withDatabaseName(cluster.url('x'), new URL(url).pathname.slice(1)),
    );
    dataSource = createDataSource({ url: t.settings.databaseUrl, poolSize: 3 });
    await dataSource.initialize();
    await startUnderLoad({ ...t, dataSource });
  }, 3 * LONG);
  afterAll(async () => {
    for (const outage of [ofServers, ofService]) outage.stop();
    await Promise.all(watches);
    await service?.stop();
    t?.app.getHttpServer().closeAllConnections();
    await t?.app.close();
    await t?.dataSource.destroy();
    await dataSource?.destroy();
    await cluster?.close();
    Object.assign(process.env, env);
    rmSync(dataDir, { recursive: true, force: true });
  }, LONG);

  it(
    'finds the next leader, by itself and soon, and loses nothing that it has acknowledged',
    async () => {
      const outages: { servers: number; service: number }[] = [];
      await whileEverybodyWrites(async () => {
        for (let round = 0; round < FAILOVERS; round += 1)
          outages.push(await failover(WAYS[round % WAYS.length]!));
      });
      const [servers, ofAll] = [
        medianOf(outages.map((one) => one.servers)),
        medianOf(outages.map((one) => one.service)),
      ];
      figure('Failovers: killed, cut off from the network, and switched in order, in turn', FAILOVERS);
      for (const [at, what] of ['Killed', 'Cut off', 'Switched'].entries()) {
        const own = outages.filter((_, round) => round % WAYS.length === at);
        const both = [own.map((one) => one.servers), own.map((one) => one.service)].map((each) =>
          inSeconds(medianOf(each)),
        );
        figure(`${what}: outage of the servers, of the service, medians, s`, both.join(', '));
      }
      figure('Outage of the servers themselves, median, s', inSeconds(servers));
      figure('Outage of the service, median, s', inSeconds(ofAll));
      figure(
        'Outage of the service to that of the servers, medians',
        (ofAll / servers).toFixed(2),
        `<= ${MAX_RATIO}`,
      );
      figure('Outage of the service, longest, s', inSeconds(Math.max(...outages.map((one) => one.service))));
      if (process.env.FAILOVERS) expect(ofAll / servers).toBeLessThanOrEqual(MAX_RATIO);
    },
    60_000 + FAILOVERS * LONG,
  );

  (STANDBY_LOSSES > 0 ? it : it.skip)(
    'refuses writes and answers reads while nobody confirms a commit',
    async () => {
      let reads = 0;
      await whileEverybodyWrites(async () => {
        for (let round = 0; round < STANDBY_LOSSES; round += 1) reads += await loseStandbys();
      });
      figure('Losses of all standbys while the leader stays', STANDBY_LOSSES);
      figure('Reads meanwhile, all of them answered', reads);
    },
    60_000 + STANDBY_LOSSES * LONG,
  );
});

async function startUnderLoad(busy: TestApp): Promise<void> {
  school = await aSchool(busy);
  reader = await school.parent();
  const [ofNotes, others, started] = await Promise.all([
    Promise.all(Array.from({ length: NOTE_WRITERS }, () => NoteWriter.in(busy, school))),
    aBusySchool(busy, 100),
    startServiceProcess({
      DATABASE_URL: t.settings.databaseUrl,
      AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
    }),
  ]);
  [writers, service] = [[...ofNotes, ...others], started];
  const note = `/students/${(await school.student()).id}/note`;
  const write = async (): Promise<boolean> =>
    (await service.api.put(note, { token: reader.token, body: { body: randomUUID() } })).status === 200;
  watches.push(ofService.watchService(write));
  for (const node of cluster.nodes) watches.push(ofServers.watchServer(cluster.urlOf(node, 'postgres')));
}

const inSeconds = (ms: number): string => (ms / 1_000).toFixed(1);

async function whileEverybodyWrites(happens: () => Promise<void>): Promise<void> {
  client = new PatientClient(service.url, PAUSE_MS);
  const begun = performance.now();
  const eachSecond: number[] = [];
  let acknowledged = 0;
  const everySecond = setInterval(() => {
    eachSecond.push(client.acknowledged - acknowledged);
    acknowledged = client.acknowledged;
    // Else everybody would wait for a service that has ended.
    if (client.lost > 0) client.fail();
  }, 1_000);
  await whileAllWrite(writers, client, async () => {
    await client.hasDecided(3 * writers.length);
    await happens();
    await client.hasDecided(3 * writers.length);
  })
    .catch((error: unknown) => {
      throw new Error(`${String(error)}\n${service.output()}`);
    })
    .finally(() => clearInterval(everySecond));
  const seconds = (performance.now() - begun) / 1_000;
  for (const writer of writers) await writer.expectRetained();
  expect(await halfRows(dataSource)).toEqual({});
  // Nobody was hung up on, and it is the same process: it would have another port.
  const status = async (path: string): Promise<number> => (await fetch(`${service.url}${path}`)).status;
  expect([client.lost, await status('/healthz'), await status('/readyz')]).toEqual([0, 200, 200]);
  figure('Writes sent a second, refused ones counted in', Math.round(client.sent / seconds));
  const inUse = eachSecond.filter((count) => count > 0);
  figure('Writes acknowledged a second while somebody leads, median', medianOf(inUse));
  figure('Acknowledged writes lost, half rows, restarts of the service', '0, 0, 0', '0');
}

/** Takes the leader away, and gives it back as a follower once another one leads. */
type Way = (leader: PatroniNode) => Promise<() => Promise<void>>;

const WAYS: Way[] = [
  async (leader) => {
    await leader.kill();
    return async () => leader.start();
  },
  async (leader) => {
    leader.cut();
    return async () => leader.restore();
  },
  async (leader) => {
    const answer = await leader.ask('/switchover', { leader: leader.name });
    if (answer.status !== 200) throw new Error(`Patroni does not switch: ${answer.text}`);
    return () => Promise.resolve();
  },
];

async function failover(lose: Way): Promise<{ servers: number; service: number }> {
  const leader = (await cluster.leader())!;
  for (const outage of [ofServers, ofService]) outage.begin();
  const giveBack = await lose(leader);
  const deadline = performance.now() + LONG;
  for (;;) {
    const next = await cluster.leader();
    if (next && next !== leader) break;
    if (performance.now() > deadline) throw new Error(`Nobody leads:\n${cluster.logs()}`);
    await delay(50);
  }
  await untilWritesGoOn();
  const found = { servers: ofServers.ms, service: ofService.ms };
  await giveBack();
  await cluster.untilWhole();
  return found;
}

/** Comes about when everybody writes again: the people, and both of ours who measure it. */
async function untilWritesGoOn(): Promise<void> {
  const before = [ofServers.successes, ofService.successes];
  await client.hasDecided(3 * writers.length);
  while (ofServers.successes === before[0] || ofService.successes === before[1]) await client.hasDecided(1);
}

/** @returns how often somebody read meanwhile */
async function loseStandbys(): Promise<number> {
  const leader = await cluster.leader();
  const others = cluster.nodes.filter((node) => node !== leader);
  await Promise.all(others.map((node) => node.kill()));
  let reads = 0;
  const read = async (): Promise<void> => {
    const answer = await service.api.get(`/schools/${school.id}/students`, { token: reader.token });
    expect(answer.status).toBe(200);
    reads += 1;
  };
  const before = client.unavailable;
  const deadline = performance.now() + LONG;
  while (client.unavailable < before + 10 * writers.length && performance.now() < deadline) await read();
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  for (const node of others) node.start();
  await cluster.untilWhole();
  await client.hasDecided(3 * writers.length);
  return reads;
}
