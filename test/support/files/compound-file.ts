/*
 * Compound files of version 3, [MS-CFB]: what Word and Excel wrote up to 2003. Every stream has 4,096 bytes or more, so
 * that it needs no small sectors.
 */

const SECTOR = 512;
const [FREE, END, TABLE, LIST] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc];
const IN_HEADER = 109;

export interface CompoundEntry {
  name: string;
  /** A storage has none. */
  content?: Buffer;
  /** Of a storage. */
  entries?: CompoundEntry[];
}

export function aCompoundFile(entries: CompoundEntry[]): Buffer {
  const directory = directoryOf(entries);
  const streams = directory.filter(({ content }) => content !== null);
  const bodies = [
    Buffer.alloc(sectorsIn(directory.length * 128) * SECTOR),
    ...streams.map((s) => s.content!),
  ];
  const counts = bodies.map(({ length }) => sectorsIn(length));
  const used = counts.reduce((sum, count) => sum + count, 0);
  const { tables, lists } = tablesFor(used);
  const starts = counts.map(
    (_, i) => tables + lists + counts.slice(0, i).reduce((sum, count) => sum + count, 0),
  );
  streams.forEach((stream, i) => (stream.start = starts[i + 1]!));
  directory.forEach((entry, i) => written(entry).copy(bodies[0]!, i * 128));
  const table = Buffer.alloc(tables * SECTOR, 0xff);
  for (let i = 0; i < tables; i += 1) table.writeUInt32LE(TABLE, i * 4);
  for (let i = 0; i < lists; i += 1) table.writeUInt32LE(LIST, (tables + i) * 4);
  counts.forEach((count, body) => {
    for (let i = 0; i < count; i += 1) {
      const next = i === count - 1 ? END : starts[body]! + i + 1;
      table.writeUInt32LE(next, (starts[body]! + i) * 4);
    }
  });
  const padded = bodies.map((body, i) =>
    Buffer.concat([body, Buffer.alloc(counts[i]! * SECTOR - body.length)]),
  );
  return Buffer.concat([header(tables, lists, starts[0]!), table, listOf(tables, lists), ...padded]);
}

const sectorsIn = (bytes: number): number => Math.max(1, Math.ceil(bytes / SECTOR));

function tablesFor(used: number): { tables: number; lists: number } {
  let [tables, lists] = [1, 0];
  while (tables * 128 < used + tables + lists) {
    tables += 1;
    lists = Math.ceil(Math.max(0, tables - IN_HEADER) / 127);
  }
  return { tables, lists };
}

interface Entry {
  name: string;
  type: number;
  content: Buffer | null;
  right: number;
  child: number;
  start: number;
}

/** Siblings as a tree that leans to the right, in the order in which they have to be: by length, then by letter. */
function directoryOf(entries: CompoundEntry[]): Entry[] {
  const all: Entry[] = [{ name: 'Root Entry', type: 5, content: null, right: FREE, child: FREE, start: END }];
  const add = (siblings: CompoundEntry[]): number => {
    const sorted = [...siblings].sort((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
    const first = all.length;
    sorted.forEach(({ name, content }, i) => {
      const right = i === sorted.length - 1 ? FREE : first + i + 1;
      all.push({ name, type: content ? 2 : 1, content: content ?? null, right, child: FREE, start: 0 });
    });
    sorted.forEach(({ entries: inner }, i) => {
      if (inner) all[first + i]!.child = add(inner);
    });
    return siblings.length > 0 ? first : FREE;
  };
  all[0]!.child = add(entries);
  return all;
}

function written({ name, type, content, right, child, start }: Entry): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = type;
  entry[67] = 1;
  entry.writeUInt32LE(FREE, 68);
  entry.writeUInt32LE(right, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(content?.length ?? 0, 120);
  return entry;
}

function header(tables: number, lists: number, directory: number): Buffer {
  const bytes = Buffer.alloc(SECTOR, 0);
  bytes.write('d0cf11e0a1b11ae1', 'hex');
  [0x3e, 3, 0xfffe, 9, 6].forEach((value, i) => bytes.writeUInt16LE(value, 24 + i * 2));
  bytes.writeUInt32LE(tables, 44);
  bytes.writeUInt32LE(directory, 48);
  bytes.writeUInt32LE(4096, 56);
  bytes.writeUInt32LE(END, 60);
  bytes.writeUInt32LE(lists > 0 ? tables : END, 68);
  bytes.writeUInt32LE(lists, 72);
  for (let i = 0; i < IN_HEADER; i += 1) bytes.writeUInt32LE(i < tables ? i : FREE, 76 + i * 4);
  return bytes;
}

/** Where those sectors of the table are that the header has no room for. */
function listOf(tables: number, lists: number): Buffer {
  const bytes = Buffer.alloc(lists * SECTOR, 0xff);
  for (let i = IN_HEADER; i < tables; i += 1) {
    const place = i - IN_HEADER;
    bytes.writeUInt32LE(i, Math.floor(place / 127) * SECTOR + (place % 127) * 4);
  }
  for (let i = 0; i < lists; i += 1)
    bytes.writeUInt32LE(i === lists - 1 ? END : tables + i + 1, i * SECTOR + 127 * 4);
  return bytes;
}
