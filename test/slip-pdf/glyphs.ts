import { inflateSync } from 'node:zlib';

/** What the pages of a PDF show. Its fonts number their glyphs with two bytes (Identity-H), and 0 is the empty box. */
export interface ShownGlyphs {
  shown: number;
  boxes: number;
}

/** Only for documents without pictures of emoji: their fonts number with one byte. */
export function shownGlyphs(pdf: Buffer): ShownGlyphs {
  const glyphs = contents(pdf).flatMap((content) =>
    [...content.matchAll(/\bBT\b.*?\bET\b/gs)].flatMap(([text]) => glyphsOf(text)),
  );
  return { shown: glyphs.length, boxes: glyphs.filter((glyph) => glyph === 0).length };
}

function glyphsOf(text: string): number[] {
  return [...text.matchAll(/\(((?:\\.|[^\\()])*)\)/gs)].flatMap(([, string = '']) => {
    const bytes = Buffer.from(unescaped(string), 'latin1');
    return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(2 * at));
  });
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const unescaped = (string: string): string =>
  string.replace(/\\(?:([0-7]{1,3})|(.))/gs, (_, octal: string | undefined, letter: string) =>
    octal === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(parseInt(octal, 8)),
  );

/** Streams that show text: those of fonts and pictures are passed over. */
function contents(pdf: Buffer): string[] {
  const begins = pdf.toString('latin1').matchAll(/(?<!end)stream\r?\n/g);
  return [...begins].map(({ index, 0: word }) => inflated(pdf.subarray(index + word.length)));
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}
