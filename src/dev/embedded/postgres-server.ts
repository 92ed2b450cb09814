import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardAudit } from '../../platform/database/audit-guard.js';
import { addressOf, SERVICE_ROLE, serviceAddressOf, type Cluster } from './cluster.js';
import { clearLeftovers } from './leftovers.js';
import { EmbeddedPostgresError, reasonOf } from '../../platform/errors/operator.error.js';
import { Postmaster, StartFailure } from './postmaster.js';

const START_ATTEMPTS = 10;
const RESTART_LIMIT = 5;
const RESTART_WINDOW_MS = 60_000;

/** A running cluster that is started again, on the same port, when its postmaster dies. */
export class PostgresServer {
  readonly url: string;
  private readonly cluster: Cluster;
  private readonly port: number;
  private readonly warn: (line: string) => void;
  private postmaster: Postmaster;
  private stopping = false;
  private isGuarded = false;
  private restarting: Promise<void> = Promise.resolve();
  private deaths: number[] = [];

  /** @throws EmbeddedPostgresError when it does not start */
  static async start(cluster: Cluster, warn: (line: string) => void): Promise<PostgresServer> {
    const { postmaster, port } = await startPostmaster(cluster);
    return new PostgresServer(cluster, warn, postmaster, port);
  }

  private constructor(cluster: Cluster, warn: (line: string) => void, postmaster: Postmaster, port: number) {
    this.cluster = cluster;
    this.warn = warn;
    this.postmaster = postmaster;
    this.port = port;
    this.url = serviceAddressOf(cluster, port);
    this.watch();
  }

  /**
   * Once the tables are those of this version: from here on the service can only append to its audit trail. The next start hands
   * everything back to it, for a migration or a restore.
   */
  async guard(): Promise<void> {
    if (this.cluster.servicePassword === null) return;
    await guardAudit(addressOf(this.cluster, this.port), SERVICE_ROLE);
    this.isGuarded = true;
  }

  /** Fast shutdown; returns when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.restarting;
    await this.postmaster.stop();
  }

  private watch(): void {
    void this.postmaster.ended.then(() => {
      if (!this.stopping) this.restarting = this.restart();
    });
  }

  private async restart(): Promise<void> {
    const now = performance.now();
    this.deaths = [...this.deaths.filter((at) => now - at < RESTART_WINDOW_MS), now];
    const tries = this.deaths.length;
    if (tries > RESTART_LIMIT) return this.fail(`it ended ${tries} times within a minute`);
    this.warn(
      `The embedded PostgreSQL ended unexpectedly (${this.postmaster.ending}); starting it again on port ${this.port}`,
    );
    await sleep((tries - 1) * 500);
    if (this.stopping) return;
    try {
      this.postmaster = (await startPostmaster(this.cluster, this.port)).postmaster;
      if (this.isGuarded) await this.guard();
      this.watch();
    } catch (error) {
      this.fail(reasonOf(error));
    }
  }

  private fail(reason: string): void {
    this.warn(
      `The embedded PostgreSQL stays down (${reason}): see ${this.cluster.log}, then start the service again`,
    );
  }
}

/** Starts a cluster after clearing away what an earlier run left; on a free port unless one is named. */
async function startPostmaster(cluster: Cluster, fixedPort?: number) {
  let last: StartFailure | undefined;
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    await clearLeftovers(cluster);
    const port = fixedPort ?? (await freePort());
    const postmaster = new Postmaster(cluster, port);
    try {
      await postmaster.ready(addressOf(cluster, port));
      return { postmaster, port };
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      last = error;
      if (!isPassing(error)) break;
      await sleep(attempt * 100);
    }
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not start (${last?.message || 'no reason given'}): see ${cluster.log}`,
  );
}

/** The port was taken in between, or an orphaned backend had not ended yet. */
function isPassing(failure: StartFailure): boolean {
  return /TCP\/IP sockets|pre-existing shared memory|postmaster\.pid/.test(failure.log);
}

/**
 * Below the range systems give to outgoing connections: a client that keeps trying a port of that range
 * while PostgreSQL restarts may be given the very same port, and then occupies it.
 */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedPostgresError('No free port between 20000 and 32000 on 127.0.0.1: set DATABASE_URL');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
