import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IssueLog } from '../issue-log.js';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';
import { chooseFiles, type RosterSource, SET_FILES, type SetFile, setFileOf } from './file-names.js';
import { openZip, ZIP_LIMITS } from './zip-source.js';
import { readInput, STANDARD_INPUT } from '../../import-input.js';
import type { ImportProgress } from '../../../platform/import-report.js';

/** The files of a folder and of the folders right in it. Symbolic links are followed: the operator named the folder. */
async function openFolder(path: string, log: IssueLog): Promise<RosterSource> {
  const candidates = await refused(path, async () => {
    const top = await children(path, '');
    const inner = await Promise.all(top.folders.map((folder) => children(path, folder)));
    return [top, ...inner].flatMap((level, depth) =>
      level.files.map(({ name, size }) => ({
        name,
        depth: Math.min(depth, 1),
        item: { path: join(path, name), size },
      })),
    );
  });
  const files = chooseFiles(candidates, log);
  return {
    has: (file) => files.has(file),
    sizeOf: (file) => files.get(file)?.size ?? 0,
    bytes: (file) => fileBytes(files.get(file)?.path),
    close: () => undefined,
  };
}

interface Children {
  files: { name: string; size: number }[];
  folders: string[];
}

async function children(path: string, folder: string): Promise<Children> {
  const names = (await readdir(join(path, folder))).toSorted().map((name) => join(folder, name));
  const files = [];
  const folders = [];
  for (const name of names) {
    if (setFileOf(name) === null && folder !== '') continue;
    const found = await stat(join(path, name)).catch(() => null);
    if (found?.isDirectory() && name !== '__MACOSX' && !name.startsWith('.')) folders.push(name);
    if (found?.isFile()) files.push({ name, size: found.size });
  }
  return { files, folders };
}

async function* fileBytes(path: string | undefined): AsyncIterable<Buffer> {
  if (path === undefined) return;
  const stream: AsyncIterable<Buffer> = createReadStream(path);
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function refused<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === null) return error as Error;
  return new OneRosterRefusedError('unreadable', `${path} cannot be read (${code}).`);
}

/** @throws OneRosterRefusedError */
export async function openRosterSource(path: string, log: IssueLog): Promise<RosterSource> {
  if (path === STANDARD_INPUT)
    return checked(path, await openZip(path, log, ZIP_LIMITS, await readInput(path, MAX_STDIN_MIB)));
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new OneRosterRefusedError(
      'unreadable',
      `${path} cannot be read (${error.code ?? 'unknown error'}).`,
    );
  });
  return checked(path, found.isDirectory() ? await openFolder(path, log) : await openZip(path, log));
}

/** Held in memory: a zip file is read from its end. */
const MAX_STDIN_MIB = 256;

function checked(path: string, set: RosterSource): RosterSource {
  if (SET_FILES.some((file) => set.has(file))) return set;
  set.close();
  throw new OneRosterRefusedError('not_oneroster', `${path} has none of the files of a OneRoster export.`);
}

/** The files, with a progress of how much of each has been read. */
export function watchedSet(set: RosterSource, progress: ImportProgress): RosterSource {
  async function* bytes(file: SetFile): AsyncIterable<Buffer> {
    let done = 0;
    for await (const chunk of set.bytes(file)) {
      progress.step(`Reading ${file}.csv`, done, set.sizeOf(file));
      yield chunk;
      done += chunk.length;
    }
  }
  return { ...set, bytes };
}
