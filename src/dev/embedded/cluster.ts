import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, asAccount } from './account.js';
import { type Binaries, findBinaries } from './binaries.js';
import type { ClusterLocation } from './cluster-location.js';
import { EmbeddedPostgresError } from '../../platform/errors/operator.error.js';

/** Name of the product's database, and of the superuser that initdb makes: nobody but ourselves comes in by it, at a start. */
const DATABASE_NAME = 'school_directory';

/** Owns the database and all in it, and is no superuser: it can read no file and run no program of the machine. */
export const SERVICE_ROLE = 'school_directory_service';

/** One PostgreSQL data folder, initialised, and all it takes to run it. */
export interface Cluster {
  home: string;
  data: string;
  log: string;
  password: string;
  /** Password of the service's role; another one at each start. Null: every connection is the superuser's, as in tests. */
  servicePassword: string | null;
  account: Account;
  binaries: Binaries;
  settings: Record<string, string> & { cluster_name: string };
  /** removed when it stops, and careless about power cuts */
  throwaway: boolean;
}

const dataOf = ({ home }: ClusterLocation): string => join(home, 'data');

export const existsCluster = (location: ClusterLocation): boolean => existsSync(dataOf(location));

/**
 * Opens the cluster in a place, making it first when there is none.
 * @throws EmbeddedPostgresError for data of another major version, a lost password, or a failing initdb
 */
export async function openCluster(
  location: ClusterLocation,
  options: { spare: string; throwaway: boolean; settings?: Record<string, string> },
): Promise<Cluster> {
  const { home, account } = location;
  const binaries = findBinaries(account, options.spare);
  const data = dataOf(location);
  const exists = existsCluster(location);
  if (exists) checkVersion(data, binaries);
  const cluster: Cluster = {
    home,
    data,
    log: join(home, 'server.log'),
    password: exists ? readPassword(home) : makePassword(home, account),
    servicePassword: options.throwaway ? null : randomBytes(24).toString('hex'),
    account,
    binaries,
    settings: { ...settingsOf(data, options.throwaway), ...options.settings },
    throwaway: options.throwaway,
  };
  if (!exists) await initialise(cluster);
  return cluster;
}

/** The address for whoever uses the product's database in a running cluster. */
export function serviceAddressOf(cluster: Cluster, port: number): string {
  if (cluster.servicePassword === null) return addressOf(cluster, port);
  return `postgresql://${SERVICE_ROLE}:${cluster.servicePassword}@127.0.0.1:${port}/${DATABASE_NAME}`;
}

/** The address of the product's database in a running cluster, for its superuser. */
export function addressOf(cluster: Cluster, port: number): string {
  return `postgresql://${DATABASE_NAME}:${cluster.password}@127.0.0.1:${port}/${DATABASE_NAME}`;
}

function settingsOf(data: string, throwaway: boolean): Cluster['settings'] {
  return {
    // Part of every process title: this is how what a crash left behind is recognised.
    cluster_name: `school-directory-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    random_page_cost: '1.1',
    // Personal data must not end up in a log: no statements, no "Key (email)=(…)" details.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(throwaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
}

function checkVersion(data: string, binaries: Binaries): void {
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (Number(found) === binaries.major) return;
  throw new EmbeddedPostgresError(
    `The database in ${data} was made by PostgreSQL ${found} and this release brings ${binaries.major}: make a backup with the earlier release (cli backup FILE), then restore it with this one into an empty DATA_DIR (cli restore FILE)`,
  );
}

function readPassword(home: string): string {
  const path = join(home, 'password');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  throw new EmbeddedPostgresError(
    `The password of the embedded database is missing: put back ${path}, or move ${home} away to begin with an empty database`,
  );
}

/** One that a failed initdb left is used again; the data folder never exists without it. */
function makePassword(home: string, account: Account): string {
  const path = join(home, 'password');
  if (existsSync(path)) return readPassword(home);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, randomBytes(24).toString('hex') + '\n', { mode: 0o600, flag: 'wx' });
  if (account.switches) chownSync(draft, account.uid, account.gid);
  renameSync(draft, path);
  return readPassword(home);
}

/** Under another name until complete: a data folder that is only half there would never start. */
async function initialise(cluster: Cluster): Promise<void> {
  const { home, data } = cluster;
  removeDrafts(home);
  const draft = join(home, `data.${randomBytes(4).toString('hex')}`);
  try {
    await runInitdb(cluster, draft);
    renameSync(draft, data);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

/** Removes drafts of a killed start. Its initdb may still be writing there: a draft that resists goes the next time. */
function removeDrafts(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith('data.'))) {
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

async function runInitdb(cluster: Cluster, target: string): Promise<void> {
  const child = spawn(cluster.binaries.initdb, initdbFlags(cluster, target), {
    ...asAccount(cluster.account),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const status = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  if (status === 0) return;
  const reason = /error: (.*)/.exec(complaint)?.[1] ?? (complaint.trim().split('\n')[0] || String(status));
  throw new EmbeddedPostgresError(
    `Cannot make the embedded database in ${cluster.home} (initdb: ${reason}): free disk space and rights there, or set DATABASE_URL`,
  );
}

function initdbFlags(cluster: Cluster, target: string): string[] {
  return [
    `--pgdata=${target}`,
    `--username=${DATABASE_NAME}`,
    `--pwfile=${join(cluster.home, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(cluster.throwaway ? ['--no-sync'] : []),
  ];
}
