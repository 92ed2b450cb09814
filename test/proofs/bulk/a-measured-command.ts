import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';

const script = (path: string): Promise<unknown> => import(`../../../scripts/${path}`);
export const { ensureBuilt } = (await script('lib/build.mjs')) as { ensureBuilt: () => Promise<void> };

/** The system counts how much a process had at most. */
export const COUNTED = existsSync('/proc/self/status');

const LOOK_EVERY_MS = 20;
const TICKS_A_SECOND = 100;

/** What Node.js is told when an operator types a command. */
export const OPTIONS = /node (--.*) \/app/
  .exec(readFileSync(fromProjectRoot('docker/school-directory.sh'), 'utf8'))![1]!
  .split(' ');

export interface Measured {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
  stderr: string;
  /** From the start of the process to its end. */
  seconds: number;
  /** Of this process, without the database. */
  cpuSeconds: number;
  /** At most, at any moment. */
  megabytes: number;
}

/**
 * Types a command of the built program with `--json`, as a process of its own, which has to succeed. As in the image, it finds nothing that
 * an earlier one compiled: the first would else need 20 MB more than all others.
 */
export async function measured(env: Record<string, string>, ...argv: string[]): Promise<Measured> {
  const program = fromProjectRoot('dist/src/cli/main.js');
  const began = performance.now();
  const child = spawn(process.execPath, [...OPTIONS, program, ...argv, '--json'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => (printed[name] += text));
  const used = { megabytes: 0, cpuSeconds: 0 };
  const watch = setInterval(() => Object.assign(used, usedBy(child.pid!) ?? {}), LOOK_EVERY_MS);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${printed.stderr}`);
  const seconds = (performance.now() - began) / 1000;
  return { json: JSON.parse(printed.stdout), stderr: printed.stderr, seconds, ...used };
}

/** Null when it has just ended. */
function usedBy(pid: number): { megabytes: number; cpuSeconds: number } | null {
  try {
    const most = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (!most) return null;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const [user, system] = [Number(fields[11]), Number(fields[12])];
    return { megabytes: Number(most) / 1024, cpuSeconds: (user + system) / TICKS_A_SECOND };
  } catch {
    return null;
  }
}
