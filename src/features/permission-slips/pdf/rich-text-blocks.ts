import type { Block, Cell, Paragraph, Run, Table } from './body-blocks.js';
import { isElement, readHtml, type HtmlElement, type HtmlNode, tableGrid } from './html-tree.js';
import { breakable, cleaned, directionOf } from '../../../platform/typesetting/printable.js';
import { trimmedEnd } from '../../../platform/text/trimmed-end.js';

type Style = Omit<Run, 'text'>;

/** Lists and quotations within each other; what lies deeper is set at the last level. */
const DEEPEST = 5;

/** Columns that a page has room for; a wider table is read row by row. */
const WIDEST = 10;

/** Characters, each cell counted as ten. */
const MAX_HEADER = 600;

/** Characters in a line of a table. */
const LINE = 70;

const STYLES: Record<string, Style> = {
  strong: { strong: true },
  em: { em: true },
  u: { underline: true },
  s: { strike: true },
};

/**
 * Formatted text as data: the template is never given markup.
 * @param html as `sanitizedRichText` leaves it
 * @param imageWord stands before the text of an image, which is not shown itself
 */
export function richTextBlocks(html: string, imageWord: string): Block[] {
  return new Reader(imageWord).blocks(readHtml(html), 0);
}

/** Collects the blocks of one level. */
class Level {
  readonly blocks: Block[] = [];
  private runs: Run[] = [];

  constructor(readonly depth: number) {}

  say(run: Run): void {
    this.runs.push(run);
  }

  add(block: Block): void {
    this.endParagraph();
    this.blocks.push(block);
  }

  endParagraph(): void {
    const runs = this.takeRuns();
    if (runs.length > 0) this.blocks.push(paragraph(runs));
  }

  /** Without spaces at the ends of lines. */
  takeRuns(): Run[] {
    const runs = tidy(this.runs);
    this.runs = [];
    return runs;
  }
}

class Reader {
  private headingLevel = 0;

  constructor(
    private readonly imageWord: string,
    private readonly longestWord?: number,
  ) {}

  blocks(nodes: HtmlNode[], depth: number): Block[] {
    const level = new Level(depth);
    this.read(nodes, {}, level);
    level.endParagraph();
    return level.blocks;
  }

  private read(nodes: HtmlNode[], style: Style, level: Level): void {
    for (const node of nodes) {
      if (isElement(node)) this.readElement(node, style, level);
      else level.say({ ...style, text: this.words(node.replace(/[ \t\r\n\f]+/g, ' ')) });
    }
  }

  private readElement(element: HtmlElement, style: Style, level: Level): void {
    const { name, attributes, children } = element;
    if (name in STYLES) this.read(children, { ...style, ...STYLES[name] }, level);
    else if (name === 'br') level.say({ text: '\n' });
    else if (name === 'img') this.readImage(attributes.alt ?? '', level);
    else if (name === 'a') this.readLink(element, style, level);
    else this.readBlock(element, style, level);
  }

  private readImage(alt: string, level: Level): void {
    if (alt.trim()) level.say({ text: this.words(`[${this.imageWord}: ${alt.trim()}]`), em: true });
  }

  /** Paper cannot be clicked: the address stands behind the words. */
  private readLink({ attributes, children }: HtmlElement, style: Style, level: Level): void {
    const href = cleaned(attributes.href ?? '');
    this.read(children, { ...style, ...(href && { href }) }, level);
    const address = href.replace(/^(mailto|tel):/, '');
    if (href && wordSegmentsIn(children).trim() !== address)
      level.say({ ...style, text: this.words(` (${address})`) });
  }

  private readBlock({ name, attributes, children }: HtmlElement, style: Style, level: Level): void {
    level.endParagraph();
    const isDeep = level.depth >= DEEPEST;
    if (/^h[1-6]$/.test(name)) this.readHeading(Number(name[1]), children, level);
    else if ((name === 'ul' || name === 'ol') && !isDeep) this.readList(name === 'ol', children, level);
    else if (name === 'blockquote' && !isDeep) {
      const blocks = this.blocks(children, level.depth + 1);
      if (blocks.length > 0) level.add({ kind: 'quote', dir: directionOf(wordSegmentsIn(children)), blocks });
    } else if (name === 'table') this.readTable({ name, attributes, children }, level);
    else this.read(children, style, level);
    level.endParagraph();
  }

