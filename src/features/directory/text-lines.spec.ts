import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TextLines } from './text-lines.js';

const aText = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '🦊', '\n'), maxLength: 6 });
const lines = fc.array(fc.array(aText, { maxLength: 3 }), { maxLength: 8 });
const aPiece = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '🦊'), minLength: 1, maxLength: 3 });

const ownersOf = (texts: string[][], matches: (line: string) => boolean): number[] =>
  [...texts.keys()].filter((owner) => texts[owner]!.some(matches));

function linesOf(texts: string[][]): TextLines {
  const all = new TextLines();
  for (const [owner, own] of texts.entries()) for (const line of own) all.add(line, owner);
  return all;
}

it('finds the owners of lines that have each of the pieces in them, once', () => {
  fc.assert(
    fc.property(lines, fc.array(aPiece, { minLength: 1, maxLength: 3 }), (texts, pieces) => {
      const hasAll = (line: string): boolean => pieces.every((piece) => line.includes(piece));
      expect(linesOf(texts).having(pieces)).toEqual(ownersOf(texts, hasAll));
    }),
  );
});

it('finds the owners of lines that begin with a text, and of no line that ends in it', () => {
  const withoutBreaks = lines.map((texts) =>
    texts.map((own) => own.map((line) => line.replaceAll('\n', ''))),
  );
  fc.assert(
    fc.property(withoutBreaks, aPiece, (texts, beginning) => {
      const begins = (line: string): boolean => line.startsWith(beginning);
      expect(linesOf(texts).beginningWith(beginning)).toEqual(ownersOf(texts, begins));
    }),
  );
});

it('finds nobody by a text that goes over a line break', () => {
  expect(linesOf([['ada'], ['park']]).having(['ada\npark'])).toEqual([]);
});
