import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null;

/** Where a program that takes semicolons, tabs or lines of its own for the ends of cells would see a formula begin. */
const INNER_FORMULA = /(?<=[;|\t\r\n][\s"']{0,3})(?=[=+\-@＝＋－＠])/g;

const withoutInnerFormulas = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replace(INNER_FORMULA, "'") : cell;

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, by which spreadsheet programs know it, and a row of headings. A cell
 * that begins with = + - or @ would be a formula; an apostrophe before it keeps it a text (contract section 15, rule 5). So does
 * one within a cell, where a program that separates cells by another character than the comma would begin one: Excel does so
 * where the comma is the decimal point.
 */
export const spreadsheet = (headings: string[], rows: Cell[][]): string =>
  stringify(
    [headings, ...rows].map((row) => row.map(withoutInnerFormulas)),
    {
      bom: true,
      escape_formulas: true,
      record_delimiter: 'windows',
      // A line break that is none of rows would be read as one.
      quoted_match: /[\r\n]/,
    },
  );
