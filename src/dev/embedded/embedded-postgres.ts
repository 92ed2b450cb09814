import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { existsCluster, openCluster } from './cluster.js';
import { locateCluster, locateThrowaway } from './cluster-location.js';
import { once } from '../../platform/concurrency/once.js';
import { EmbeddedPostgresError, reasonOf } from '../../platform/errors/operator.error.js';
import { claim, type Holder, type HolderKind } from './ownership-lock.js';
import { answers, poll } from './postmaster.js';
import { PostgresServer } from './postgres-server.js';

/** A PostgreSQL that can be connected to. */
export interface RunningPostgres {
  /** `postgresql://user:password@127.0.0.1:port/database`; holds a password: not for logs */
  url: string;
  /** whether we started it; if not, `stop` leaves it alone */
  owned: boolean;
  /** Keeps the service from all of its audit trail but appending to it; nothing where another process has done so. */
  guard(): Promise<void>;
  /** Fast shutdown; may be called twice. Nothing of it runs when this returns. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; made when missing */
  dataDir: string;
  /** who asks: the service, or one short operator command */
  holder: HolderKind;
  /** gets one line, without a password, for what an operator should know; standard error unless given */
  warn?: (line: string) => void;
}

const OWNER_WAIT_MS = 10 * 60_000;

/** A service whose npm was killed needs a moment to notice and stop: starting it again must just work. */
const ENDING_WAIT_MS = 5_000;

/**
 * Starts the product's own database in DATA_DIR or, for a command while the service runs, joins the service's.
 * One process owns it at a time: whoever comes while a command runs waits for up to ten minutes.
 * @throws EmbeddedPostgresError with one line that names the remedy, also when another service has it
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningPostgres> {
  const { holder: kind, warn = toStandardError } = options;
  const dataDir = makeDataDir(resolve(options.dataDir));
  const lock = join(dataDir, 'postgres.lock');
  const began = performance.now();
  let rival: Holder | undefined;
  const running = await poll(
    async () => {
      const held = claim(lock, kind);
      if ('release' in held) return own(dataDir, kind, warn, held.release);
      if (held.holder.kind === 'server' && kind === 'command') return joinService(dataDir);
      if (!rival) warn(waitingLine(held.holder, dataDir));
      rival = held.holder;
      if (rival.kind === 'server' && performance.now() - began > ENDING_WAIT_MS)
        throw alreadyRuns(rival, dataDir);
      return undefined;
    },
    OWNER_WAIT_MS,
    50,
  );
  if (running) return running;
  throw new EmbeddedPostgresError(
    `Process ${rival?.pid ?? 'that owns the database'} has not let go of ${dataDir} in ten minutes: end it, or set DATA_DIR to another folder`,
  );
}

function waitingLine(holder: Holder, dataDir: string): string {
  const who = holder.kind === 'server' ? 'service' : 'command';
  return `Waiting for the ${who} with process id ${holder.pid} to end, which uses the database in ${dataDir}`;
}

/**
 * Starts a cluster for tests in a temporary folder, careless about power cuts and removed when it stops or
 * when this process ends.
 * @param preferred folders to make that one in if possible
 * @param settings of PostgreSQL, in the place of ours
 * @throws EmbeddedPostgresError when it does not start
 */
export async function startThrowawayPostgres(
  preferred?: string[],
  settings?: Record<string, string>,
): Promise<RunningPostgres> {
  const location = locateThrowaway(preferred);
  const remove = () => rmSync(location.home, { recursive: true, force: true, maxRetries: 5 });
  try {
    const cluster = await openCluster(location, { spare: location.home, throwaway: true, settings });
    const server = await PostgresServer.start(cluster, toStandardError);
    const guard = () => server.guard();
    return { url: server.url, owned: true, guard, stop: once(() => server.stop().finally(remove)) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The address is there for a second process, a migration or a look with psql while it runs. */
async function own(
  dataDir: string,
  kind: HolderKind,
  warn: (line: string) => void,
  release: () => void,
): Promise<RunningPostgres> {
  const address = join(dataDir, 'database-url');
  const letGo = () => {
    rmSync(address, { force: true });
    release();
  };
  try {
    rmSync(address, { force: true }); // of a run that was killed
    const location = locateCluster(dataDir, warn);
    if (kind === 'command' && !existsCluster(location))
      warn(
        `Making a new, empty database in ${dataDir}: for that of a service, set its DATA_DIR or DATABASE_URL`,
      );
    const cluster = await openCluster(location, { spare: dataDir, throwaway: false });
    const server = await PostgresServer.start(cluster, warn);
    writeAddress(address, server.url);
    const guard = () => server.guard();
    return { url: server.url, owned: true, guard, stop: once(() => server.stop().finally(letGo)) };
  } catch (error) {
    letGo();
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `Cannot start the embedded PostgreSQL in ${dataDir} (${reasonOf(error)}): check the folder's rights and space, or set DATABASE_URL`,
    );
  }
}

/** @returns `undefined` while the service has not got its database running yet */
async function joinService(dataDir: string): Promise<RunningPostgres | undefined> {
  const url = readAddress(join(dataDir, 'database-url'));
  if (!url || !(await answers(url))) return undefined;
  return { url, owned: false, guard: () => Promise.resolve(), stop: () => Promise.resolve() };
}

function alreadyRuns(holder: Holder, dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The service with process id ${holder.pid} already runs the database in ${dataDir}: stop it, or for a second process set DATABASE_URL to the address in ${join(dataDir, 'database-url')}, or set DATA_DIR to another folder`,
  );
}

function makeDataDir(dataDir: string): string {
  try {
    // PostgreSQL's own user must get through when we are root; what is secret in there is closed by itself.
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true });
      chmodSync(dataDir, 0o755);
    }
    return dataDir;
  } catch (error) {
    throw new EmbeddedPostgresError(
      `Cannot make ${dataDir} (${reasonOf(error)}): set DATA_DIR to a folder that you may write to`,
    );
  }
}

function writeAddress(path: string, url: string): void {
  const draft = `${path}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, url + '\n', { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
}

function readAddress(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new EmbeddedPostgresError(
      `Cannot read ${path} (${reasonOf(error)}): run the command as the user who runs the service`,
    );
  }
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
