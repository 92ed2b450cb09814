import { describe, expect, it } from '@jest/globals';
import { spreadsheet } from './spreadsheet.js';

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201'];

describe('A table for spreadsheets', () => {
  it('begins with a byte order mark, and ends each row with CRLF', () => {
    expect(spreadsheet(['Name', 'Grade'], [['Ada', null]])).toBe('\uFEFFName,Grade\r\nAda,\r\n');
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(spreadsheet(['A'], [['a,b'], ['say "hi"'], ['two\nlines']])).toBe(
      '\uFEFFA\r\n"a,b"\r\n"say ""hi"""\r\n"two\nlines"\r\n',
    );
  });

  it.each(FORMULAS)('keeps %j from being a formula', (cell) => {
    expect(spreadsheet(['A'], [[cell]])).toMatch(/^\uFEFFA\r\n"?'/);
  });

  it.each([';=1', '|+1', 'a\n-1', 'a; @SUM(1)', 'a;"=1"'])(
    'keeps %j from being one where another separator is taken',
    (cell) => {
      expect(spreadsheet(['A'], [[cell]])).toMatch(/[;|\n][ "]*'[=+\-@]/);
    },
  );

  it('leaves other texts as they are', () => {
    const texts = ['well-known', 'a = b', '3; 4', 'mail@example.org', "it's; fine"];
    expect(spreadsheet(['A'], [texts])).toBe(`\uFEFFA\r\n${texts.join()}\r\n`);
  });
});
