import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Linux charges processes in hundredths of a second (USER_HZ, proc(5)), in microseconds. */
const TICK_US = 10_000;

const isTold = existsSync('/proc/self/stat');

/**
 * What each kind of process takes of all processors while something runs, in microseconds an answer, and what stays
 * idle; and how often its main thread falls asleep for an answer. Null where the system does not tell.
 * @param {() => Promise<{ answered: number, elapsed: number }>} run
 * @param {Record<string, (process: { pid: number, title: string }) => boolean>} kinds
 */
export async function processorTime(run, kinds) {
  if (!isTold) return null;
  const before = spentByAll();
  const { answered, elapsed } = await run();
  const spent = spentByAll().map(({ pid, title, us, sleeps }) => {
    const earlier = before.find((process) => process.pid === pid) ?? { us: 0, sleeps: 0 };
    return { pid, title, us: us - earlier.us, sleeps: sleeps - earlier.sleeps };
  });
  const sum = (processes, key) => processes.reduce((total, process) => total + process[key], 0) / answered;
  const shares = (key) =>
    Object.fromEntries(Object.entries(kinds).map(([kind, isOne]) => [kind, sum(spent.filter(isOne), key)]));
  const all = (availableParallelism() * elapsed * 1000) / answered;
  return { us: { ...shares('us'), idle: Math.max(0, all - sum(spent, 'us')) }, sleeps: shares('sleeps') };
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
    const [, sleeps] = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return { pid: Number(pid), title, us: (user + system) * TICK_US, sleeps: Number(sleeps) };
  } catch {
    return null;
  }
}
