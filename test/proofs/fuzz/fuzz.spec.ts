import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from '../../support/proofs/figures.js';
import { samplesIn } from '../../support/processes/metrics.js';
import { freePort } from '../../support/processes/free-port.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { OPERATIONS } from './document.js';
import { complaints } from './judge.js';
import { anyRequest, bytesOf, draftOf, poolsOf, readable, type FuzzRequest } from './requests.js';
import { rightRequests } from './right-requests.js';
import { exchange } from './wire.js';
import { aFuzzWorld, type FuzzWorld } from './world.js';

/*
 * Requests made from the OpenAPI document, right and wrong, against the service in a process of its own. Every day a
 * few, and always the same; `FUZZ_REQUESTS=10000` asks for so many others. A failure says the seed and the path with
 * which `FUZZ_SEED` and `FUZZ_PATH` bring it back.
 */

const { FUZZ_REQUESTS, FUZZ_SEED, FUZZ_PATH } = process.env;
const REQUESTS = Number(FUZZ_REQUESTS ?? 400);
const SEED = Number(FUZZ_SEED ?? (FUZZ_REQUESTS ? Math.trunc(Math.random() * 2 ** 31) : 20260907));
/** What the requests take away and change is made anew after so many. */
const OF_ONE_WORLD = 400;

let dataDir: string;
let t: TestApp;
let metricsPort: number;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-fuzz-'));
  t = await startTestApp({ dataDir });
  metricsPort = await freePort();
  service = await startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey!,
    DATA_DIR: dataDir,
    SITE_URL: t.settings.siteUrl,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
  });
}, 90_000);
afterAll(async () => {
  await service.kill();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const statuses = new Map<number, number>();
const reached = new Set<string>();

describe('The service', () => {
  it(
    `answers ${REQUESTS} requests of any kind as its document says`,
    async () => {
      let world = await aFuzzWorld(t);
      let count = 0;
      const answersWell = async (request: FuzzRequest): Promise<void> => {
        count += 1;
        if (count % OF_ONE_WORLD === 0) world = await aFuzzWorld(t);
        const found = await complaintsAbout(request, world);
        if (found.length > 0) throw new Error(`${readable(request)}\n=> ${found.join('\n=> ')}`);
      };
      const rights = rightRequests(world);
      const run = await fc.check(fc.asyncProperty(anyRequest(rights, poolsOf(world)), answersWell), {
        seed: SEED,
        numRuns: REQUESTS,
        ...(FUZZ_PATH && { path: FUZZ_PATH }),
      });
      report(run.failed ? 1 : 0);
      expect(
        run.failed
          ? `FUZZ_SEED=${run.seed} FUZZ_PATH=${run.counterexamplePath}\n${String(run.errorInstance)}`
          : '',
      ).toBe('');
    },
    120_000 + REQUESTS * 100,
  );

  it('stands as it stood before', async () => {
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ status: 'ready' });
    // Jobs use one now and then; whoever keeps one keeps it for good.
    let load = await poolLoad();
    for (let tries = 0; tries < 50 && load.idle !== load.open; tries += 1) load = await poolLoad();
    expect(load).toEqual({ open: load.open, idle: load.open, waiting: 0 });
    // A promise that nobody handles ends the process with 1.
    expect(await service.stop()).toBe(0);
    expect(linesOfErrors()).toEqual([]);
  });
});

async function poolLoad() {
  const metrics = samplesIn(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
  const valueOf = (name: string): number =>
    metrics.find((sample) => sample.name === `database_pool_${name}`)!.value;
  return { open: valueOf('connections'), idle: valueOf('idle_connections'), waiting: valueOf('waiting') };
}

async function complaintsAbout(request: FuzzRequest, world: FuzzWorld): Promise<string[]> {
  const { caller, operation } = request.right;
  const bytes = bytesOf(draftOf(request), caller, world);
  try {
    const answer = await exchange(service.url, bytes);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) reached.add(operation.id);
    return complaints(bytes.method, bytes.target, answer);
  } catch (error) {
    return [(error as Error).message];
  }
}

function linesOfErrors(): string[] {
  const lines = service.output().trimEnd().split('\n');
  return lines.filter((line) => !line.startsWith('{') || (JSON.parse(line) as { level: number }).level >= 50);
}

function report(violations: number): void {
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const done = [...statuses].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
  const each = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  figure('Fuzz: requests', all);
  figure('Fuzz: answers by status', each.join(', '));
  figure('Fuzz: share that succeeded', `${Math.round((100 * done) / all)} %`);
  figure('Fuzz: operations that succeeded', `${reached.size} of ${OPERATIONS.length}`);
  figure('Fuzz: answers that the document does not allow', violations, '0');
}