  private readHeading(wanted: number, children: HtmlNode[], level: Level): void {
    const inside = new Level(level.depth);
    this.read(children, {}, inside);
    const runs = inside.takeRuns();
    for (const block of inside.blocks) level.add(block);
    if (runs.length === 0) return;
    this.headingLevel = Math.min(Math.max(wanted - 1, 1), this.headingLevel + 1);
    level.add({ ...paragraph(runs), kind: 'heading', level: this.headingLevel });
  }

  private readList(ordered: boolean, children: HtmlNode[], level: Level): void {
    const entries = children.filter((child) => isElement(child) || child.trim() !== '');
    const items = entries
      .map((entry) =>
        this.blocks(isElement(entry) && entry.name === 'li' ? entry.children : [entry], level.depth + 1),
      )
      .filter((blocks) => blocks.length > 0);
    if (items.length > 0)
      level.add({ kind: 'list', dir: directionOf(wordSegmentsIn(children)), ordered, items });
  }

  private readTable(table: HtmlElement, level: Level): void {
    const { columns, headerRows, cells } = tableGrid(table);
    const reader = new Reader(this.imageWord, Math.floor(LINE / Math.max(columns, 1)));
    const placed = cells.map(({ cell, ...at }) => ({
      ...at,
      head: cell.name === 'th' || at.y < headerRows,
      paragraphs: paragraphsIn(reader.blocks(cell.children, DEEPEST)),
    }));
    const captions = table.children.filter(isElement).filter(({ name }) => name === 'caption');
    const caption = paragraphsIn(reader.blocks(captions, DEEPEST))[0] ?? null;
    if (columns > WIDEST) for (const row of rowsOf(placed)) level.add(row);
    else if (placed.length > 0)
      level.add(tableOf({ caption, columns, cells: placed, headerRows }, wordSegmentsIn([table])));
  }

  private words(text: string): string {
    return breakable(cleaned(text), this.longestWord);
  }
}

const paragraph = (runs: Run[]): Paragraph => ({
  kind: 'paragraph',
  dir: directionOf(runs.map(({ text }) => text).join('')),
  runs,
});

interface PositionedTable {
  caption: Paragraph | null;
  columns: number;
  cells: Cell[];
  headerRows: number;
}

function tableOf({ cells, headerRows, ...table }: PositionedTable, words: string): Table {
  const header = cells.filter(({ y }) => y < headerRows);
  // The rows that are printed again on each page have to leave room for others.
  const isShort = lengthOf(header) <= MAX_HEADER;
  return {
    ...table,
    kind: 'table',
    dir: directionOf(words),
    header: isShort ? header : [],
    body: isShort ? cells.filter(({ y }) => y >= headerRows) : cells,
  };
}

const lengthOf = (cells: Cell[]): number =>
  cells
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ runs }) => runs))
    .reduce((sum, { text }) => sum + 10 + text.length, 0);

/** One paragraph a row. */
function rowsOf(cells: Cell[]): Paragraph[] {
  const rows = Object.values(Object.groupBy(cells, ({ y }) => y));
  return rows.map((row = []) =>
    paragraph(
      row.flatMap(({ paragraphs }, at) => [
        ...(at > 0 ? [{ text: ' · ' }] : []),
        ...paragraphs.flatMap(({ runs }) => runs),
      ]),
    ),
  );
}

/** Cells hold nothing but paragraphs: what else is in them is set as such. */
function paragraphsIn(blocks: Block[]): Paragraph[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [block];
    if (block.kind === 'heading') return [paragraph(block.runs.map((run) => ({ ...run, strong: true })))];
    if (block.kind === 'list') return block.items.flatMap(paragraphsIn);
    if (block.kind === 'quote') return paragraphsIn(block.blocks);
    return [...block.header, ...block.body].flatMap(({ paragraphs }) => paragraphs);
  });
}

/** White space between words is one, and none stands at the ends of lines. */
function tidy(runs: Run[]): Run[] {
  const trimmed: Run[] = [];
  for (const run of runs) {
    const before = trimmed.at(-1)?.text ?? '\n';
    const text = /\s$/.test(before) ? run.text.replace(/^ +/, '') : run.text;
    if (text === '\n' && trimmed.length > 0)
      trimmed.push({ ...trimmed.pop()!, text: trimmedEnd(before, / /) });
    if (text !== '') trimmed.push({ ...run, text });
  }
  while (trimmed.length > 0 && trimmed.at(-1)!.text.trim() === '') trimmed.pop();
  while (trimmed.length > 0 && trimmed[0]!.text.trim() === '') trimmed.shift();
  return trimmed;
}

const wordSegmentsIn = (nodes: HtmlNode[]): string =>
  nodes.map((node) => (isElement(node) ? wordSegmentsIn(node.children) : node)).join('');
