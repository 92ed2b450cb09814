import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient } from '../../support/api-client.js';
import { freePort } from '../../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../../support/processes/service-process.js';
import { fromSources } from '../../support/runner/typescript-hooks.mjs';
import type { MovingSite } from '../../support/schools/moving-site.js';

const CONFIGURATION = new URL('../../../docker/haproxy-cells.cfg', import.meta.url).pathname;

export const CELL_TOKEN = 'sesame'.repeat(6);

/** HAProxy with docker/haproxy-cells.cfg, and the router in a process of its own, in front of two installations. */
export class OneAddress {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly proxy: ChildProcess,
    readonly router: ServiceProcess,
  ) {}

  static async start([a, b]: [MovingSite, MovingSite]): Promise<OneAddress> {
    const folder = mkdtempSync(join(tmpdir(), 'school-directory-one-address-'));
    const [socket, map] = [join(folder, 'admin.sock'), join(folder, 'schools.map')];
    writeFileSync(map, '');
    const [port, routerPort] = [await freePort(), await freePort()];
    const [CELL_A, CELL_B] = [a, b].map(({ t }) => new URL(t.url).host);
    const proxy = spawn('haproxy', ['-db', '-f', CONFIGURATION], {
      env: {
        ...{ PATH: process.env.PATH, CELL_A, CELL_B, LISTEN: `127.0.0.1:${port}` },
        ...{ ROUTER: `127.0.0.1:${routerPort}`, ADMIN_SOCKET: socket, SCHOOLS_MAP: map },
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const router = await startServiceProcess(
      {
        ...{ PORT: String(routerPort), CELLS: `a=${a.t.url},b=${b.t.url}`, CELL_TOKEN },
        ...{ TRUST_PROXY: 'true', HAPROXY_SOCKET: socket, HAPROXY_MAP: map },
      },
      undefined,
      fromSources('src/router/main.ts'),
    );
    const one = new OneAddress(`http://127.0.0.1:${port}`, folder, proxy, router);
    await one.untilMapped();
    return one;
  }

  get api(): ApiClient {
    return new ApiClient(this.url);
  }

  async close(): Promise<void> {
    await this.router.stop();
    this.proxy.kill('SIGTERM');
    if (this.proxy.exitCode === null) await once(this.proxy, 'close');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async untilMapped(): Promise<void> {
    while (!this.router.output().includes('HAProxy has the map')) await delay(20);
  }
}
