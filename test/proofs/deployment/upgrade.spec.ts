import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrateEmptyTo, migrationState } from '../../../src/platform/database/migrate.js';
import { figure } from '../../support/proofs/figures.js';
import { OpenLoop } from '../../support/http/open-loop.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { LockWatch } from './lock-watch.js';
import { checkOut, oldVersions, type Checkout, type OldVersion } from './old-builds.js';
import { SchoolDay } from './school-day.js';
import { fillYears } from './years-of-use.js';

/** From how many versions back; UPGRADES=8 for the whole proof. */
const asked = process.env.UPGRADES;
const versions = oldVersions(Number(asked ?? 1));
/** Requests a second, at each of the two. */
const RATE = 20;
/** How long each phase of the upgrade lasts. */
const PHASE_MS = asked ? 3_000 : 500;
const BOUND_MS = 200;

if (versions.length === 0) process.stderr.write('Skipped: upgrades need the history of the project (git)\n');
const describeWithHistory = versions.length > 0 ? describe : describe.skip;

const made = { upgrades: 0, requests: 0, longestWait: 0, longestHold: 0 };
afterAll(() => {
  if (made.upgrades === 0) return;
  figure('Upgrades beside an old process that serves on', made.upgrades, '8');
  figure('Requests meanwhile, at old and new', made.requests);
  figure('Failed requests of them', 0, '0');
  figure('Longest wait of a request for a table, milliseconds', Math.ceil(made.longestWait), '<= 200');
  figure('Longest lock of a migration, milliseconds', Math.ceil(made.longestHold), '<= 200');
});

describeWithHistory.each(versions)('an upgrade over $before', (version: OldVersion) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'));
  let t: TestApp;
  let day: SchoolDay;
  let old: Checkout;
  const processes: ServiceProcess[] = [];

  beforeAll(async () => {
    old = checkOut(version);
    t = await startTestApp();
    day = await SchoolDay.of(t);
    if (asked) await fillYears(t);
    await migrateEmptyTo(t.databaseUrl, version.migrations);
  }, 400_000);
  afterAll(async () => {
    for (const each of processes) await each.stop();
    await t.close();
    old.remove();
    rmSync(dataDir, { recursive: true });
  });

  async function start(env: Record<string, string> = {}, root?: URL): Promise<ServiceProcess> {
    const service = await startServiceProcess(
      {
        DATABASE_URL: t.databaseUrl,
        DATA_DIR: dataDir,
        AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
        LOG_LEVEL: 'error',
        LOG_FORMAT: 'json',
        ...env,
      },
      root,
    );
    processes.push(service);
    return service;
  }
  const startOld = (): Promise<ServiceProcess> => start({}, old.root);
  /** What both know: without its tables, what was made for the newer one is not there. */
  const isKnown = (operation: string): boolean => old.operations.includes(`/api/v1${operation}`);
  function put({ url }: ServiceProcess): OpenLoop {
    const load = new OpenLoop(url, RATE, day.plan(isKnown));
    load.start();
    return load;
  }

  /** Back again, as long as the old version is there: it meets tables that are newer than it. */
  async function goBack(loads: OpenLoop[], [before]: ServiceProcess[]): Promise<void> {
    await loads[0]!.stop();
    await before!.stop();
    loads.push(put(await startOld()));
    await delay(PHASE_MS);
  }

  it('fails no request of either version, nor of the old one when it comes back', async () => {
    const loads = [put(await startOld())];
    const watch = await LockWatch.on(t.databaseUrl);
    await delay(PHASE_MS);
    loads.push(put(await start({ MIGRATE_ON_START: 'true' })));
    await delay(PHASE_MS);
    if (asked) await goBack(loads, processes);
    for (const load of loads) await load.stop();
    await watch.stop();
    expect((await migrationState(t.databaseUrl)).pending).toEqual([]);
    expect(loads.map(({ failures }) => failures)).toEqual(loads.map(() => ({})));
    expect(processes.flatMap((each) => each.output().match(/"level":.*/g) ?? [])).toEqual([]);
    expect(await day.isNotificationRetained(t)).toBe(true);
    made.upgrades += 1;
    made.requests += loads.reduce((sum, { sent }) => sum + sent, 0);
    made.longestWait = Math.max(made.longestWait, watch.longestWait);
    made.longestHold = Math.max(made.longestHold, watch.longestHold);
    if (asked) expect(Math.max(watch.longestWait, watch.longestHold)).toBeLessThanOrEqual(BOUND_MS);
  }, 400_000);
});
