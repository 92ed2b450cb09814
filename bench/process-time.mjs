import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Of the kernel's clock, 100 a second. */
const MS_PER_TICK = 10;

/**
 * Processor time that a process has taken so far, with that of its children where `withChildren` says so: PostgreSQL has one for each
 * connection. Milliseconds; NaN where there is no /proc.
 */
export function processorMs(pid, { withChildren = false } = {}) {
  if (!existsSync(`/proc/${pid}/stat`)) return NaN;
  const { own, ended } = timesOf(pid);
  if (!withChildren) return own;
  return own + ended + childrenOf(pid).reduce((sum, child) => sum + (timesOf(child)?.own ?? 0), 0);
}

const childrenOf = (pid) =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);

/** The most that any of a process and its children has held so far, in MB; NaN where there is no /proc. */
export function peakMegabytes(pid) {
  if (!existsSync(`/proc/${pid}/status`)) return NaN;
  return Math.max(...[pid, ...childrenOf(pid)].map(peakOf));
}

const peakOf = (pid) =>
  (Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024) / 1e6;

export const parentOf = (pid) => fieldsOf(pid)?.parent;

function timesOf(pid) {
  const fields = fieldsOf(pid);
  return fields && { own: fields.own * MS_PER_TICK, ended: fields.ended * MS_PER_TICK };
}

/** proc(5): after the name in brackets stand the state and the parent; `ended` are children that are gone. */
function fieldsOf(pid) {
  try {
    const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[^)]*$)/);
    const fields = after.split(' ');
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
