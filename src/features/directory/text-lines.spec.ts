import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TextLines } from './text-lines.js';

const OWNERS = 8;
const aText = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '🦊', '\n'), maxLength: 6 });
const lines = fc.array(fc.array(aText, { maxLength: 3 }), { maxLength: OWNERS });
const aPiece = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '🦊'), minLength: 1, maxLength: 3 });
const marks = fc.uint8Array({ max: 1, minLength: OWNERS, maxLength: OWNERS });

/** What is marked by then, of those who were or who have such a line. */
const expected = (texts: string[][], before: Uint8Array, matches: (line: string) => boolean): number[] =>
  [...before].map((mark, owner) => (mark === 1 || texts[owner]?.some(matches) ? 1 : 0));

function linesOf(texts: string[][]): TextLines {
  const all = new TextLines();
  for (const [owner, own] of texts.entries()) for (const line of own) all.add(line, owner);
  return all;
}

it('marks the owners of lines that have each of the pieces in them', () => {
  const pieces = fc.array(aPiece, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(lines, pieces, marks, (texts, some, before) => {
      const found = before.slice();
      linesOf(texts).mark(some, found);
      expect([...found]).toEqual(expected(texts, before, (line) => some.every((one) => line.includes(one))));
    }),
  );
});

it('marks the owners of lines that begin with one of several texts, and of none that only have it in them', () => {
  const withoutBreaks = lines.map((texts) =>
    texts.map((own) => own.map((line) => line.replaceAll('\n', ''))),
  );
  fc.assert(
    fc.property(withoutBreaks, aPiece, fc.array(aPiece, { maxLength: 2 }), (texts, piece, more) => {
      const beginnings = [piece, ...more.map((other) => other + piece)];
      const found = new Uint8Array(OWNERS);
      linesOf(texts).markBeginning(beginnings, found);
      const begins = (line: string): boolean => beginnings.some((beginning) => line.startsWith(beginning));
      expect([...found]).toEqual(expected(texts, new Uint8Array(OWNERS), begins));
    }),
  );
});

it('marks nobody for a text that goes over a line break', () => {
  const found = new Uint8Array(2);
  linesOf([['ada'], ['park']]).mark(['ada\npark'], found);
  expect([...found]).toEqual([0, 0]);
});
