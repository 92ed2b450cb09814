import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Document, type Node } from 'yaml';
import { ContentRefusedError } from './content-refused.error.js';
import { jsonLines } from './json-lines.js';

export type ContentPath = (string | number)[];

/** A content file as it stands, before anything of it is believed. */
export interface RawContent {
  value: unknown;
  /** The line of the nearest part of the path that can be told, from 1; 0 when no line is to blame. */
  lineOf(path: ContentPath): number;
  /** As written: `02138` is a number to YAML, and a postal code to the person who wrote it. */
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

interface Place {
  node: Node | null;
  offset: number | undefined;
  /** False when the path goes on where the document ends, or behind an alias. */
  found: boolean;
}

function locate(document: Document, path: ContentPath): Place {
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

function childOf(parent: Node | null, step: string | number): Omit<Place, 'found'> | null {
  if (isSeq<Node | null>(parent)) {
    const node = parent.items[Number(step)];
    return node ? { node, offset: node.range?.[0] } : null;
  }
  if (!isMap<Node, Node | null>(parent)) return null;
  const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  return pair ? { node: pair.value, offset: pair.key.range?.[0] } : null;
}

function plainSource({ node, found }: Place): string | null {
  if (!found || !isScalar(node) || node.type !== 'PLAIN' || node.value === null) return null;
  return node.source ?? null;
}
