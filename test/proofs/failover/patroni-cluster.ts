import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { asAccount } from '../../../src/dev/embedded/account.js';
import { locateThrowaway } from '../../../src/dev/embedded/cluster-location.js';
import { freePort } from '../../support/processes/free-port.js';
import { PatroniNode, SUPERUSER } from './patroni-node.js';

interface Member {
  name: string;
  role: string;
  state: string;
}

/** A server that follows as it should; Patroni 3 says "running", later ones "streaming". */
const FOLLOWS = ['running', 'streaming'];
const LONG_MS = 120_000;

/** Programs that Debian has; its PostgreSQL, since Patroni needs pg_rewind and pg_basebackup. */
function binariesOfDebian(): string | null {
  const found = globSync('/usr/lib/postgresql/*/bin/pg_rewind').sort().at(-1);
  return found === undefined ? null : dirname(found);
}

/** What is missing here, in one line; null: nothing. */
export function missingPrograms(): string | null {
  const missing = ['patroni', 'etcd'].filter((name) => spawnSync(name, ['--version']).status !== 0);
  if (binariesOfDebian() === null) missing.push('postgresql');
  return missing.length === 0
    ? null
    : `not installed on this machine: ${missing.join(', ')} (apt-get install patroni etcd-server postgresql)`;
}

/** Ports that are told to a program which opens them later. */
async function distinctPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Three servers on loopback that choose one of them by etcd: what each commits is confirmed by another one. */
export class PatroniCluster {
  private constructor(
    private readonly home: string,
    private readonly etcd: ChildProcess,
    readonly nodes: PatroniNode[],
  ) {}

  static async start(): Promise<PatroniCluster> {
    const { home, account } = locateThrowaway(existsSync('/dev/shm') ? ['/dev/shm'] : []);
    const [clients, peers, ...ports] = await distinctPorts(8);
    const url = (port: number): string => `http://127.0.0.1:${port}`;
    const etcd = spawn(
      'etcd',
      [
        ...['--data-dir', join(home, 'etcd'), '--log-level', 'error'],
        ...['--listen-client-urls', url(clients!), '--advertise-client-urls', url(clients!)],
        ...['--listen-peer-urls', url(peers!), '--initial-advertise-peer-urls', url(peers!)],
        ...['--initial-cluster', `default=${url(peers!)}`],
      ],
      { ...asAccount(account), stdio: 'ignore' },
    );
    const shared = { account, binaries: binariesOfDebian()!, etcdPort: clients! };
    const nodes: PatroniNode[] = [];
    for (const name of ['one', 'two', 'three']) {
      const [database, rest] = ports.splice(0, 2);
      nodes.push(
        await PatroniNode.create(name, home, { ...shared, ports: { database: database!, rest: rest! } }),
      );
    }
    const cluster = new PatroniCluster(home, etcd, nodes);
    for (const node of nodes) node.start();
    await cluster.untilWhole().catch(async (error: unknown) => {
      await cluster.close();
      throw error;
    });
    return cluster;
  }

  /** All three hosts, as an operator writes them. */
  url(database: string): string {
    const hosts = this.nodes.map(({ host }) => host).join(',');
    return `postgres://${SUPERUSER.username}:${SUPERUSER.password}@${hosts}/${database}?target_session_attrs=read-write`;
  }

  urlOf(node: PatroniNode, database: string): string {
    return `postgres://${SUPERUSER.username}:${SUPERUSER.password}@${node.host}/${database}`;
  }

  /** The server that takes writes; null while nobody does. */
  async leader(): Promise<PatroniNode | null> {
    const members = await this.members();
    const name = members.find(({ role }) => role === 'leader')?.name;
    return this.nodes.find((node) => node.name === name) ?? null;
  }

  /** Comes about when one leads, the others follow, and one of them confirms what is committed. */
  async untilWhole(): Promise<void> {
    const deadline = performance.now() + LONG_MS;
    while (performance.now() < deadline) {
      const members = await this.members();
      const isWhole =
        members.length === this.nodes.length &&
        members.every(({ state }) => FOLLOWS.includes(state)) &&
        ['leader', 'sync_standby'].every((wanted) => members.some(({ role }) => role === wanted));
      if (isWhole) return;
      // Somebody else has taken its port, say.
      if (this.nodes.some((node) => node.hasEndedByItself())) break;
      await delay(100);
    }
    throw new Error(`The cluster does not become whole:\n${this.logs()}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
    this.etcd.kill('SIGKILL');
    await once(this.etcd, 'exit');
    rmSync(this.home, { recursive: true, force: true, maxRetries: 10 });
  }

  /** The end of what each Patroni has said. */
  logs(): string {
    return this.nodes.map((node) => `${node.name}:\n${node.log().slice(-3_000)}`).join('\n');
  }

  /** As the first Patroni says that answers; one that is cut off knows nothing new. */
  private async members(): Promise<Member[]> {
    for (const node of this.nodes.filter(({ isCut }) => !isCut)) {
      const answer = await node.ask('/cluster').catch(() => null);
      if (answer?.status === 200) return (JSON.parse(answer.text) as { members: Member[] }).members;
    }
    return [];
  }
}
