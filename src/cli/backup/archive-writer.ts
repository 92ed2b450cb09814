import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { encrypted } from './age-file.js';
import { MANIFEST, type ArchivedEntry, type Manifest } from './backup-format.js';
import { DIGEST_LENGTH, Seal } from './seal.js';

interface WritingOptions {
  recipients?: string[];
  seal?: Seal;
  check?: (part: string) => Promise<void>;
}

/**
 * Writes a zip file, one entry after the other and none of them held in memory, under another name until all of it
 * is on disk. Readable by its owner alone: everything that the service knows is in it.
 */
export class ArchiveWriter {
  private readonly zip = new ZipFile();
  private readonly writing: Promise<void>;
  private readonly failure: Promise<never>;

  /**
   * @param recipients who alone can read it; none: whoever has the file
   * @param seal with a key, where whoever reads it has the same one
   * @param check what was written, where it lies until it has its name
   * @returns what the work returns, once the file is there under its name
   * @throws CommandRefusedError when it is there already, or cannot be written; nothing is left then
   */
  static async into<T>(
    path: string,
    work: (archive: ArchiveWriter) => Promise<T>,
    { recipients = [], seal = Seal.unkeyed, check }: WritingOptions = {},
  ): Promise<T> {
    // A part file of this run alone: another one that writes the same file has a part of its own.
    const part = `${path}.${randomBytes(6).toString('hex')}.part`;
    await assertFree(path);
    const file = await open(part, 'wx', 0o600).catch(cannotWrite(path));
    try {
      const result = await work(new ArchiveWriter(file, recipients, seal));
      await file.sync();
      await check?.(part);
      await place(part, path);
      return result;
    } catch (error) {
      await rm(part, { force: true });
      throw isOfTheDisk(error) ? cannotWrite(path)(error) : error;
    } finally {
      await file.close();
    }
  }

  private constructor(
    file: FileHandle,
    recipients: string[],
    private readonly seal: Seal,
  ) {
    const broken = new Promise<never>((_, reject) => this.zip.on('error', reject));
    const content = sealed(this.zip.outputStream as Readable, seal);
    this.writing = write(recipients.length === 0 ? content : encrypted(content, recipients), file);
    this.failure = Promise.race([broken, this.writing.then(() => new Promise<never>(() => undefined))]);
    this.failure.catch(() => undefined);
  }

  async add(name: string, content: AsyncIterable<Buffer>, compress: boolean): Promise<ArchivedEntry> {
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const stream = Readable.from(counted(), { objectMode: false });
    this.zip.addReadStream(stream, name, { compress, mode: 0o100600 });
    await Promise.race([finished(stream), this.failure]);
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Nothing is added after it. */
  async finish(manifest: Manifest): Promise<void> {
    this.zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST, { mode: 0o100600 });
    this.zip.end({ forceZip64Format: false, comment: this.seal.text + '0'.repeat(DIGEST_LENGTH) });
    await Promise.race([this.writing, this.failure]);
  }
}

/** With the digest of all but the last bytes in the place of those. */
async function* sealed(content: Readable, seal: Seal): AsyncGenerator<Buffer> {
  const hash = seal.begin();
  for await (const chunk of content as AsyncIterable<Buffer>) yield hash.update(chunk);
  yield Buffer.from(hash.digest(), 'latin1');
}

async function write(content: AsyncIterable<Uint8Array>, file: FileHandle): Promise<void> {
  for await (const chunk of content) await file.appendFile(chunk);
}

async function assertFree(path: string): Promise<void> {
  const isThere = await access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
  if (isThere) throw new CommandRefusedError(`${path} is there already: name another file.`);
}

/** Never over another's, where the file system knows links. */
async function place(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
    await rm(part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') await assertFree(path);
    await rename(part, path);
  }
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

const isOfTheDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'ENOENT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

const cannotWrite =
  (path: string) =>
  (error: unknown): never => {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandRefusedError(`${path} cannot be written (${String(code)}).`);
  };
