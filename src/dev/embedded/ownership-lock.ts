import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { EmbeddedPostgresError, reasonOf } from '../../platform/errors/operator.error.js';
import { identityOf, isAlive } from './processes.js';

/** Owner of the embedded database of a DATA_DIR: the service, or one short operator command. */
export type HolderKind = 'server' | 'command';

/** Contents of the lock file about its holder; no secrets, so everybody may read it. */
export interface Holder {
  pid: number;
  identity: string;
  kind: HolderKind;
  token: string;
}

/** Either the lock is ours and can be released, or somebody alive holds it. */
export type Claim = { release: () => void } | { holder: Holder };

/**
 * Takes the lock file, also from a holder that died without releasing it.
 *
 * Two processes that find the same dead holder must not both succeed, nor may one remove the lock the
 * other has just taken. So a dead lock is only replaced by whoever holds the lock on *replacing that one*,
 * which is claimed in the same way under a name made from the dead holder's token.
 * @throws EmbeddedPostgresError when the file cannot be read or written
 */
export function claim(path: string, kind: HolderKind): Claim {
  const me: Holder = { pid: process.pid, identity: identityOf(process.pid) ?? '', kind, token: newToken() };
  try {
    const holder = take(path, me);
    return holder ? { holder } : { release: () => release(path, me) };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `Cannot take the lock ${path} (${reasonOf(error)}): start as the user who owns that folder, or set DATA_DIR to another one`,
    );
  }
}

/** @returns the living holder, or `null` when the lock is now ours */
function take(path: string, me: Holder): Holder | null {
  for (;;) {
    if (create(path, me)) return null;
    const holder = readHolder(path);
    if (!holder) continue; // released between the two questions
    if (isAlive(holder.pid, holder.identity)) return holder;
    const heir = `${path}.${holder.token}`;
    const rival = take(heir, me);
    if (rival) return rival;
    try {
      // Somebody may have inherited and finished between our look and our claim: look again.
      if (readHolder(path)?.token !== holder.token) continue;
      replace(path, me);
      return null;
    } finally {
      rmSync(heir, { force: true });
    }
  }
}

/** Appears with its content at once: a lock that is half written would look like a dead one. */
function create(path: string, me: Holder): boolean {
  const draft = writeDraft(path, me);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replace(path: string, me: Holder): void {
  renameSync(writeDraft(path, me), path);
}

function writeDraft(path: string, me: Holder): string {
  const draft = `${path}.${newToken()}.draft`;
  writeFileSync(draft, JSON.stringify(me) + '\n', { mode: 0o644, flag: 'wx' });
  return draft;
}

function release(path: string, me: Holder): void {
  if (readHolder(path)?.token === me.token) rmSync(path, { force: true });
}

function readHolder(path: string): Holder | null {
  try {
    return parseHolder(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A file that was damaged (a full disk, a power cut) names nobody: it is as good as a dead holder's. */
function parseHolder(text: string): Holder {
  try {
    const { pid, identity, kind, token } = JSON.parse(text) as Holder;
    if (Number.isInteger(pid) && pid > 0 && /^[0-9a-f]+$/.test(token)) return { pid, identity, kind, token };
  } catch {
    // fall through to the nobody below
  }
  return { pid: 2 ** 30, identity: '', kind: 'command', token: '0' };
}

function newToken(): string {
  return randomBytes(8).toString('hex');
}
