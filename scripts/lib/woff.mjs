import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;

/**
 * TrueType or OpenType, of a font that was packed for browsers (WOFF 1.0, W3C): the same tables, one after another and not
 * compressed.
 */
export function unpackedWoff(woff) {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => tableOf(woff, HEADER + at * ENTRY));
  const directory = Buffer.alloc(12 + 16 * count);
  const largestPower = 2 ** Math.floor(Math.log2(count));
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(16 * largestPower, 6);
  directory.writeUInt16BE(Math.log2(largestPower), 8);
  directory.writeUInt16BE(16 * (count - largestPower), 10);
  const parts = [directory];
  let offset = directory.length;
  for (const [at, { tag, checksum, bytes }] of tables.entries()) {
    const entry = 12 + 16 * at;
    directory.write(tag, entry, 'latin1');
    for (const [index, value] of [checksum, offset, bytes.length].entries())
      directory.writeUInt32BE(value, entry + 4 + 4 * index);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

function tableOf(woff, at) {
  const [offset, packed, length, checksum] = [4, 8, 12, 16].map((part) => woff.readUInt32BE(at + part));
  const found = woff.subarray(offset, offset + packed);
  const bytes = packed < length ? inflateSync(found) : found;
  if (bytes.length !== length) throw new Error('A table of the font has another length than it says');
  return { tag: woff.toString('latin1', at, at + 4), checksum, bytes };
}
