import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';

const LF = 0x0a;
const CR = 0x0d;
const LONGEST_LINE = 1024 * 1024;

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
    if (rest.length > LONGEST_LINE) {
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
