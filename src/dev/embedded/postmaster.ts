import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { asAccount } from './account.js';
import { SERVICE_ROLE, type Cluster } from './cluster.js';
import { EmbeddedPostgresError, reasonOf } from '../../platform/errors/operator.error.js';
import { signal } from './processes.js';

/**
 * Asks until the answer is not `undefined`.
 * @param timeoutMs milliseconds, measured on the monotonic clock: a corrected wall clock must not end a wait
 * @param everyMs milliseconds between two questions
 * @returns the answer, or `undefined` when time ran out
 */
export async function poll<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  timeoutMs: number,
  everyMs = 20,
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() >= deadline) return answer;
    await sleep(everyMs);
  }
}

/**
 * Ends PostgreSQL when we end, however we end: the watcher waits on a pipe that only we hold open. A line on
 * it dismisses the watcher; the end of it (even by kill -9) makes it stop PostgreSQL and remove the folder
 * named first, if any. The shell then becomes PostgreSQL, so that our child is the postmaster itself.
 */
const LAUNCHER = `
( ( read -r _ <&3 || {
      kill -INT $$
      [ -z "$1" ] || { while kill -0 $$; do sleep 0.1; done; rm -rf -- "$1"; }
    } ) >/dev/null 2>&1 & )
shift
exec "$@" 3<&-
`;

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const START_TIMEOUT_MS = 60_000;
const FAST_SHUTDOWN_MS = 60_000;

/** Why PostgreSQL did not start; `log` is what it wrote while it tried. */
export class StartFailure extends Error {
  readonly log: string;

  constructor(log: string) {
    super(/(?:FATAL|PANIC): {2}(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1) ?? '');
    this.log = log;
  }
}

/** One run of the postmaster process. */
export class Postmaster {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private readonly cluster: Cluster;
  private readonly logStart: number;

  constructor(cluster: Cluster, port: number) {
    this.cluster = cluster;
    if (sizeOf(cluster.log) > LOG_LIMIT_BYTES) rmSync(cluster.log);
    this.logStart = sizeOf(cluster.log);
    this.child = launch(cluster, port);
    this.ended = new Promise((resolve) => {
      this.child.once('exit', () => {
        this.dismissWatcher();
        resolve();
      });
      this.child.once('error', () => resolve());
    });
  }

  get hasEnded(): boolean {
    const { pid, exitCode, signalCode } = this.child;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }

  /** How it ended, for a person. */
  get ending(): string {
    return this.child.signalCode ?? `exit status ${this.child.exitCode}`;
  }

