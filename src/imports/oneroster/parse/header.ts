import type { IssueLog, SourceLocation } from '../issue-log.js';
import type { ColumnNames, Columns } from './columns.js';

/** Where each column stands; several places when a header is repeated, the first that is filled counts. */
export type Header<C extends string> = Map<C, number[]>;

/** Header order, case, blanks and unknown columns do not matter. What had to be guessed is reported once a file. */
export function readHeader<C extends string>(
  cells: string[],
  columns: Columns<C>,
  location: SourceLocation,
  log: IssueLog,
): Header<C> {
  const header: Header<C> = new Map();
  const names = cells.map(plain);
  const entries = Object.entries<ColumnNames>(columns) as [C, ColumnNames][];
  for (const [column, { official }] of entries) put(header, column, indexesOf(names, official));
  for (const [column, { official, met = [] }] of entries) {
    if (header.has(column)) continue;
    const taken = new Set([...header.values()].flat());
    const indexes = indexesOf(names, met).filter((index) => !taken.has(index));
    const guessed = indexes.length > 0 ? indexes : nearlyNamed(names, official, taken);
    put(header, column, guessed);
    for (const index of guessed) {
      log.warn(location, 'misnamed_header', cells[index]!.trim(), `This column was read as ${column}.`);
    }
  }
  reportRepeated(header, cells, location, log);
  return header;
}

/** `metadata.` columns are extensions of the exporting system and mean nothing here. */
const plain = (name: string): string =>
  /^\s*metadata\./i.test(name) ? '' : name.toLowerCase().replace(/[^a-z0-9]/g, '');

function put<C extends string>(header: Header<C>, column: C, indexes: number[]): void {
  if (indexes.length > 0) header.set(column, indexes);
}

const indexesOf = (names: string[], wanted: string[]): number[] =>
  names.flatMap((name, index) => (wanted.includes(name) ? [index] : []));

function nearlyNamed(names: string[], official: string[], taken: Set<number>): number[] {
  const long = official.filter((name) => name.length >= 8);
  const index = names.findIndex(
    (name, at) => !taken.has(at) && long.some((other) => isOneEditAway(name, other)),
  );
  return index < 0 ? [] : [index];
}

/** One letter missing, added or other, or two neighbours exchanged. */
export function isOneEditAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const restA = a.slice(at);
  const restB = b.slice(at);
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

function reportRepeated<C extends string>(
  header: Header<C>,
  cells: string[],
  location: SourceLocation,
  log: IssueLog,
): void {
  for (const indexes of header.values()) {
    const names = indexes.map((index) => plain(cells[index]!));
    const repeated = indexes.filter((_, at) => names.indexOf(names[at]!) < at);
    for (const index of repeated) {
      const message =
        'This column stands there more than once; in each row the first that is filled was read.';
      log.warn(location, 'repeated_header', cells[index]!.trim(), message);
    }
  }
}
