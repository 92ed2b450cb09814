import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IssueLog } from '../issue-log.js';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';
import { chooseFiles, setFileOf } from './file-names.js';
import type { RosterSet } from './set-files.js';

/** The files of a folder and of the folders right in it. Symbolic links are followed: the operator named the folder. */
export async function openFolder(path: string, log: IssueLog): Promise<RosterSet> {
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
