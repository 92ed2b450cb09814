import { crc32 } from 'node:zlib';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import type { IssueLog } from '../issue-log.js';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';
import { chooseFiles, type RosterSource } from './file-names.js';

export interface ZipLimits {
  entries: number;
  /** Inflated bytes of one entry. */
  entryBytes: number;
  /** Inflated bytes of everything that is read. */
  totalBytes: number;
  /** Inflated to deflated, once an entry is past `ratioFrom` bytes. */
  ratio: number;
  ratioFrom: number;
}

const MIB = 1024 * 1024;

export const ZIP_LIMITS: ZipLimits = {
  entries: 200,
  entryBytes: 512 * MIB,
  totalBytes: 1024 * MIB,
  ratio: 150,
  ratioFrom: 16 * MIB,
};

/**
 * A zip file, read in place: nothing is written, and an entry's own path is used for nothing but its last
 * part. Sizes are counted while inflating; what the headers say is only believed where it is a refusal.
 * @param bytes what there is in place of a file of that path
 * @throws OneRosterRefusedError
 */
export async function openZip(
  path: string,
  log: IssueLog,
  limits = ZIP_LIMITS,
  bytes: Buffer | null = null,
): Promise<RosterSource> {
  const options = { autoClose: false, decodeStrings: false };
  const opened = bytes ? fromBufferPromise(bytes, options) : openPromise(path, options);
  const zip = await opened.catch((error: unknown) => {
    throw broken(path, error);
  });
  try {
    const files = chooseFiles(await candidates(path, zip, limits), log);
    const budget = { left: limits.totalBytes };
    return {
      has: (file) => files.has(file),
      sizeOf: (file) => files.get(file)?.uncompressedSize ?? 0,
      bytes: (file) => inflate({ path, zip, entry: files.get(file), budget, limits }),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function candidates(
  path: string,
  zip: ZipFile,
  limits: ZipLimits,
): Promise<{ name: string; depth: number; item: Entry }[]> {
  if (zip.entryCount > limits.entries) {
    throw outOfBounds(`${path} has ${zip.entryCount} entries; at most ${limits.entries} are read.`);
  }
  const found = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString('latin1');
      found.push({ name, depth: name.split(/[\\/]/).length - 1, item: entry });
    }
  } catch (error) {
    throw broken(path, error);
  }
  return found;
}

interface Inflation {
  path: string;
  zip: ZipFile;
  entry: Entry | undefined;
  budget: { left: number };
  limits: ZipLimits;
}

async function* inflate({ path, zip, entry, budget, limits }: Inflation): AsyncIterable<Buffer> {
  if (!entry) return;
  if (entry.isEncrypted()) throw broken(path, new Error('it is encrypted'));
  const stream = (await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw broken(path, error);
  })) as AsyncIterable<Buffer>;
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      budget.left -= chunk.length;
      checkBounds(path, entry, size, { budget, limits });
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof OneRosterRefusedError ? error : broken(path, error);
  }
  if (checksum !== entry.crc32) throw broken(path, new Error('a checksum does not match'));
}

function checkBounds(
  path: string,
  entry: Entry,
  size: number,
  { budget, limits }: Pick<Inflation, 'budget' | 'limits'>,
): void {
  if (size > limits.entryBytes)
    throw outOfBounds(`${path} has an entry that inflates beyond ${limits.entryBytes} bytes.`);
  if (budget.left < 0) throw outOfBounds(`${path} inflates beyond ${limits.totalBytes} bytes.`);
  if (size > limits.ratioFrom && size > limits.ratio * entry.compressedSize) {
    throw outOfBounds(`${path} has an entry that inflates to more than ${limits.ratio} times its size.`);
  }
}

const outOfBounds = (message: string): Error => new OneRosterRefusedError('zip_bounds', message);

function broken(path: string, error: unknown): Error {
  const reason =
    error instanceof Error ? error.message.replace(/\s+/g, ' ').replace(/\.$/, '') : 'unknown error';
  return new OneRosterRefusedError(
    'broken_zip',
    `${path} is neither a folder nor a readable zip file: ${reason}.`,
  );
}
