import type { Printable } from '../../../platform/typesetting/printable.js';

/** Words of one style. */
export interface Run {
  text: string;
  strong?: true;
  em?: true;
  underline?: true;
  strike?: true;
  href?: string;
}

type Direction = Printable['dir'];

export interface Paragraph {
  kind: 'paragraph';
  dir: Direction;
  runs: Run[];
}

interface Heading {
  kind: 'heading';
  dir: Direction;
  /** From 1: never more than one below the heading before. */
  level: number;
  runs: Run[];
}

interface List {
  kind: 'list';
  dir: Direction;
  ordered: boolean;
  items: Block[][];
}

interface Quote {
  kind: 'quote';
  dir: Direction;
  blocks: Block[];
}

/** No two cells overlap, and none reaches over the edge. */
export interface Cell {
  x: number;
  y: number;
  colspan: number;
  rowspan: number;
  head: boolean;
  paragraphs: Paragraph[];
}

export interface Table {
  kind: 'table';
  dir: Direction;
  columns: number;
  caption: Paragraph | null;
  /** Cells of the first rows: printed again on each page. */
  header: Cell[];
  body: Cell[];
}

/** Formatted text as the template sets it. */
export type Block = Paragraph | Heading | List | Quote | Table;
