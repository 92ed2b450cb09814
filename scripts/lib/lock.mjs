import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfThere, say } from './project.mjs';

/**
 * Does the work while no other process does it in this clone; a second one waits and says so. A lock whose
 * holder died is taken over by exactly one: replacing it needs the lock on replacing that very one.
 */
export async function withLock(path, purpose, work) {
  const me = JSON.stringify({ pid: process.pid, born: birthOf(process.pid), token: token() });
  for (let told = false; ; told = true) {
    const holder = take(path, me);
    if (!holder) break;
    if (!told) say(`Waiting for process ${holder.pid}, which is ${purpose}`);
    await sleep(200);
  }
  // Also when the work gives up by ending the process.
  const release = () => readIfThere(path) === me && rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

/** The living holder, or `null` when the lock is ours now. */
function take(path, me) {
  for (;;) {
    if (create(path, me)) return null;
    const text = readIfThere(path);
    if (text === null) continue;
    const holder = parse(text);
    if (birthOf(holder.pid) === holder.born) return holder;
    const heir = `${path}.${holder.token}`;
    const rival = take(heir, me);
    if (rival) return rival;
    try {
      if (readIfThere(path) !== text) continue;
      renameSync(draftOf(path, me), path);
      return null;
    } finally {
      rmSync(heir, { force: true });
    }
  }
}

function create(path, me) {
  const draft = draftOf(path, me);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function draftOf(path, me) {
  const draft = `${path}.${token()}`;
  writeFileSync(draft, me, { flag: 'wx' });
  return draft;
}

/** A damaged lock is a dead one. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { pid: 0, born: 'never', token: 'damaged' };
  }
}

/** When a process began, which tells it from a later one with the same number; `null` when there is none. */
function birthOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || null;
  } catch {
    return null;
  }
}

function token() {
  return randomBytes(8).toString('hex');
}
