import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

const PREFIX = 'school-directory-passing-';
/** Younger ones may be in use: a process cannot be told by its id, for each container counts its own. */
const LEFT_AFTER_MS = 12 * 60 * 60 * 1000;

/**
 * Does the work with a folder for its owner alone, which goes with it. TMPDIR says where, and has to have room for one backup. What
 * commands that were killed have left there goes first: it may be a whole backup.
 */
export async function inPassingFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await removeLeft();
  const folder = await mkdtemp(join(tmpdir(), PREFIX)).catch(cannotUse(tmpdir()));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Folders of another user cannot be removed, and stay for that one. */
async function removeLeft(): Promise<void> {
  const leftBefore = new Clock().now().getTime() - LEFT_AFTER_MS;
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const isLeft = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs < leftBefore,
      () => false,
    );
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

export const cannotUse =
  (folder: string) =>
  (error: unknown): never => {
    throw new CommandRefusedError(
      `${folder} cannot be used (${String((error as NodeJS.ErrnoException).code)}): let this user write to it, or name another one.`,
    );
  };
