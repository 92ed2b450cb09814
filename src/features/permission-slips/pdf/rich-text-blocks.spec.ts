import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sanitizedRichText } from '../../../platform/rich-text/rich-text.js';
import type { Block, Cell } from './body-blocks.js';
import { richTextBlocks } from './rich-text-blocks.js';

const read = (html: string): Block[] => richTextBlocks(sanitizedRichText(html).html ?? '', 'Image');

/** One line a block, the styles of its words behind a colon. */
function outline(blocks: Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.kind === 'list') {
      const mark = block.ordered ? '1.' : '-';
      return block.items.flatMap((item) =>
        outline(item).map((line, at) => `${at === 0 ? mark : '  '} ${line}`),
      );
    }
    if (block.kind === 'quote') return outline(block.blocks).map((line) => `> ${line}`);
    if (block.kind === 'table') return [...block.header, ...block.body].map(cellOutline);
    const words = block.runs.map(({ text, href, ...style }) =>
      [text, ...Object.keys(style), ...(href ? [href] : [])].join(':'),
    );
    return [(block.kind === 'heading' ? `${'#'.repeat(block.level)} ` : '') + words.join('|')];
  });
}

const cellOutline = ({ x, y, colspan, rowspan, head, paragraphs }: Cell): string =>
  `${x},${y} ${colspan}×${rowspan}${head ? ' head' : ''} ${outline(paragraphs).join('/')}`;

describe('richTextBlocks', () => {
  it.each([
    [
      '<p>a <strong>b</strong> <em>c<u>d</u></em> <s>e</s></p>',
      ['a |b:strong| |c:em|d:em:underline| |e:strike'],
    ],
    ['<p> a<br>b </p><p>c\n  d</p>', ['a|\n|b ', 'c d']],
    ['loose <p>para</p> words', ['loose ', 'para', 'words']],
    ['<p>&amp;lt; &lt;b&gt; &quot;</p>', ['&lt; <b> "']],
    ['<h2>a</h2><h4>b</h4><h3>c</h3><h4>d</h4>', ['# a', '## b', '## c', '### d']],
    ['<h4>a</h4><h4>b</h4>', ['# a', '## b']],
    [
      '<ul><li>a<ol><li>b</li></ol></li><li><p>c</p><p>d</p></li><li></li></ul>',
      ['- a', '   1. b', '- c', '   d'],
    ],
    ['<blockquote><p>a</p></blockquote>', ['> a']],
    ['<p><a href="https://e.org/">the page</a></p>', ['the page:https://e.org/| (https://e.org/)']],
    ['<p><a href="mailto:a@e.org">a@e.org</a></p>', ['a@e.org:mailto:a@e.org']],
    [
      '<p><img src="image:11111111-1111-4111-8111-111111111111" alt="Map &amp; bus"></p>',
      ['[Image: Map & bus]:em'],
    ],
    ['<p><img src="image:11111111-1111-4111-8111-111111111111" alt=""></p>', []],
    ['<strong><p>a</p></strong>', ['a:strong']],
    [
      '<table><tr><th>a</th><th>b</th></tr><tr><td>c</td></tr></table>',
      ['0,0 1×1 head a', '1,0 1×1 head b', '0,1 1×1 c'],
    ],
    ['<table><tr><td><ul><li>a</li><li><h2>b</h2></li></ul></td></tr></table>', ['0,0 1×1 a/b:strong']],
  ])('reads %s', (html, lines) => {
    expect(outline(read(html))).toEqual(lines);
  });

  it('sets what lies too deep at the last level', () => {
    const lists = outline(read(`${'<ul><li>x'.repeat(8)}${'</li></ul>'.repeat(8)}`));
    expect(lists.map((line) => line.trim().replace(/^[-\s]+/, ''))).toEqual(Array(8).fill('x'));
  });

  it('reads a table that is too wide row by row', () => {
    const row = `<tr>${'<td>x</td>'.repeat(11)}</tr>`;
    const blocks = read(`<table>${row}${row}</table>`);
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph']);
  });

  it('runs each block as its first letter does', () => {
    expect(read('<p>abc</p><p>שלום abc</p><ul><li>(محمد)</li></ul>').map(({ dir }) => dir)).toEqual([
      'ltr',
      'rtl',
      'rtl',
    ]);
  });

  it('skips no level of headings and lays no cell over another, whatever is nested', () => {
    const names = 'p strong a h2 h3 h4 ul ol li blockquote table thead tr th td caption br';
    const piece = fc.oneof(
      fc
        .constantFrom(...names.split(' '))
        .map((name) => `<${name} href="https://e.org/" rowspan="3" colspan="2">`),
      fc.constantFrom(...names.split(' ')).map((name) => `</${name}>`),
      fc.nat(999).map((number) => `w${number}.`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const blocks = read(pieces.join(''));
        const levels = headings(blocks);
        expect(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
        for (const table of tables(blocks)) expectApart(table);
      }),
      { numRuns: 500 },
    );
  });
});

const inner = (block: Block): Block[] =>
  block.kind === 'list' ? block.items.flat() : block.kind === 'quote' ? block.blocks : [];
const headings = (blocks: Block[]): number[] =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : headings(inner(block))));
const tables = (blocks: Block[]): (Block & { kind: 'table' })[] =>
  blocks.flatMap((block) => (block.kind === 'table' ? [block] : tables(inner(block))));

function expectApart(table: Block & { kind: 'table' }): void {
  const places = [...table.header, ...table.body].flatMap(({ x, y, colspan, rowspan }) =>
    Array.from(
      { length: colspan * rowspan },
      (_, at) => `${x + (at % colspan)},${y + Math.floor(at / colspan)}`,
    ),
  );
  expect(new Set(places).size).toBe(places.length);
  expect(Math.max(...places.map((place) => Number(place.split(',')[0])))).toBeLessThan(table.columns);
}
