import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { freePort } from '../../support/processes/free-port.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBusySchool } from './a-busy-school.js';
import { halfRows } from './half-rows.js';
import { PatientClient } from './patient-client.js';
import { whileAllWrite, type Writer } from './writer.js';

/** How often the service is killed; more by KILLS. */
const KILLS = Number(process.env.KILLS ?? 2);
/** Writes that are decided before the next kill, at least and at most. */
const BETWEEN_KILLS = [5, 60] as const;

let t: TestApp;
let dataDir: string;
let port: number;
let service: ServiceProcess;
let writers: Writer[];
/** Milliseconds from each start until the service was ready. */
const starts: number[] = [];

async function start(): Promise<void> {
  const begun = performance.now();
  service = await startServiceProcess({
    PORT: String(port),
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
  });
  starts.push(performance.now() - begun);
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-killed-'));
  port = await freePort();
  t = await startTestApp();
  [writers] = await Promise.all([aBusySchool(t, 20 + 10 * KILLS), start()]);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await t?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it(
  'loses no acknowledged write, does no repeated one twice and leaves none half done, whenever it is killed',
  async () => {
    const client = new PatientClient(service.url);
    await whileAllWrite(writers, client, async () => {
      for (let round = 0; round < KILLS; round += 1) {
        const [least, most] = BETWEEN_KILLS;
        await client.hasDecided(least + Math.floor(Math.random() * (most - least)));
        // In the middle of something, and not just after the last of them.
        await delay(Math.random() * 20);
        await service.kill();
        await start();
      }
      await client.hasDecided(writers.length);
    });
    for (const writer of writers) await writer.expectRetained();
    expect(await halfRows(t.dataSource)).toEqual({});
    expect(client.sentAgain).toBeGreaterThan(0);
    figure('Service killed with SIGKILL under load, times', KILLS);
    figure('Writes and reads that were decided meanwhile', client.decided);
    figure('Of those sent again after a lost connection, and done once', client.sentAgain);
    figure('Acknowledged writes lost', 0, '0');
    figure('Half rows', 0, '0');
    figure('Longest start until ready, ms', Math.round(Math.max(...starts)));
  },
  60_000 + KILLS * 20_000,
);
