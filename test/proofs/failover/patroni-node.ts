import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, asAccount } from '../../../src/dev/embedded/account.js';
import { Relay } from './relay.js';

/** Seconds. Patroni's own are 30, 10 and 10: an election would take as long as this whole proof of every day. */
const ELECTION = { ttl: 10, loop_wait: 1, retry_timeout: 3 };

export const SUPERUSER = { username: 'postgres', password: 'of-the-proof' };
const REPLICATION = { username: 'replicator', password: 'of-the-proof-too' };

interface Ports {
  database: number;
  rest: number;
}

interface Surroundings {
  account: Account;
  binaries: string;
  etcdPort: number;
  ports: Ports;
}

/** One server of the three: a Patroni with its PostgreSQL, and the network before both and before etcd. */
export class PatroniNode {
  isCut = false;
  private process: ChildProcess | undefined;

  private constructor(
    readonly name: string,
    private readonly home: string,
    private readonly account: Account,
    private readonly ports: Ports,
    private readonly relays: { database: Relay; rest: Relay; etcd: Relay },
  ) {}

  static async create(
    name: string,
    parent: string,
    { account, binaries, etcdPort, ports }: Surroundings,
  ): Promise<PatroniNode> {
    const home = join(parent, name);
    mkdirSync(home, { mode: 0o700 });
    const relays = {
      database: await Relay.to(ports.database),
      rest: await Relay.to(ports.rest),
      etcd: await Relay.to(etcdPort),
    };
    const node = new PatroniNode(name, home, account, ports, relays);
    // YAML takes JSON.
    writeFileSync(node.configuration, JSON.stringify(node.settings(binaries)), { mode: 0o600 });
    for (const path of [home, node.configuration])
      if (account.switches) chownSync(path, account.uid, account.gid);
    return node;
  }

  /** As others reach its PostgreSQL. */
  get host(): string {
    return `127.0.0.1:${this.relays.database.port}`;
  }

  start(): void {
    const log = openSync(join(this.home, 'patroni.log'), 'a');
    this.process = spawn('patroni', [this.configuration], {
      ...asAccount(this.account),
      stdio: ['ignore', log, log],
    });
  }

  hasEndedByItself(): boolean {
    return this.process !== undefined && (this.process.exitCode ?? this.process.signalCode) !== null;
  }

  /** The machine goes off: neither Patroni nor PostgreSQL can finish anything. */
  async kill(): Promise<void> {
    const { process: patroni } = this;
    if (!patroni) return;
    this.process = undefined;
    const ended = patroni.exitCode === null && patroni.signalCode === null ? once(patroni, 'exit') : null;
    patroni.kill('SIGKILL');
    await ended;
    const postmaster = this.postmaster();
    if (postmaster !== null) signal(postmaster, 'SIGKILL');
  }

  cut(): void {
    this.isCut = true;
    for (const relay of Object.values(this.relays)) relay.cut();
  }

  restore(): void {
    this.isCut = false;
    for (const relay of Object.values(this.relays)) relay.restore();
  }

  /** What its Patroni answers, past the network. */
  async ask(path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const response = await fetch(`http://127.0.0.1:${this.ports.rest}${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, text: await response.text() };
  }

  async close(): Promise<void> {
    await this.kill();
    await Promise.all(Object.values(this.relays).map((relay) => relay.close()));
  }

  log(): string {
    return readFileSync(join(this.home, 'patroni.log'), 'utf8');
  }

  private get configuration(): string {
    return join(this.home, 'patroni.yml');
  }

  private postmaster(): number | null {
    try {
      return Number(readFileSync(join(this.home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return null;
    }
  }

  private settings(binaries: string) {
    const { database, rest, etcd } = this.relays;
    return {
      scope: 'school-directory',
      name: this.name,
      // Else Patroni would ask etcd for its address, and go past the network.
      etcd3: { hosts: [`127.0.0.1:${etcd.port}`], use_proxies: true },
      restapi: { listen: `127.0.0.1:${this.ports.rest}`, connect_address: `127.0.0.1:${rest.port}` },
      bootstrap: { dcs: DYNAMIC, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }] },
      postgresql: {
        listen: `127.0.0.1:${this.ports.database}`,
        connect_address: `127.0.0.1:${database.port}`,
        data_dir: join(this.home, 'data'),
        bin_dir: binaries,
        pgpass: join(this.home, 'pgpass'),
        authentication: { superuser: SUPERUSER, replication: REPLICATION },
        parameters: { unix_socket_directories: this.home },
        pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
      },
    };
  }
}

/** Strict: without a synchronous standby no commit is confirmed. */
const DYNAMIC = {
  ...ELECTION,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 100, wal_keep_size: '512MB', wal_log_hints: 'on', shared_buffers: '64MB' },
  },
};

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It had ended.
  }
}
