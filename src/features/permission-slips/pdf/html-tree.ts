import { decodedEntities } from '../../../platform/rich-text/plain-text.js';

export interface HtmlElement {
  name: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
}
export type HtmlNode = HtmlElement | string;

/** Depth below which elements count as part of this level. */
const DEEPEST = 100;

const VOID = new Set(['br', 'img', 'col']);
// Bounded: 50,000 characters (MAX_RICH_TEXT), in which each tag has its end.
const PIECE = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|([^<]+|<)/gi;
// Bounded: 50,000 characters (MAX_RICH_TEXT), in which each value has its end.
const ATTRIBUTE = /([a-z]+)="([^"]*)"/gi;

/** Reads what `sanitizedRichText` wrote: no comments, no scripts, values between double quotes. */
export function readHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [, slash, name = '', attributes = '', text] of html.matchAll(PIECE)) {
    const parent = open.at(-1)!;
    if (text !== undefined) parent.children.push(decodedEntities(text));
    else if (slash) close(open, name.toLowerCase());
    else {
      const element = { name: name.toLowerCase(), attributes: attributesIn(attributes), children: [] };
      parent.children.push(element);
      if (!VOID.has(element.name) && open.length < DEEPEST) open.push(element);
    }
  }
  return root.children;
}

function close(open: HtmlElement[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name);
  if (at > 0) open.length = at;
}

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, value]): [string, string] => [
      name!,
      decodedEntities(value!),
    ]),
  );

export const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string';

/** Where a cell of a table lies. */
export interface PositionedCell {
  cell: HtmlElement;
  x: number;
  y: number;
  colspan: number;
  rowspan: number;
}

export interface TableGrid {
  columns: number;
  headerRows: number;
  cells: PositionedCell[];
}

interface Row {
  cells: HtmlElement[];
  inHead: boolean;
}

/** The grid of a table, laid out as by a browser (HTML, forming a table), but that a span ends where another cell lies. */
export function tableGrid(table: HtmlElement): TableGrid {
  const rows = rowsIn(table, false).sort((a, b) => Number(b.inHead) - Number(a.inHead));
  const headerRows = headerRowsOf(rows);
  const taken = rows.map(() => new Set<number>());
  const cells = rows.flatMap((row, y) => {
    const lastRow = y < headerRows ? headerRows : rows.length;
    return row.cells.map((cell) => position(cell, y, taken.slice(0, lastRow)));
  });
  return { columns: Math.max(0, ...cells.map(({ x, colspan }) => x + colspan)), headerRows, cells };
}

function rowsIn(parent: HtmlElement, inHead: boolean): Row[] {
  return parent.children.filter(isElement).flatMap((child) => {
    if (child.name === 'tr') return [{ cells: child.children.filter(isElement).filter(isCell), inHead }];
    return ['thead', 'tbody', 'tfoot'].includes(child.name) ? rowsIn(child, child.name === 'thead') : [];
  });
}

const isCell = ({ name }: HtmlElement): boolean => name === 'td' || name === 'th';

/** A first row of nothing but heads is a header, too. A table of headers alone has none. */
function headerRowsOf(rows: Row[]): number {
  const marked = rows.filter(({ inHead }) => inHead).length;
  const [first] = rows;
  const implied = first && first.cells.length > 0 && first.cells.every(({ name }) => name === 'th') ? 1 : 0;
  const count = marked || implied;
  return count < rows.length ? count : 0;
}

/** @param taken by row, the columns that are; what the cell takes is added */
function position(cell: HtmlElement, y: number, taken: Set<number>[]): PositionedCell {
  const row = taken[y]!;
  let x = 0;
  while (row.has(x)) x += 1;
  let colspan = 1;
  while (colspan < span(cell.attributes.colspan) && !row.has(x + colspan)) colspan += 1;
  const columns = Array.from({ length: colspan }, (_, at) => x + at);
  let rowspan = 1;
  const isFree = (below: Set<number>): boolean => columns.every((column) => !below.has(column));
  while (rowspan < span(cell.attributes.rowspan) && y + rowspan < taken.length && isFree(taken[y + rowspan]!))
    rowspan += 1;
  for (const spanned of taken.slice(y, y + rowspan)) for (const column of columns) spanned.add(column);
  return { cell, x, y, colspan, rowspan };
}

/** More than a page holds is none that anyone meant. */
const span = (value = '1'): number => Math.min(Math.max(Number.parseInt(value, 10) || 1, 1), 50);
