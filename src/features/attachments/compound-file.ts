import type { FileHandle } from 'node:fs/promises';

/*
 * The files of Word and Excel up to 2003 are compound files, [MS-CFB]: a small file system whose storages are folders
 * and whose streams are files. What kind it is, is said by the names in its root alone: a Word document may hold a
 * whole Excel workbook, in a storage of its own.
 */

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
/** Offset in the header of the list of sectors that hold the sector table. */
const HEADER_TABLE = { at: 76, entries: 109 };
const ENTRY_BYTES = 128;
/** From here on numbers mean that there is no such sector, or no such entry. */
const NONE = 0xfffffffa;
/** More than any office program writes; each of them a sector. */
const MAX_DIRECTORY_SECTORS = 8192;

class BrokenCompoundFile extends Error {}

/**
 * @returns the names of streams in the root of the file; none when it is no compound file or a broken one
 */
export async function rootStreamsOf(file: FileHandle): Promise<string[]> {
  try {
    const header = await read(file, 0, HEADER_BYTES);
    if (!header.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return [];
    const sectors = new Sectors(file, header);
    return namesIn(await sectors.chain(header.readUInt32LE(48)));
  } catch (error) {
    if (error instanceof BrokenCompoundFile) return [];
    throw error;
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new BrokenCompoundFile('It ends early.');
  return buffer;
}

class Sectors {
  private readonly size: number;

  constructor(
    private readonly file: FileHandle,
    private readonly header: Buffer,
  ) {
    const shift = header.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new BrokenCompoundFile('Its sectors have no size.');
    this.size = 2 ** shift;
  }

  /** Everything in the sectors that follow each other from this one on. */
  async chain(first: number): Promise<Buffer> {
    const found: Buffer[] = [];
    for (let sector = first; sector < NONE; sector = await this.next(sector)) {
      if (found.length === MAX_DIRECTORY_SECTORS) throw new BrokenCompoundFile('It goes in a circle.');
      found.push(await this.at(sector));
    }
    return Buffer.concat(found);
  }

  private at(sector: number): Promise<Buffer> {
    return read(this.file, (sector + 1) * this.size, this.size);
  }

  private async next(sector: number): Promise<number> {
    const entries = this.size / 4;
    const table = await this.at(await this.tableSector(Math.floor(sector / entries)));
    return table.readUInt32LE((sector % entries) * 4);
  }

  /** Where a sector of the sector table is: the header knows the first ones, sectors of their own the others. */
  private async tableSector(index: number): Promise<number> {
    if (index < HEADER_TABLE.entries) return this.header.readUInt32LE(HEADER_TABLE.at + index * 4);
    const entries = this.size / 4 - 1;
    let list = await this.at(this.header.readUInt32LE(68));
    let rest = index - HEADER_TABLE.entries;
    for (; rest >= entries; rest -= entries) list = await this.at(list.readUInt32LE(entries * 4));
    return list.readUInt32LE(rest * 4);
  }
}

/** The entries of a storage are a tree of siblings; the root is the first entry and points to the top of its tree. */
function namesIn(directory: Buffer): string[] {
  const names: string[] = [];
  const visited = new Set<number>();
  const waiting = [entryAt(directory, 0).child];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id >= NONE || visited.has(id)) continue;
    visited.add(id);
    const entry = entryAt(directory, id);
    if (entry.isStream) names.push(entry.name);
    waiting.push(entry.left, entry.right);
  }
  return names;
}

function entryAt(directory: Buffer, id: number) {
  const entry = directory.subarray(id * ENTRY_BYTES, (id + 1) * ENTRY_BYTES);
  if (entry.length < ENTRY_BYTES) throw new BrokenCompoundFile('It has no such entry.');
  // Its length counts the zero at its end.
  const nameBytes = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62);
  return {
    name: entry.toString('utf16le', 0, nameBytes),
    isStream: entry[66] === 2,
    left: entry.readUInt32LE(68),
    right: entry.readUInt32LE(72),
    child: entry.readUInt32LE(76),
  };
}
