import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../../support/proofs/figures.js';
import { OpenLoop } from '../../support/http/open-loop.js';
import { freePort } from '../../support/processes/free-port.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { describeBehindProxy, startProxy, type Proxy } from './proxy.js';
import { SchoolDay } from './school-day.js';

/** How often a process is stopped and started again, taken in turns; ROLLING_RESTARTS=20 for the whole proof. */
const asked = process.env.ROLLING_RESTARTS;
const RESTARTS = Number(asked ?? 2);
/** Requests a second; in the whole proof what is asked for, or a third of what both processes can do on this machine. */
const { ROLLING_RATE } = process.env;
const [EVERYDAY_RATE, MAX_RATE] = [20, 200];
const [CALLERS, MEASURED_MS] = [8, 10_000];
const GRACE_MS = 10_000;
/** How long both serve before the next one is restarted. */
const TOGETHER_MS = 1_000;

describeBehindProxy('two processes behind the proxy', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rolling-restart-'));
  let t: TestApp;
  let ports: [number, number];
  let processes: ServiceProcess[];
  let proxy: Proxy;
  let day: SchoolDay;

  const start = (port: number): Promise<ServiceProcess> =>
    startServiceProcess({
      PORT: String(port),
      DATABASE_URL: t.databaseUrl,
      DATA_DIR: dataDir,
      AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
      SHUTDOWN_GRACE_MS: String(GRACE_MS),
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
    });

  async function chosenRate(): Promise<number> {
    if (ROLLING_RATE) return Number(ROLLING_RATE);
    if (!asked) return EVERYDAY_RATE;
    const measured = new OpenLoop(proxy.url, 0, day.plan());
    const most = await measured.measure(CALLERS, MEASURED_MS);
    expect(measured.failures).toEqual({});
    return Math.min(MAX_RATE, Math.floor(most / 3));
  }

  beforeAll(async () => {
    t = await startTestApp();
    day = await SchoolDay.of(t);
    ports = [await freePort(), await freePort()];
    processes = await Promise.all(ports.map(start));
    proxy = await startProxy(ports);
  }, 120_000);
  afterAll(async () => {
    await proxy.stop();
    for (const each of processes) await each.stop();
    await t.close();
    rmSync(dataDir, { recursive: true });
  });

  it(
    'restart in turns under load, and no request fails',
    async () => {
      const rate = await chosenRate();
      const load = new OpenLoop(proxy.url, rate, day.plan());
      load.start();
      const stops: number[] = [];
      let cut = 0;
      for (let restart = 0; restart < RESTARTS; restart++) {
        await delay(TOGETHER_MS);
        cut += load.inFlight;
        const begun = performance.now();
        expect(await processes[restart % 2]!.stop()).toBe(0);
        stops.push(performance.now() - begun);
        processes[restart % 2] = await start(ports[restart % 2]!);
        await proxy.untilBothServe();
      }
      await delay(TOGETHER_MS);
      await load.stop();
      expect(load.failures).toEqual({});
      expect(await day.isNotificationRetained(t)).toBe(true);
      const longest = Math.max(...stops);
      if (asked) expect(longest).toBeLessThan(GRACE_MS);
      const writes = day.lists.size + day.uploads;
      figure('Restarts of one of two processes behind the proxy', RESTARTS, '20');
      figure(`Requests meanwhile, at ${rate} a second`, load.sent);
      figure('Requests under way when a process was told to stop', cut);
      figure('Failed requests', 0, '0');
      figure('Writes made that were acknowledged, all of them kept', writes);
      figure('Longest stop, seconds', (longest / 1_000).toFixed(1), `< ${GRACE_MS / 1_000}, the grace time`);
      figure('Slowest answer, milliseconds', Math.round(load.slowestMs));
    },
    60_000 + RESTARTS * 30_000,
  );
});
