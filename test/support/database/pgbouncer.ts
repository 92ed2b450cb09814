import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../processes/free-port.js';

/** Where it is; null on a machine that has none. */
export const pgbouncerPath = (): string | null =>
  ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0) ?? null;

export interface PgBouncer {
  /** The same database, by way of the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** What the tests may be told: "it was not found", and not that something works. */
export const WITHOUT_PGBOUNCER = 'pgbouncer is not installed on this machine (apt-get install pgbouncer)';

export interface PoolerOptions {
  /** Connections to the server, for each database: fewer than clients have, so that they change hands. */
  servers?: number;
  /** Further lines of its configuration. */
  lines?: string[];
}

/**
 * PgBouncer in transaction mode before the server of this address, whatever the database: with its defaults, and a server
 * connection to whoever is next.
 */
export async function startPgBouncer(
  serverUrl: string,
  { servers = 20, lines = [] }: PoolerOptions = {},
): Promise<PgBouncer> {
  const path = pgbouncerPath();
  if (!path) throw new Error(WITHOUT_PGBOUNCER);
  const { username, password, hostname, port: serverPort } = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-pgbouncer-'));
  const port = await freePort();
  const users = join(folder, 'users');
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
      ...['pool_mode = transaction', `default_pool_size = ${servers}`, 'max_client_conn = 500'],
      ...['auth_type = plain', `auth_file = ${users}`],
      // The last one used would be given again and again.
      'server_round_robin = 1',
      ...lines,
      '',
    ].join('\n'),
  );
  // It refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  for (const file of [folder, users, settings]) if (asRoot) chmodSync(file, 0o755);
  const child = spawn(path, ['-q', ...(asRoot ? ['-u', 'nobody'] : []), settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  await untilItListens(port);
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.toString();
    },
    async stop() {
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(forced);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItListens(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    await delay(25);
  }
  throw new Error('PgBouncer does not listen');
}
