import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { AgeFile, isEncrypted, type IdentityOfFile } from './age-file.js';
import {
  BrokenBackupError,
  entriesOf,
  FORMAT_VERSION,
  manifest,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  type ArchivedEntry,
  type Manifest,
} from './backup-format.js';
import { Seal } from './seal.js';

/** A backup whose every byte has been checked; nothing of it is ever unpacked to disk. */
export class ArchiveReader {
  private constructor(
    readonly path: string,
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly manifest: Manifest,
  ) {}

  /**
   * Reads the file twice before the work begins: as it lies there, and entry by entry.
   * @param identity of a file with the key that opens an encrypted one, or that key
   * @param seal with the key that it has to be sealed with
   * @throws BrokenBackupError
   * @throws CommandRefusedError when it cannot be read, or another version of the product has written it
   */
  static async withChecked<T>(
    path: string,
    work: (archive: ArchiveReader) => Promise<T>,
    identity: IdentityOfFile | null = null,
    seal = Seal.unkeyed,
  ): Promise<T> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw new CommandRefusedError(`${path} cannot be read (${String(error.code)}).`);
    });
    try {
      const checked = contentOf(path, file, identity).then((content) =>
        ArchiveReader.check(path, content, seal),
      );
      const archive = await checked.catch((error: unknown) => {
        if (error instanceof CommandRefusedError) throw error;
        throw new BrokenBackupError(path, 'its parts cannot be read');
      });
      return await work(archive);
    } finally {
      await file.close();
    }
  }

  private static async check(path: string, file: Content, seal: Seal): Promise<ArchiveReader> {
    await assertSealed(path, file, seal);
    const zip = await file.zip();
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    assertApart(path, file, [...entries.values()]);
    const archive = new ArchiveReader(
      path,
      zip,
      entries,
      await readManifest(path, zip, entries.get(MANIFEST)),
    );
    await archive.assertWhole(zip.entryCount);
    return archive;
  }

  async *content(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (!entry) throw new BrokenBackupError(this.path, `${name} is missing`);
    yield* (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
  }

  private async assertWhole(entryCount: number): Promise<void> {
    const expected = entriesOf(this.manifest);
    if (entryCount !== expected.size + 1)
      throw new BrokenBackupError(this.path, 'it has other parts than it says');
    for (const [name, archived] of expected) await this.assertSame(name, archived);
  }

  private async assertSame(name: string, { bytes, sha256 }: ArchivedEntry): Promise<void> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of this.content(name)) {
      size += chunk.length;
      if (size > bytes) break;
      hash.update(chunk);
    }
    if (size !== bytes || hash.digest('hex') !== sha256) {
      throw new BrokenBackupError(this.path, `${name} is not what was written`);
    }
  }
}

/** The content of a backup, whether or not it is encrypted. */
interface Content {
  size: number;
  bytes(): AsyncIterable<Buffer>;
  zip(): Promise<ZipFile>;
}

async function contentOf(path: string, file: FileHandle, identity: IdentityOfFile | null): Promise<Content> {
  if (await isEncrypted(file)) {
    if (identity === null)
      throw new CommandRefusedError(`${path} is encrypted: name the file with its key (--identity FILE).`);
    const age = await AgeFile.open(path, file, identity);
    return { size: age.size, bytes: () => age.range(0, age.size), zip: () => age.zip() };
  }
  if (identity !== null)
    throw new CommandRefusedError(
      `${path} is not encrypted, so anybody may have written it: leave --identity out if you know that it is yours.`,
    );
  return {
    size: (await file.stat()).size,
    bytes: () => file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>,
    zip: () => fromFdPromise(file.fd, { autoClose: false }),
  };
}

/** @throws CommandRefusedError unless it is as it was written, and sealed as it has to be */
async function assertSealed(path: string, file: Content, seal: Seal): Promise<void> {
  const state = await seal.check(file.bytes());
  if (state === 'right') return;
  if (state === 'missing') throw new BrokenBackupError(path, 'it does not end as one');
  if (state === 'broken') throw new BrokenBackupError(path, 'its checksum does not match');
  if (state === 'other key')
    throw new CommandRefusedError(
      `${path} was changed, or sealed with another key than this one. Nothing was changed.`,
    );
  throw new CommandRefusedError(
    seal.hasKey
      ? `${path} is sealed without a key, so anybody may have written it. Nothing was changed: have it made with --seal-key.`
      : `${path} is sealed with a key: name the file that you have exchanged with its maker (--seal-key FILE). Nothing was changed.`,
  );
}

/** Parts that lie over each other would inflate the same bytes again and again. */
function assertApart(path: string, { size }: Content, entries: Entry[]): void {
  const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (packed > size) throw new BrokenBackupError(path, 'its parts overlap');
}

async function readManifest(path: string, zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry || entry.uncompressedSize > MAX_MANIFEST_BYTES) throw new BrokenBackupError(path, 'no manifest');
  const chunks: Buffer[] = [];
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
    chunks.push(chunk);
  const content: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const { format_version: version } = content as { format_version?: unknown };
  if (typeof version === 'number' && version !== FORMAT_VERSION) {
    throw new CommandRefusedError(
      `${path} is of format ${version}, and this version of the product reads format ${FORMAT_VERSION}: restore it with the version that wrote it.`,
    );
  }
  const { data } = manifest.safeParse(content);
  if (!data) throw new BrokenBackupError(path, 'its manifest is malformed');
  return data;
}
