import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { temporaryFolder } from './temporary-folder.js';

export interface ZipEntry {
  name: string;
  content: string | Buffer;
  /** What the headers say, where that is a lie. */
  claimedSize?: number;
  claimedChecksum?: number;
  encrypted?: boolean;
}

/** @returns the path of a zip file with these entries */
export async function zipFile(entries: ZipEntry[]): Promise<string> {
  const path = join(await temporaryFolder(), 'export.zip');
  await writeFile(path, zipped(entries));
  return path;
}

/** Made by hand (APPNOTE 6.3): a library would not write the broken ones. */
export function zipped(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content);
    const deflated = deflateRawSync(content);
    const common = headerOf(entry, name, content, deflated);
    const local = Buffer.concat([bytes(0x04034b50, 4), common, name, deflated]);
    locals.push(local);
    centrals.push(
      Buffer.concat([bytes(0x02014b50, 4), bytes(20, 2), common, Buffer.alloc(10), bytes(offset, 4), name]),
    );
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.concat([
    bytes(0x06054b50, 4),
    Buffer.alloc(4),
    bytes(entries.length, 2),
    bytes(entries.length, 2),
    bytes(directory.length, 4),
    bytes(offset, 4),
    bytes(0, 2),
  ]);
  return Buffer.concat([...locals, directory, end]);
}

export const entriesOf = (files: Map<string, string | Buffer>, folder = ''): ZipEntry[] =>
  [...files].map(([name, content]) => ({ name: `${folder}${name}`, content }));

function headerOf(entry: ZipEntry, name: Buffer, content: Buffer, deflated: Buffer): Buffer {
  return Buffer.concat([
    bytes(20, 2),
    bytes(entry.encrypted ? 1 : 0, 2),
    bytes(8, 2),
    Buffer.alloc(4),
    bytes(entry.claimedChecksum ?? crc32(content), 4),
    bytes(deflated.length, 4),
    bytes(entry.claimedSize ?? content.length, 4),
    bytes(name.length, 2),
    bytes(0, 2),
  ]);
}

function bytes(value: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntLE(value, 0, length);
  return buffer;
}
