import { closeSync, openSync, readSync } from 'node:fs';
import { CharacterSet } from './character-set.js';

/*
 * What a file of TrueType or OpenType (ISO/IEC 14496-22) says of itself. It is read by its tables: the letters of a font for Han are
 * 16 MB, and the list of its characters is 100 kB.
 */

const FAMILY = 1;
const TYPOGRAPHIC_FAMILY = 16;
const UNICODE = 0;
const WINDOWS = 3;
/** Encodings of Windows that are Unicode: its first plane, and all of it. */
const UNICODE_OF_WINDOWS = [1, 10];
/** Bytes: more than any list of characters has. */
const MAX_TABLE = 4 * 1024 * 1024;

/** @throws Error when the file is no font, or has no name */
export function familyOf(file: string): string {
  const names = tableOf(file, 'name');
  const texts = names.readUInt16BE(4);
  const records = Array.from({ length: names.readUInt16BE(2) }, (_, at) => 6 + 12 * at);
  for (const wanted of [TYPOGRAPHIC_FAMILY, FAMILY]) {
    const found = records.find(
      (at) => names.readUInt16BE(at) === WINDOWS && names.readUInt16BE(at + 6) === wanted,
    );
    if (found === undefined) continue;
    const from = texts + names.readUInt16BE(found + 10);
    return new TextDecoder('utf-16be').decode(names.subarray(from, from + names.readUInt16BE(found + 8)));
  }
  throw new Error('The font has no name');
}

/**
 * The characters that the font has a glyph for.
 * @throws Error when the file is no font
 */
export function charactersOf(file: string): CharacterSet {
  const cmap = tableOf(file, 'cmap');
  const characters = new CharacterSet();
  for (const offset of unicodeMappings(cmap)) {
    const mapping = cmap.subarray(offset);
    const format = mapping.readUInt16BE(0);
    // Others hold variants, or characters that one of these has as well.
    if (format === 4) addSegments(mapping, characters);
    if (format === 12) addGroups(mapping, characters);
  }
  return characters;
}

/** Where they begin: several names of an encoding may lead to one. */
function unicodeMappings(cmap: Buffer): Set<number> {
  const offsets = new Set<number>();
  for (let at = 4; at < 4 + 8 * cmap.readUInt16BE(2); at += 8) {
    const [platform, encoding] = [cmap.readUInt16BE(at), cmap.readUInt16BE(at + 2)];
    if (platform === UNICODE || (platform === WINDOWS && UNICODE_OF_WINDOWS.includes(encoding)))
      offsets.add(cmap.readUInt32BE(at + 4));
  }
  return offsets;
}

/** Format 4: segments of the first plane. A glyph of 0 is the box for a character that is not there. */
function addSegments(mapping: Buffer, characters: CharacterSet): void {
  const twice = mapping.readUInt16BE(6);
  for (let at = 0; at < twice; at += 2) {
    const last = mapping.readUInt16BE(14 + at);
    const first = mapping.readUInt16BE(16 + twice + at);
    const delta = mapping.readUInt16BE(16 + 2 * twice + at);
    const offsetAt = 16 + 3 * twice + at;
    const offset = mapping.readUInt16BE(offsetAt);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? code : mapping.readUInt16BE(offsetAt + offset + 2 * (code - first));
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) characters.add(code);
    }
  }
}

/** Format 12: groups of characters whose glyphs follow one another. */
function addGroups(mapping: Buffer, characters: CharacterSet): void {
  const end = 16 + 12 * mapping.readUInt32BE(12);
  for (let at = 16; at < end; at += 12) {
    const first = mapping.readUInt32BE(at);
    const last = Math.min(mapping.readUInt32BE(at + 4), 0x10ffff);
    const isFirstMissing = mapping.readUInt32BE(at + 8) === 0;
    for (let code = isFirstMissing ? first + 1 : first; code <= last; code += 1) characters.add(code);
  }
}

function tableOf(file: string, tag: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const count = read(descriptor, 0, 12).readUInt16BE(4);
    const directory = read(descriptor, 12, 16 * count);
    for (let at = 0; at < directory.length; at += 16) {
      if (directory.toString('latin1', at, at + 4) === tag)
        return read(descriptor, directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12));
    }
    throw new Error(`The font has no table ${tag}`);
  } finally {
    closeSync(descriptor);
  }
}

function read(descriptor: number, from: number, length: number): Buffer {
  if (length > MAX_TABLE) throw new Error('The font says that a table is larger than any is');
  const bytes = Buffer.alloc(length);
  if (readSync(descriptor, bytes, 0, length, from) < length) throw new Error('The font ends too early');
  return bytes;
}
