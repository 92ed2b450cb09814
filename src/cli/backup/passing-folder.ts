import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

/** Of a folder, before the id of the process that uses it. */
const PREFIX = 'school-directory-passing-';
const NAME = /^school-directory-passing-(\d+)-/;

/**
 * Does the work with a folder for its owner alone, which goes with it. TMPDIR says where, and has to have room for one backup. What
 * commands that were killed have left there goes first: it may be a whole backup that anybody on this machine could open later.
 */
export async function inPassingFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await removeLeft();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`)).catch(cannotUse(tmpdir()));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Those of another user cannot be removed, and stay for that one. */
async function removeLeft(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

export const cannotUse =
  (folder: string) =>
  (error: unknown): never => {
    throw new CommandRefusedError(
      `${folder} cannot be used (${String((error as NodeJS.ErrnoException).code)}): let this user write to it, or name another one.`,
    );
  };
