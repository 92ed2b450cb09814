import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverageOf } from './font-coverage.js';
import { charactersOf, familyOf } from './font-file.js';

const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * at);
  return bytes;
};
const longs = (...values: number[]): Buffer => words(...values.flatMap((value) => [value >>> 16, value]));

/** A file of TrueType with these tables. */
function aFont(tables: Record<string, Buffer>): string {
  const entries = Object.entries(tables);
  let offset = 12 + 16 * entries.length;
  const directory = entries.map(([tag, bytes]) => {
    const entry = Buffer.concat([Buffer.from(tag, 'latin1'), longs(0, offset, bytes.length)]);
    offset += bytes.length;
    return entry;
  });
  const path = join(folder, `${Math.random()}.ttf`);
  const head = Buffer.concat([longs(0x10000), words(entries.length, 0, 0, 0)]);
  writeFileSync(path, Buffer.concat([head, ...directory, ...Object.values(tables)]));
  return path;
}

/** @param mappings platform, encoding and the bytes of each */
function aCmap(...mappings: [number, number, Buffer][]): Buffer {
  let offset = 4 + 8 * mappings.length;
  const records = mappings.map(([platform, encoding, bytes]) => {
    const record = Buffer.concat([words(platform, encoding), longs(offset)]);
    offset += bytes.length;
    return record;
  });
  return Buffer.concat([words(0, mappings.length), ...records, ...mappings.map(([, , bytes]) => bytes)]);
}

/** Format 4: A to C by a difference, E and F by a list in which E has no glyph. */
const segments = Buffer.concat([
  words(4, 0, 0, 6, 0, 0, 0),
  words(0x43, 0x46, 0xffff),
  words(0),
  words(0x41, 0x45, 0xffff),
  words(-0x40, 0, 1),
  words(0, 4, 0),
  words(0, 7),
]);
/** Format 12: U+1F600 to U+1F602, and U+20000, whose glyph is the empty box. */
const groups = Buffer.concat([words(12, 0), longs(0, 0, 2), longs(0x1f600, 0x1f602, 5, 0x20000, 0x20000, 0)]);

const found = (file: string): string => {
  const characters = charactersOf(file);
  const all = Array.from({ length: 0x30000 }, (_, code) => code).filter((code) => characters.has(code));
  return all.map((code) => String.fromCodePoint(code)).join('');
};

describe('charactersOf', () => {
  it('reads the first plane, and the others', () => {
    expect(found(aFont({ cmap: aCmap([3, 1, segments]) }))).toBe('ABCF');
    expect(found(aFont({ cmap: aCmap([3, 10, groups]) }))).toBe('😀😁😂');
    expect(found(aFont({ cmap: aCmap([0, 3, segments], [3, 10, groups]) }))).toBe('ABCF😀😁😂');
  });

  it('passes over what is not Unicode', () => {
    expect(found(aFont({ cmap: aCmap([1, 0, segments], [3, 0, segments]) }))).toBe('');
  });

  it('refuses what is no font, and one that ends too early', () => {
    const path = join(folder, 'text.ttf');
    writeFileSync(path, 'no font at all, and far from being one');
    expect(() => charactersOf(path)).toThrow();
    expect(() => charactersOf(aFont({ name: words(0) }))).toThrow('no table cmap');
    const short = aCmap([3, 10, groups]);
    expect(() => charactersOf(aFont({ cmap: short.subarray(0, short.length - 6) }))).toThrow();
  });
});

describe('familyOf', () => {
  /** @param names their kinds (1 family, 16 typographic family), and what they say */
  function aNameTable(names: [number, string][]): Buffer {
    let offset = 0;
    const records = names.map(([kind, text]) => {
      const record = words(3, 1, 0x409, kind, 2 * text.length, offset);
      offset += 2 * text.length;
      return record;
    });
    const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
    return Buffer.concat([words(0, names.length, 6 + 12 * names.length), ...records, ...texts]);
  }

  it('reads the name of the family, and not that of one of its weights', () => {
    const light = aNameTable([
      [1, 'Noto Sans Vai Light'],
      [16, 'Noto Sans Vai'],
    ]);
    expect(familyOf(aFont({ name: light }))).toBe('Noto Sans Vai');
    expect(familyOf(aFont({ name: aNameTable([[1, 'Noto Sans Yi']]) }))).toBe('Noto Sans Yi');
    expect(() => familyOf(aFont({ name: aNameTable([]) }))).toThrow('no name');
  });
});

describe('coverageOf', () => {
  const latin = aFont({ cmap: aCmap([3, 1, segments]) });
  const emoji = aFont({ cmap: aCmap([3, 10, groups]) });
  const both = aFont({ cmap: aCmap([3, 1, segments], [3, 10, groups]) });

  it('keeps of a family what each of its fonts has, and all of its families', async () => {
    const has = async (families: string[][]): Promise<boolean[]> => {
      const coverage = await coverageOf(families);
      return [0x41, 0x1f600].map((code) => coverage.has(code));
    };
    expect(await has([[both, latin]])).toEqual([true, false]);
    expect(await has([[latin], [emoji]])).toEqual([true, true]);
    expect(await has([])).toEqual([false, false]);
  });

  it('keeps nothing of a family of which a file cannot be read', async () => {
    const coverage = await coverageOf([[latin, join(folder, 'gone.ttf')]]);
    expect(coverage.has(0x41)).toBe(false);
  });
});
