import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';

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

const MAX_RECORD = 20;

/**
 * RFC 4180, and what exports make of it. A quotation mark that is never closed costs its own line only:
 * a record over several lines must be well-formed and as wide as the header, else its first line is given
 * back as broken and reading goes on with the next one.
 */
export class CsvReader {
  private pending: { line: number; text: string }[] = [];
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
    while (this.pending.length > 0) yield* this.releaseBroken();
  }

  private *take(next: { line: number; text: string }): Generator<CsvRecord> {
    if (this.pending.length === 0 && next.text.trim() === '') return;
    this.pending.push(next);
    const { cells, stray, open } = this.scan(this.pending.map(({ text }) => text).join('\n'));
    const several = this.pending.length > 1;
    if (open && !(several && stray) && this.pending.length < MAX_RECORD) return;
    if (open || (several && (stray || (this.width > 0 && cells.length !== this.width))))
      yield* this.releaseBroken();
    else {
      const line = this.pending[0]!.line;
      this.pending = [];
      this.width ||= cells.length;
      yield { line, cells, stray, broken: false };
    }
  }

  private *releaseBroken(): Generator<CsvRecord> {
    const [first, ...others] = this.pending;
    this.pending = [];
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

const LF = 0x0a;
const CR = 0x0d;
const MAX_LINE = 1024 * 1024;

/**
 * The physical lines of a text file, in blocks; LF, CRLF or, in a file without any LF, a lone CR ends one.
 * UTF-16 is known by its mark or its zero bytes. What is not UTF-8 is read as windows-1252, which is what
 * spreadsheets write; `onLegacy` gets the first such line, from 1.
 * @throws OneRosterRefusedError for a line beyond 1 MiB
 */
export async function* lineBlocks(
  bytes: AsyncIterable<Buffer>,
  onLegacy: (line: number) => void,
): AsyncGenerator<string[]> {
  const decoder = new LineDecoder(onLegacy);
  let rest: Buffer = Buffer.alloc(0);
  let lineEnd: number | null = null;
  for await (const chunk of utf8Bytes(bytes)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    lineEnd ??= lineEndOf(rest);
    const cut = lineEnd === null ? 0 : rest.lastIndexOf(lineEnd) + 1;
    if (cut > 0) yield decoder.lines(rest.subarray(0, cut), lineEnd === CR);
    rest = rest.subarray(cut);
    if (rest.length > MAX_LINE) {
      throw new OneRosterRefusedError('unreadable', 'A file has a line beyond 1 MiB: it is not a CSV file.');
    }
  }
  if (rest.length > 0) yield decoder.lines(rest, lineEnd !== LF);
}

class LineDecoder {
  private before = 0;
  private legacySeen = false;

  constructor(private readonly onLegacy: (line: number) => void) {}

  lines(block: Buffer, byReturn: boolean): string[] {
    const lines = this.split(block, byReturn);
    if (lines.at(-1) === '') lines.pop();
    this.before += lines.length;
    return lines;
  }

  private split(block: Buffer, byReturn: boolean): string[] {
    const lineEnd = byReturn ? '\r' : /\r?\n/;
    if (isUtf8(block)) return block.toString('utf8').split(lineEnd);
    // A block may mix both: exports are often put together from several systems.
    return block
      .toString('latin1')
      .split(lineEnd)
      .map((line, index) => this.decode(Buffer.from(line, 'latin1'), this.before + index + 1));
  }

  private decode(line: Buffer, number: number): string {
    if (isUtf8(line)) return line.toString('utf8');
    if (!this.legacySeen) this.onLegacy(number);
    this.legacySeen = true;
    return new TextDecoder('windows-1252').decode(line);
  }
}

/** A CR decides only when something follows it: the LF of a CRLF may still be on its way. */
function lineEndOf(text: Buffer): number | null {
  if (text.includes(LF)) return LF;
  const cr = text.indexOf(CR);
  return cr >= 0 && cr < text.length - 1 ? CR : null;
}

async function* utf8Bytes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  let started = false;
  for await (const chunk of bytes) {
    if (started) yield recode(chunk, decoder);
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < 4) continue;
      started = true;
      decoder = utf16Decoder(head);
      yield recode(withoutMark(head), decoder);
    }
  }
  if (!started) yield withoutMark(head);
  if (decoder) yield Buffer.from(decoder.decode());
}

const recode = (chunk: Buffer, decoder: TextDecoder | null): Buffer =>
  decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;

function utf16Decoder(head: Buffer): TextDecoder | null {
  const little = (head[0] === 0xff && head[1] === 0xfe) || (head[0] !== 0 && head[1] === 0 && head[3] === 0);
  const big = (head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && head[1] !== 0 && head[2] === 0);
  if (little) return new TextDecoder('utf-16le');
  return big ? new TextDecoder('utf-16be') : null;
}

const withoutMark = (head: Buffer): Buffer =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
