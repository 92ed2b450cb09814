import { inNormalForm, isStreamSafe, withoutControls } from '../../../platform/text/normalize.js';
import type { IssueLog } from '../issue-log.js';
import type { Columns } from './columns.js';
import { CsvReader, type CsvRecord, lineBlocks } from './csv-records.js';
import { readHeader, type Header } from './header.js';
import type { RosterSource, SetFile } from './file-names.js';

export interface Row<C extends string> {
  line: number;
  /** Trimmed, NFC, without control characters; '' where the row or the file has no such cell. */
  cell: (column: C) => string;
  /** Cells are missing at the end, or so it seems: they may as well be missing in the middle. */
  short: boolean;
}

export interface Table<C extends string> {
  /** False when the file has no usable header; it then counts as absent. */
  usable: boolean;
  has: (column: C) => boolean;
}

export interface TableReading<C extends string> {
  set: RosterSource;
  file: SetFile;
  columns: Columns<C>;
  /** Without these the file says nothing. */
  required: C[];
  log: IssueLog;
  onRow: (row: Row<C>) => void;
  /** A row that cannot be read, as far as its first cells can be guessed. */
  onBadRow?: (row: Row<C>) => void;
}

/** Reads a file row by row; nothing is kept here. */
export async function readTable<C extends string>(reading: TableReading<C>): Promise<Table<C>> {
  const { log, file } = reading;
  let header: Header<C> | null = null;
  let width = 0;
  const skip = new Set<number>();
  for await (const block of recordBlocks(reading.set, file, log, skip)) {
    for (const record of block) {
      if (header) takeRecord(record, header, width, reading);
      else {
        header = readHeader(record.cells, reading.columns, locationOf(file, record), log);
        width = record.cells.length;
        skipUnknown(header, width, skip);
        if (!complete(header, record, reading)) return { usable: false, has: () => false };
      }
    }
  }
  if (header) return { usable: true, has: (column) => header.has(column) };
  const message = 'The file is empty and was left alone as if it were absent.';
  log.warn({ file: `${file}.csv`, line: 0 }, 'empty_file', `${file}.csv`, message);
  return { usable: false, has: () => false };
}

/** The records of a file that are not blank; columns that the caller puts into `skip` come back empty from then on. */
export async function* recordBlocks(
  set: RosterSource,
  file: SetFile,
  log: IssueLog,
  skip: ReadonlySet<number> = new Set(),
): AsyncGenerator<Iterable<CsvRecord>> {
  let reader: CsvReader | null = null;
  const onLegacy = (line: number): void =>
    log.warn(
      { file: `${file}.csv`, line },
      'not_utf8',
      'windows-1252',
      'The file is not UTF-8; it was read as windows-1252.',
    );
  for await (const lines of lineBlocks(set.bytes(file), onLegacy)) {
    reader ??= new CsvReader(delimiterOf(lines, file, log), skip);
    yield reader.read(lines);
  }
  if (reader) yield reader.end();
}

function skipUnknown(header: Header<string>, width: number, skip: Set<number>): void {
  const wanted = new Set([...header.values()].flat());
  for (let index = 0; index < width; index += 1) if (!wanted.has(index)) skip.add(index);
}

function delimiterOf(lines: string[], file: SetFile, log: IssueLog): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  const header = lines[first] ?? '';
  if (header.includes(',')) return ',';
  const found = [';', '\t'].find((delimiter) => header.includes(delimiter));
  if (!found) return ',';
  const name = found === '\t' ? 'tab' : found;
  log.warn(
    { file: `${file}.csv`, line: first + 1 },
    'unusual_delimiter',
    name,
    'Cells are not separated by commas.',
  );
  return found;
}

function complete<C extends string>(header: Header<C>, record: CsvRecord, reading: TableReading<C>): boolean {
  const missing = reading.required.filter((column) => !header.has(column));
  for (const column of missing) {
    const message = 'The file has no such column and was left alone as if it were absent.';
    reading.log.error(locationOf(reading.file, record), 'missing_column', column, message);
  }
  return missing.length === 0;
}

function takeRecord<C extends string>(
  record: CsvRecord,
  header: Header<C>,
  width: number,
  { file, log, onRow, onBadRow }: TableReading<C>,
): void {
  const { cells } = record;
  if (cells.every((cell) => cell.trim() === '')) return;
  const location = locationOf(file, record);
  const row: Row<C> = {
    line: record.line,
    cell: (column) => cellOf(cells, header, column),
    short: cells.length < width,
  };
  if (record.broken) {
    log.error(location, 'broken_quotes', '"', 'A quotation mark is never closed; the row was skipped.');
    onBadRow?.(row);
  } else if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    const value = `${cells.length} of ${width}`;
    log.error(location, 'column_count', value, 'The row has more cells than the header has; it was skipped.');
    onBadRow?.(row);
  } else if (!cells.every(isReadable)) {
    const value = `column ${cells.findIndex((text) => !isReadable(text)) + 1}`;
    log.error(
      location,
      'too_many_marks',
      value,
      'A letter has more than 30 combining marks; the row was skipped.',
    );
    onBadRow?.(row);
  } else {
    if (record.stray) log.warn(location, 'stray_quote', '"', 'A quotation mark stands where none belongs.');
    onRow(row);
  }
}

function cellOf<C extends string>(cells: string[], header: Header<C>, column: C): string {
  for (const index of header.get(column) ?? []) {
    const value = clean(cells[index] ?? '');
    if (value !== '') return value;
  }
  return '';
}

const PLAIN = /^[!-~]*$/;

export const isReadable = (cell: string): boolean => PLAIN.test(cell) || isStreamSafe(withoutControls(cell));

export const clean = (cell: string): string =>
  PLAIN.test(cell)
    ? cell
    : inNormalForm(
        withoutControls(cell.replace(/[\t\n\v\f\r]+/g, ' '))
          .replace(/\s+/g, ' ')
          .trim(),
      );

const locationOf = (file: SetFile, record: CsvRecord): { file: string; line: number } => ({
  file: `${file}.csv`,
  line: record.line,
});
