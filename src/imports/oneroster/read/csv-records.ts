export interface CsvRecord {
  /** The physical line on which the record begins, from 1. */
  line: number;
  cells: string[];
  /** A quotation mark stands where none belongs, and the cells could still be told apart. */
  stray: boolean;
  /** A quotation mark is never closed: the cells are a guess. */
  broken: boolean;
}

interface Scan {
  cells: string[];
  stray: boolean;
  /** The text ends within a quoted cell. */
  open: boolean;
}

const LONGEST_RECORD = 20;

/**
 * RFC 4180, and what exports make of it. A quotation mark that is never closed costs its own line only:
 * a record over several lines must be well-formed and as wide as the header, else its first line is given
 * back as broken and reading goes on with the next one.
 */
export class CsvReader {
  private held: { line: number; text: string }[] = [];
  private width = 0;
  private line = 0;

  /** Cells of the columns in `skip` are dropped while the line is read, and come back empty. */
  constructor(
    private readonly delimiter: string,
    private readonly skip: ReadonlySet<number> = new Set(),
  ) {}

  *read(lines: string[]): Generator<CsvRecord> {
    for (const text of lines) {
      this.line += 1;
      yield* this.take({ line: this.line, text });
    }
  }

  *end(): Generator<CsvRecord> {
    while (this.held.length > 0) yield* this.giveUp();
  }

  private *take(next: { line: number; text: string }): Generator<CsvRecord> {
    if (this.held.length === 0 && next.text.trim() === '') return;
    this.held.push(next);
    const { cells, stray, open } = this.scan(this.held.map(({ text }) => text).join('\n'));
    const several = this.held.length > 1;
    if (open && !(several && stray) && this.held.length < LONGEST_RECORD) return;
    if (open || (several && (stray || (this.width > 0 && cells.length !== this.width)))) yield* this.giveUp();
    else {
      const line = this.held[0]!.line;
      this.held = [];
      this.width ||= cells.length;
      yield { line, cells, stray, broken: false };
    }
  }

  private *giveUp(): Generator<CsvRecord> {
    const [first, ...others] = this.held;
    this.held = [];
    if (first) yield { line: first.line, cells: this.scan(first.text).cells, stray: true, broken: true };
    for (const other of others) yield* this.take(other);
  }

  private scan(text: string): Scan {
    return scan(text, this.delimiter, this.skip);
  }
}

/** The cells of one record; a quoted cell may hold the delimiter and line ends. */
export function scan(text: string, delimiter: string, skip: ReadonlySet<number> = new Set()): Scan {
  const cells: string[] = [];
  let stray = false;
  let at = 0;
  for (;;) {
    const quoted = openingQuote(text, at);
    if (quoted < 0) {
      const end = text.indexOf(delimiter, at);
      cells.push(skip.has(cells.length) ? '' : text.slice(at, end < 0 ? text.length : end));
      if (end < 0) return { cells, stray, open: false };
      at = end + 1;
      continue;
    }
    const cell = quotedCell(text, quoted + 1, delimiter);
    cells.push(skip.has(cells.length) ? '' : cell.value);
    stray ||= cell.stray;
    if (cell.end === null) return { cells, stray, open: true };
    if (cell.end >= text.length) return { cells, stray, open: false };
    at = cell.end + 1;
  }
}

/** Where a cell's quotation mark stands, blanks before it allowed; -1 for a cell without. */
function openingQuote(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at += 1;
  return text[at] === '"' ? at : -1;
}

/** `end` is where the delimiter or the end of the text stands; null when the cell is not closed. */
function quotedCell(
  text: string,
  start: number,
  delimiter: string,
): { value: string; end: number | null; stray: boolean } {
  let value = '';
  let stray = false;
  let from = start;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { value: value + text.slice(from), end: null, stray };
    value += text.slice(from, quote);
    const end = closedAt(text, quote, delimiter);
    if (end !== null) return { value, end, stray };
    const doubled = text[quote + 1] === '"';
    stray ||= !doubled;
    value += '"';
    from = quote + (doubled ? 2 : 1);
  }
}

function closedAt(text: string, quote: number, delimiter: string): number | null {
  let at = quote + 1;
  while (text[at] === ' ') at += 1;
  return at >= text.length || text[at] === delimiter ? at : null;
}
