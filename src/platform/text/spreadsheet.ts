import { stringify } from 'csv-stringify/sync';

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, by which spreadsheet programs know it, and a row of headings. A cell
 * that begins with = + - or @ would be a formula; an apostrophe before it keeps it a text (contract section 15, rule 5).
 */
export const spreadsheet = (headings: string[], rows: (string | number | null)[][]): string =>
  stringify([headings, ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    // A line break that is none of rows would be read as one.
    quoted_match: /[\r\n]/,
  });
