import { hash, randomUUID } from 'node:crypto';
import { access, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Clock } from '../clock/clock.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { contentTypeOf } from './object-key.js';
import { ObjectTooLargeError, SupersededError } from './object-store.js';

/** Milliseconds: no upload takes as long; what is older was left by a process that died. */
const ABANDONED_AFTER = 60 * 60 * 1000;

/** Milliseconds between two looks whether a draft is still there. */
const LOOK_MS = 1_000;

const TRUE_OR_FALSE = [() => true, () => false] as const;

/** The objects of the embedded store as files below `DATA_DIR/objects`, readable by their owner alone. */
@Injectable()
export class ObjectFiles {
  readonly folder: string;
  /** No key begins with a dot. */
  private readonly drafts: string;

  constructor(
    @Inject(SETTINGS) { dataDir }: Settings,
    private readonly clock: Clock,
  ) {
    this.folder = join(dataDir, 'objects');
    this.drafts = join(this.folder, '.drafts');
  }

  /**
   * Stores the whole of the source or nothing of it.
   * @throws ObjectKeyError
   * @throws ObjectTooLargeError as soon as the source is longer than `maxBytes`
   * @param superseded for an object of which only the writer goes on that was begun last, whichever process it is in: is called
   * when that is another one
   * @throws SupersededError then
   */
  async write(
    key: string,
    source: AsyncIterable<Buffer> | Iterable<Buffer>,
    maxBytes: number,
    superseded?: () => void,
  ): Promise<void> {
    const file = this.fileOf(key);
    await mkdir(this.drafts, { recursive: true, mode: 0o700 });
    await this.removeAbandonedDrafts();
    const writer = superseded ? hash('sha256', key) : 'alone';
    const draft = join(this.drafts, `${this.clock.now().getTime()}-${writer}-${randomUUID()}`);
    try {
      await fill(draft, superseded ? this.alone(draft, source, superseded) : source, maxBytes);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await rename(draft, file).catch(supersededIfMissing);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await flushFolder(dirname(file));
  }

  /**
   * The caller closes what it gets; it stays the same object even when another one takes its place.
   * @throws ObjectKeyError
   */
  async open(key: string): Promise<{ handle: FileHandle; size: number } | null> {
    const handle = await open(this.fileOf(key), 'r').catch(nullIfMissing);
    return handle && { handle, size: (await handle.stat()).size };
  }

  /** @throws ObjectKeyError */
  async remove(key: string): Promise<void> {
    const file = this.fileOf(key);
    await rm(file, { force: true });
    await flushFolder(dirname(file)).catch(nullIfMissing);
  }

  private fileOf(key: string): string {
    contentTypeOf(key);
    return join(this.folder, key);
  }

  /** The source, for as long as nobody has begun another draft of the object: whoever does removes this one. */
  private async *alone(
    draft: string,
    source: AsyncIterable<Buffer> | Iterable<Buffer>,
    superseded: () => void,
  ): AsyncGenerator<Buffer> {
    await this.removeOlder(draft);
    const isThere = (): Promise<boolean> => access(draft).then(...TRUE_OR_FALSE);
    const look = (): Promise<void> => isThere().then((there) => (there ? undefined : superseded()));
    // One that sends nothing any more holds no bytes either.
    const timer = setInterval(() => void look(), LOOK_MS);
    try {
      for await (const chunk of source) {
        if (!(await isThere())) throw new SupersededError();
        yield chunk;
      }
    } finally {
      clearInterval(timer);
    }
  }

  private async removeOlder(draft: string): Promise<void> {
    const [, writer] = basename(draft).split('-', 2);
    const names = (await readdir(this.drafts)).filter((name) => name.split('-', 2)[1] === writer).sort();
    for (const name of names.slice(0, -1)) await rm(join(this.drafts, name), { force: true });
  }

  private async removeAbandonedDrafts(): Promise<void> {
    const oldest = this.clock.now().getTime() - ABANDONED_AFTER;
    for (const name of await readdir(this.drafts)) {
      if (Number(name.split('-', 1)[0]) < oldest) await rm(join(this.drafts, name), { force: true });
    }
  }
}

async function fill(
  file: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  maxBytes: number,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new ObjectTooLargeError();
      await handle.appendFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name, or the end of one, lasts only once its folder is on disk. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function supersededIfMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new SupersededError() : error;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Reads a file piece by piece, and lets go of it however much of it was read. */
export async function withFile(path: string, use: (content: Readable) => Promise<unknown>): Promise<void> {
  const file = await open(path);
  const content = file.createReadStream();
  try {
    await use(content);
  } finally {
    content.destroy();
  }
}
