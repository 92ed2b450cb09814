import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../support/processes/free-port.js';
import { samplesIn } from '../../support/processes/metrics.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import type { TestApp } from '../../support/test-app.js';

/** `monitorEventLoopDelay` looks every 10 ms, and counts them in. */
const RESOLUTION_MS = 10;

const { builtProgram, serviceDefaults } = (await import(
  new URL('../../../scripts/lib/dist.mjs', import.meta.url).href
)) as { builtProgram: (path: string) => Promise<string>; serviceDefaults: () => Record<string, string> };

/** The built program on the database of this application, in a process of its own, whose pauses are measured. */
export class WatchedService {
  private constructor(
    private readonly process: ServiceProcess,
    readonly metricsUrl: string,
  ) {}

  static async beside(t: TestApp, env: Record<string, string> = {}): Promise<WatchedService> {
    const metricsPort = await freePort();
    const settings = {
      DATABASE_URL: t.databaseUrl,
      AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
      METRICS_PORT: String(metricsPort),
      ...serviceDefaults(),
      LOG_LEVEL: 'silent',
      ...env,
    };
    const started = await startServiceProcess(settings, undefined, [await builtProgram('main.js')]);
    return new WatchedService(started, `http://127.0.0.1:${metricsPort}/metrics`);
  }

  get url(): string {
    return this.process.url;
  }

  /** Megabytes that the process had at most; null where the system does not count them. */
  get peakMemory(): number | null {
    try {
      const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    } catch {
      return null;
    }
  }

  /**
   * The longest pause of the event loop during some work, and the longest that a `/healthz` beside it took: milliseconds.
   */
  async pausesDuring(work: () => Promise<unknown>): Promise<{ loop: number; healthz: number }> {
    await this.longestPause();
    const poll = { isOver: false, longest: 0 };
    const polling = this.poll(poll);
    await work().finally(() => {
      poll.isOver = true;
      return polling;
    });
    return { loop: await this.longestPause(), healthz: poll.longest };
  }

  stop(): Promise<unknown> {
    return this.process.stop();
  }

  kill(): Promise<void> {
    return this.process.kill();
  }

  private async poll(poll: { isOver: boolean; longest: number }): Promise<void> {
    while (!poll.isOver) {
      const begun = performance.now();
      await (await fetch(`${this.url}/healthz`)).text();
      poll.longest = Math.max(poll.longest, performance.now() - begun);
      await delay(2);
    }
  }

  /** Since it was last asked for. */
  private async longestPause(): Promise<number> {
    const text = await (await fetch(this.metricsUrl, { headers: { connection: 'close' } })).text();
    const sample = samplesIn(text).find(({ name }) => name === 'nodejs_eventloop_lag_max_seconds');
    return Math.max(0, (sample?.value ?? 0) * 1_000 - RESOLUTION_MS);
  }
}
