import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { readdirSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canWrite, chooseAccount, ownerOf } from './account.js';
import { EmbeddedPostgresError, reasonOf } from '../../platform/errors/operator.error.js';

/** Where a root process keeps what the unprivileged user cannot reach inside the project. */
export const SYSTEM_FOLDER = '/var/lib/school-directory';

/** The folder of one cluster (its `data`, `password` and `server.log`) and the user it belongs to. */
export interface ClusterLocation {
  home: string;
  account: Account;
}

interface Pointer {
  home: string;
  dataDir: string;
}

/**
 * Finds or makes the folder of DATA_DIR's cluster. That is `DATA_DIR/postgres`, unless PostgreSQL's user cannot
 * get there; then it lies under {@link SYSTEM_FOLDER} and `DATA_DIR/postgres-location` says where.
 * @throws EmbeddedPostgresError when it cannot be reached, or belongs to somebody else
 */
export function locateCluster(dataDir: string, warn: (line: string) => void): ClusterLocation {
  const real = realpathSync(dataDir);
  const local = join(real, 'postgres');
  const pointer = readPointer(real);
  if (pointer) return locateOutside(real, local, pointer.home);

  const account = chooseAccount(join(local, 'data'));
  makeHome(local, account);
  if (canWrite(local, account)) return { home: local, account };
  if (!account.switches) throw belongsToAnother(local);

  const home = freeFolder(real, warn);
  // Written before anything moves: after a crash in between, the pointer says where the move was heading.
  writePointer(real, { home, dataDir: real });
  return locateOutside(real, local, home);
}

/**
 * A folder for a cluster that nobody wants to keep, where PostgreSQL's user can get to.
 * @param preferred where to put it if possible
 */
export function locateThrowaway(preferred: string[] = []): ClusterLocation {
  const account = chooseAccount();
  for (const parent of [...preferred, tmpdir(), '/tmp', '/var/tmp', SYSTEM_FOLDER]) {
    const home = tryMakeTemporary(parent, account);
    if (home) return { home, account };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL's user ${account.uid} can write to no temporary folder: set TMPDIR to one it can enter`,
  );
}

function tryMakeTemporary(parent: string, account: Account): string | null {
  let home: string | undefined;
  try {
    if (parent === SYSTEM_FOLDER && account.switches) makeSystemFolder();
    home = realpathSync(mkdtempSync(join(parent, 'school-directory-test-')));
    if (account.switches) chownSync(home, account.uid, account.gid);
    if (canWrite(home, account)) return home;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
  }
  if (home) rmSync(home, { recursive: true, force: true });
  return null;
}

function locateOutside(dataDir: string, local: string, home: string): ClusterLocation {
  try {
    if (!existsSync(home)) moveOrMake(local, home);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `Cannot place the database in ${home} (${reasonOf(error)}): start as root, or set DATA_DIR to a folder every user may enter`,
    );
  }
  const account = chooseAccount(join(home, 'data'));
  if (!canWrite(home, account)) throw belongsToAnother(home);
  rememberMove(dataDir, home);
  return { home, account };
}

/** The project was closed to others after its database was made, or has none yet. */
function moveOrMake(local: string, home: string): void {
  makeSystemFolder();
  const account = chooseAccount(join(local, 'data'));
  if (!existsSync(join(local, 'data'))) {
    makeHome(home, account);
    if (existsSync(local) && readdirSync(local).length === 0) rmdirSync(local);
    return;
  }
  try {
    renameSync(local, home);
  } catch {
    copyAcross(local, home); // another file system
  }
}

function copyAcross(local: string, home: string): void {
  const draft = `${home}.${randomBytes(4).toString('hex')}`;
  const { status, stderr } = spawnSync('cp', ['-a', local, draft], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  renameSync(draft, home);
  rmSync(local, { recursive: true, force: true });
}

function makeHome(home: string, account: Account): void {
  if (existsSync(home)) return;
  mkdirSync(home, { mode: 0o700 });
  if (account.switches) chownSync(home, account.uid, account.gid);
}

/** Open to enter, whatever the umask: the folders in it are closed one by one. */
export function makeSystemFolder(): void {
  mkdirSync(SYSTEM_FOLDER, { recursive: true });
  chmodSync(SYSTEM_FOLDER, 0o755);
}

function belongsToAnother(folder: string): EmbeddedPostgresError {
  const owner = ownerOf(folder)?.uid ?? 'another';
  return new EmbeddedPostgresError(
    `The embedded database in ${folder} belongs to user ${owner}: start as that user or as root, or set DATA_DIR to another folder`,
  );
}

/** A database whose DATA_DIR was removed keeps its name: it is not ours to delete. */
function freeFolder(dataDir: string, warn: (line: string) => void): string {
  const name = join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  for (let n = 1; ; n += 1) {
    const home = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(home)) return home;
    warn(`${home} holds the database of an earlier DATA_DIR ${dataDir}; remove it if nobody needs it`);
  }
}

function readPointer(dataDir: string): Pointer | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'postgres-location'), 'utf8')) as Pointer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new EmbeddedPostgresError(
      `Cannot read ${join(dataDir, 'postgres-location')} (${reasonOf(error)}): start as the user who made it, or set DATA_DIR to another folder`,
    );
  }
}

/** A moved DATA_DIR takes its database along; a copied one must not share it with the original. */
function rememberMove(dataDir: string, home: string): void {
  const before = readPointer(dataDir)?.dataDir;
  if (before === dataDir) return;
  if (before && existsSync(before) && readPointer(before)?.home === home) {
    throw new EmbeddedPostgresError(
      `${dataDir} is a copy of ${before}, whose database lies in ${home}: remove ${join(dataDir, 'postgres-location')} to begin with an empty one`,
    );
  }
  writePointer(dataDir, { home, dataDir });
}

function writePointer(dataDir: string, pointer: Pointer): void {
  const path = join(dataDir, 'postgres-location');
  writeFileSync(`${path}.draft`, JSON.stringify(pointer) + '\n', { mode: 0o644 });
  renameSync(`${path}.draft`, path);
}
