import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** A process as every user may see it: nothing here needs the right to trace it. */
export interface SeenProcess {
  pid: number;
  uid: number;
  command: string;
}

const onLinux = process.platform === 'linux';

/**
 * Boot and start time of a process, which tell it from a later one with the same number.
 * @returns `null` when there is no such process (one that ended and waits to be reaped counts as none),
 *   `'unknown'` when it lives and may not be looked at
 */
export function identityOf(pid: number): string | null {
  if (!exists(pid)) return null;
  if (!onLinux) return ps(['-o', 'lstart=', '-p', String(pid)]) || null;
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return exists(pid) ? 'unknown' : null;
  // The name in brackets may itself hold brackets and spaces: count the fields after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19] ?? ''}`;
}

/** Whether the process that had this identity still lives. */
export function isAlive(pid: number, identity: string): boolean {
  const now = identityOf(pid);
  return now !== null && (now === identity || now === 'unknown');
}

/** Arguments of a process, separated by blanks; empty when there is none. */
export function commandOf(pid: number): string {
  if (!onLinux) return ps(['-ww', '-o', 'command=', '-p', String(pid)]);
  return (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
}

/** All processes; an expensive question, asked only after a crash. */
export function listProcesses(): SeenProcess[] {
  return onLinux ? listFromProc() : listFromPs();
}

/**
 * Sends a signal.
 * @returns false when there is no such process
 * @throws the system's error (EPERM) for a process of somebody else
 */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function listFromProc(): SeenProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    try {
      const pid = Number(name);
      return [{ pid, uid: statSync(`/proc/${name}`).uid, command: commandOf(pid) }];
    } catch {
      return []; // ended meanwhile
    }
  });
}

function listFromPs(): SeenProcess[] {
  const lines = ps(['-axww', '-o', 'pid=,uid=,command=']).split('\n');
  return lines.flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), uid: Number(match[2]), command: match[3] ?? '' }] : [];
  });
}

function ps(args: string[]): string {
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C' };
  return spawnSync('ps', args, { encoding: 'utf8', env }).stdout?.trim() ?? '';
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
