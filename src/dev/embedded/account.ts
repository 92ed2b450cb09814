import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedPostgresError, reasonOf } from '../../platform/errors/operator.error.js';

/** The user PostgreSQL runs as. `switches` says that we are root and change to it. */
export interface Account {
  uid: number;
  gid: number;
  switches: boolean;
}

/** Nothing of ours reaches PostgreSQL: a PGDATA or PGOPTIONS of the operator's shell would change what runs. */
const childEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Chooses the user PostgreSQL runs as: ourselves, or, since it refuses root, whoever owns the data already,
 * else `postgres`, else `nobody`.
 * @param dataFolder of an earlier run; need not exist
 */
export function chooseAccount(dataFolder?: string): Account {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid === undefined || gid === undefined) {
    throw new EmbeddedPostgresError('No embedded PostgreSQL for this operating system: set DATABASE_URL');
  }
  if (uid !== 0) return { uid, gid, switches: false };
  const owner = dataFolder ? ownerOf(dataFolder) : null;
  const found = owner?.uid ? owner : (lookUp('postgres') ?? lookUp('nobody') ?? { uid: 65534, gid: 65534 });
  return { ...found, switches: true };
}

/** Options for spawn that make the child run as the account, in a folder everybody may be in. */
export function asAccount(account: Account) {
  const { uid, gid } = account;
  return { cwd: '/', env: childEnv, ...(account.switches ? { uid, gid } : {}) };
}

/**
 * Whether the account reaches the folder and may write there.
 * @throws EmbeddedPostgresError when we may not change to that user
 */
export function canWrite(folder: string, account: Account): boolean {
  const script = 'cd -- "$1" && test -w .';
  const { error, status } = spawnSync('/bin/sh', ['-c', script, 'sh', folder], {
    ...asAccount(account),
    stdio: 'ignore',
  });
  if (error) {
    throw new EmbeddedPostgresError(
      `Cannot run a process as user ${account.uid} (${reasonOf(error)}), which PostgreSQL needs as it refuses root: start as an ordinary user, or set DATABASE_URL`,
    );
  }
  return status === 0;
}

/** @returns `null` when the folder is not there */
export function ownerOf(folder: string): { uid: number; gid: number } | null {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat ? { uid: stat.uid, gid: stat.gid } : null;
}

function lookUp(name: string): { uid: number; gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8', env: childEnv });
    return status === 0 ? Number(stdout) : NaN;
  });
  return uid && gid ? { uid, gid } : null;
}
