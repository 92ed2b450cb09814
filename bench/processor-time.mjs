import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Linux charges processes in hundredths of a second (USER_HZ, proc(5)), in microseconds. */
const TICK_US = 10_000;

const isTold = existsSync('/proc/self/stat');

/**
 * What each kind of process takes of all processors while something runs, in microseconds an answer, and what stays
 * idle; null where the system does not tell.
 * @param {() => Promise<{ answered: number, elapsed: number }>} run
 * @param {Record<string, (process: { pid: number, title: string }) => boolean>} kinds
 */
export async function processorTime(run, kinds) {
  if (!isTold) return null;
  const before = spentByAll();
  const { answered, elapsed } = await run();
  const spent = spentByAll().map((process) => ({
    ...process,
    us: process.us - (before.find(({ pid }) => pid === process.pid)?.us ?? 0),
  }));
  const sum = (processes) => processes.reduce((total, { us }) => total + us, 0) / answered;
  const shares = Object.entries(kinds).map(([kind, isOne]) => [kind, sum(spent.filter(isOne))]);
  const all = (availableParallelism() * elapsed * 1000) / answered;
  return { ...Object.fromEntries(shares), idle: Math.max(0, all - sum(spent)) };
}

function spentByAll() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(spentBy).filter(Boolean);
}

/** Null for a process that has ended meanwhile. */
function spentBy(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name may have blanks and parentheses in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system] = [fields[11], fields[12]].map(Number);
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid: Number(pid), title, us: (user + system) * TICK_US };
  } catch {
    return null;
  }
}