  /**
   * Waits until it serves, and makes the product's database and the service's role in it if there is none.
   * @param url for the superuser
   * @throws StartFailure when it ends instead
   * @throws EmbeddedPostgresError when it does not serve in time or refuses the password
   */
  async ready(url: string): Promise<void> {
    let last: unknown;
    const answer = await poll(async () => {
      if (this.hasEnded) return 'ended';
      try {
        await ensureDatabase(url, this.cluster.servicePassword);
        // Somebody else's PostgreSQL may have answered on a port that ours found taken.
        return this.hasEnded ? 'ended' : 'ready';
      } catch (error) {
        last = error;
        return isPassing(error) ? undefined : 'refused';
      }
    }, START_TIMEOUT_MS);
    if (answer === 'ready') return;
    if (answer === 'ended') throw new StartFailure(this.ownLog());
    await this.stop();
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not let us in (${reasonOf(last)}): see ${this.cluster.log}`,
    );
  }

  /** Fast shutdown: open transactions are rolled back, what was committed is on disk. */
  async stop(): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined || this.hasEnded) return this.ended;
    this.child.ref();
    signal(pid, 'SIGINT');
    const last = setTimeout(() => signal(pid, 'SIGQUIT'), FAST_SHUTDOWN_MS);
    await this.ended;
    clearTimeout(last);
  }

  /** Without this the watcher would later signal a process number that belongs to somebody else by then. */
  private dismissWatcher(): void {
    watchPipe(this.child).end('\n');
  }

  private ownLog(): string {
    if (!existsSync(this.cluster.log)) return 'it could not be started';
    return readFileSync(this.cluster.log).subarray(this.logStart).toString('utf8');
  }
}

function launch(cluster: Cluster, port: number): ChildProcess {
  const log = openSync(cluster.log, 'a', 0o600);
  try {
    const settings = { ...cluster.settings, port: String(port) };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = [cluster.binaries.postgres, '-D', cluster.data, ...flags];
    const child = spawn('/bin/sh', ['-c', LAUNCHER, 'sh', cluster.throwaway ? cluster.home : '', ...server], {
      ...asAccount(cluster.account),
      stdio: ['ignore', log, log, 'pipe'],
      // A session of its own: the terminal's Ctrl-C must not end the database before the service has drained.
      detached: true,
    });
    child.unref();
    // The watcher may be gone before us, and an open pipe must not keep a finished command alive.
    watchPipe(child)
      .on('error', () => undefined)
      .unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Not standard input: Node closes that by itself when the child exits, and the watcher would take it for our end. */
function watchPipe(child: ChildProcess): Socket {
  return child.stdio[3] as Socket;
}

async function ensureDatabase(url: string, servicePassword: string | null): Promise<void> {
  const maintenance = new URL(url);
  const name = maintenance.pathname.slice(1);
  maintenance.pathname = '/postgres';
  await withClient(maintenance.href, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
    if (servicePassword !== null) await ensureRole(client, name, servicePassword);
  });
  if (servicePassword !== null) await withClient(url, (client) => client.query(HAND_OVER));
}

async function ensureRole(client: pg.Client, database: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SERVICE_ROLE]);
  if (!rowCount) await client.query(`create role ${SERVICE_ROLE}`);
  const plain = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  await client.query(`alter role ${SERVICE_ROLE} ${plain} password ${client.escapeLiteral(password)}`);
  const owned = await client.query('select from pg_database where datname = $1 and datdba = $2::regrole', [
    database,
    SERVICE_ROLE,
  ]);
  if (owned.rowCount) return;
  await client.query(`alter database ${client.escapeIdentifier(database)} owner to ${SERVICE_ROLE}`);
}

/**
 * Gives the role everything that the superuser owns, from the time before there was the role: a sequence of a column goes
 * with its table, and members of an extension stay. It calls nothing that the role has made.
 */
const HAND_OVER = `
  set search_path = pg_catalog;
  do $$ declare change text; begin
    for change in
      with ours as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
      bound as (select classid, objid from pg_depend where deptype = 'e' union all
        select classid, objid from pg_depend where deptype in ('a', 'i') and classid = 'pg_class'::regclass
          and objid in (select oid from pg_class where relkind = 'S'))
      select format('alter %s %s', case c.relkind when 'S' then 'sequence' when 'v' then 'view'
          when 'm' then 'materialized view' else 'table' end, c.oid::regclass) from pg_class c
        where c.relnamespace in (select oid from ours) and c.relkind in ('r', 'p', 'v', 'm', 'S')
          and c.relowner <> '${SERVICE_ROLE}'::regrole and ('pg_class'::regclass, c.oid) not in (select classid, objid from bound)
      union all
      select format('alter routine %s', p.oid::regprocedure) from pg_proc p
        where p.pronamespace in (select oid from ours) and p.proowner <> '${SERVICE_ROLE}'::regrole
          and ('pg_proc'::regclass, p.oid) not in (select classid, objid from bound)
      union all
      select format('alter type %s', t.oid::regtype) from pg_type t
        where t.typnamespace in (select oid from ours) and t.typtype in ('e', 'd', 'r')
          and t.typowner <> '${SERVICE_ROLE}'::regrole
          and ('pg_type'::regclass, t.oid) not in (select classid, objid from bound)
    loop
      execute change || ' owner to ${SERVICE_ROLE}';
    end loop;
  end $$`;

/** Whether somebody serves that database now. */
export async function answers(url: string): Promise<boolean> {
  return withClient(url, async () => true).catch(() => false);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Not listening yet, starting up or replaying its log: worth another try. */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return !code || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P03', '55006'].includes(code);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Where the postmaster notes its process number. */
export function pidFileOf(cluster: Pick<Cluster, 'data'>): string {
  return join(cluster.data, 'postmaster.pid');
}
