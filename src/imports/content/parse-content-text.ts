import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

/** The file as a whole cannot be read; nothing of it was taken. */
export class ContentRefusedError extends CommandRefusedError {}

/**
 * The lines on which the top-level keys (`students`) and the entries below them (`students.0`) of a JSON text
 * begin, counted from 1. Reads the text once and keeps nothing of it.
 * @param text valid JSON
 */
function jsonLines(text: string): Map<string, number> {
  const scan = new Scan(text);
  while (scan.next());
  return scan.lines;
}

class Scan {
  readonly lines = new Map<string, number>();
  private at = 0;
  private line = 1;
  private depth = 0;
  private key = '';
  private entries = 0;
  private inEntry = false;

  constructor(private readonly text: string) {}

  next(): boolean {
    const char = this.text[this.at];
    if (char === undefined) return false;
    if (char === '\n') this.line += 1;
    if (char <= ' ') this.at += 1;
    else this.token(char);
    return true;
  }

  private token(char: string): void {
    if (char === ']' || char === '}') {
      this.depth -= 1;
    } else if (char === ',') {
      if (this.depth === 2) this.inEntry = false;
    } else {
      this.noteEntry();
      if (char === '[' || char === '{') this.open();
    }
    if (char === '"') this.string();
    else this.at += 1;
  }

  private noteEntry(): void {
    if (this.depth !== 2 || this.inEntry) return;
    this.lines.set(`${this.key}.${this.entries}`, this.line);
    this.entries += 1;
    this.inEntry = true;
  }

  private open(): void {
    this.depth += 1;
    if (this.depth === 2) {
      this.entries = 0;
      this.inEntry = false;
    }
  }

  /** At the top level a text before a colon is a key; one that is a value is noted as well and never asked for. */
  private string(): void {
    const from = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at += 1;
    if (this.depth !== 1) return;
    this.key = JSON.parse(this.text.slice(from, this.at)) as string;
    this.lines.set(this.key, this.line);
  }
}

export type ContentPath = (string | number)[];

/** A content file as it stands, before anything of it is believed. */
export interface RawContent {
  value: unknown;
  /** The line of the nearest part of the path that can be told, from 1; 0 when no line is to blame. */
  lineOf(path: ContentPath): number;
  /** The value as written: `02138` is a number to YAML, and a postal code to the person who wrote it. */
  writtenAs(path: ContentPath): string | null;
}

/** How often anchors may be repeated: for a family's address, not for a bomb; looking them up costs their square. */
const MAX_ALIASES = 10_000;

/**
 * JSON or YAML, told apart by what is in it.
 * @throws ContentRefusedError with one line that holds nothing of the file
 */
export function parseContentText(text: string): RawContent {
  return parseJson(text) ?? parseYaml(text);
}

function parseJson(text: string): RawContent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const lines = jsonLines(text);
  return {
    value,
    lineOf: (path) => lines.get(path.slice(0, 2).join('.')) ?? lines.get(String(path[0])) ?? 1,
    writtenAs: () => null,
  };
}

function parseYaml(text: string): RawContent {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number | undefined): number => lineCounter.linePos(offset ?? 0).line || 1;
  const document = refusingBrokenText(() => parseDocument(text, { lineCounter, prettyErrors: false }));
  const [error] = document.errors;
  if (error) {
    throw new ContentRefusedError(
      `The file is neither JSON nor YAML: line ${lineAt(error.pos[0])}, ${error.code.toLowerCase().replaceAll('_', ' ')}.`,
    );
  }
  return {
    value: refusingBrokenText(() => {
      if (countAliases(document) > MAX_ALIASES) throw new Error('Too many aliases');
      return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
    }),
    lineOf: (path) => lineAt(locate(document, path).offset),
    writtenAs: (path) => plainSource(locate(document, path)),
  };
}

function countAliases(document: Document): number {
  let count = 0;
  visit(document, { Alias: () => void (count += 1) });
  return count;
}

/** Nesting deeper than the stack, and aliases beyond the limit, throw. */
function refusingBrokenText<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new ContentRefusedError('The file is nested too deeply, or its aliases lead nowhere or too far.');
  }
}

interface SourceLocation {
  node: Node | null;
  offset: number | undefined;
  /** False when the path goes on where the document ends, or behind an alias. */
  found: boolean;
}

function locate(document: Document, path: ContentPath): SourceLocation {
  let node = document.contents;
  let offset = node?.range?.[0];
  for (const step of path) {
    const child = childOf(node, step);
    if (!child) return { node, offset, found: false };
    offset = child.offset ?? offset;
    node = child.node;
  }
  return { node, offset, found: true };
}

function childOf(parent: Node | null, step: string | number): Omit<SourceLocation, 'found'> | null {
  if (isSeq<Node | null>(parent)) {
    const node = parent.items[Number(step)];
    return node ? { node, offset: node.range?.[0] } : null;
  }
  if (!isMap<Node, Node | null>(parent)) return null;
  const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  return pair ? { node: pair.value, offset: pair.key.range?.[0] } : null;
}

function plainSource({ node, found }: SourceLocation): string | null {
  if (!found || !isScalar(node) || node.type !== 'PLAIN' || node.value === null) return null;
  return node.source ?? null;
}
