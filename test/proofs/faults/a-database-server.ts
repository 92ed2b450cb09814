import { readFileSync, rmSync } from 'node:fs';
import { openCluster, addressOf, type Cluster } from '../../../src/dev/embedded/cluster.js';
import { locateThrowaway } from '../../../src/dev/embedded/cluster-location.js';
import { pidFileOf, Postmaster } from '../../../src/dev/embedded/postmaster.js';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { freePort } from '../../support/processes/free-port.js';
import { TEMPLATE } from '../../support/database/test-cluster.js';

/** Few, so that they are soon all in use. */
const MAX_CONNECTIONS = '60';

/** A PostgreSQL of the test's own that keeps what it has acknowledged, and that is stopped and started at will. */
export class DatabaseServer {
  private constructor(
    private readonly cluster: Cluster,
    private readonly port: number,
    private postmaster: Postmaster,
  ) {}

  /** With a migrated template, as the run's own has one. */
  static async start(): Promise<DatabaseServer> {
    const place = locateThrowaway();
    const cluster = await openCluster(place, { spare: place.home, throwaway: false });
    cluster.settings.max_connections = MAX_CONNECTIONS;
    const port = await freePort();
    const server = new DatabaseServer(cluster, port, new Postmaster(cluster, port));
    await server.postmaster.ready(server.url);
    await server.migrateTemplate();
    return server;
  }

  get url(): string {
    return addressOf(this.cluster, this.port);
  }

  /** As by `pg_ctl stop -m immediate`: nothing is finished, and the next start has to recover. */
  async stopImmediately(): Promise<void> {
    const [pid] = readFileSync(pidFileOf(this.cluster), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    await this.postmaster.ended;
  }

  /** Resolves when it accepts connections. */
  async startAgain(): Promise<void> {
    this.postmaster = new Postmaster(this.cluster, this.port);
    await this.postmaster.ready(this.url);
  }

  async remove(): Promise<void> {
    await this.postmaster.stop();
    rmSync(this.cluster.home, { recursive: true, force: true });
  }

  private async migrateTemplate(): Promise<void> {
    const admin = await createDataSource({ url: this.url, poolSize: 1 }).initialize();
    await admin.query(`create database ${TEMPLATE}`);
    await admin.destroy();
    const url = new URL(this.url);
    url.pathname = `/${TEMPLATE}`;
    const template = await createDataSource({ url: url.href, poolSize: 1 }).initialize();
    await template.runMigrations();
    await template.destroy();
  }
}
