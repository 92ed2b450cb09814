import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { plainText } from './plain-text.js';
import { sanitizedRichText } from './rich-text.js';

const SAMPLES = new URL('../../../test/fixtures/pasted/', import.meta.url);
const sample = (name: string): string => readFileSync(new URL(name, SAMPLES), 'utf8');

const clean = (html: string): string => sanitizedRichText(html).html ?? '';
const linesOf = (html: string): string[] => (plainText(clean(html)) ?? '').split('\n').filter(Boolean);

/** What each writer puts on the clipboard, and how it reads, line by line. */
const PASTED: [writer: string, lines: string[], bold: string[], italic: string[]][] = [
  [
    'word',
    [
      'Trip to the lake',
      'We meet at 8:00 at the north gate.',
      'Bring:',
      '· boots',
      '· a raincoat',
      'Group Leader',
      'A to K Ms. Abara',
      'L to Z Mr. Ito',
      'Back by noon.',
    ],
    ['8:00', 'Group', 'Leader'],
    ['north gate'],
  ],
  [
    'google-docs',
    [
      'Trip to the lake',
      'Friday is a normal day.',
      'Bring what you need (https://example.org/list)',
      '- boots',
      '- rain gear',
      '- a coat',
      'Mon 9:00',
      'Tue 10:00',
      'Underlined and old.',
    ],
    ['Friday'],
    ['normal'],
  ],
  [
    'outlook',
    [
      'Dear families,',
      'the hall is closed on Monday.',
      'It opens again on Tuesday.',
      'Kind regards,',
      'The office',
    ],
    ['closed'],
    ['again'],
  ],
  [
    'apple-notes',
    ['Picnic', 'Bring two blankets', '- plates', '- cups', 'Call 555 0100 (5550100) when late'],
    ['Picnic'],
    ['two'],
  ],
  ['gmail', ['Dear all,', 'Meet at 8:00', 'Bring boots', 'Back by noon', 'Ana'], ['8:00'], ['boots']],
  [
    'notion',
    [
      'Bake sale',
      'Who brings what:',
      '- cakes',
      '- chocolate',
      '- lemon',
      '- drinks',
      '- ☑ tables',
      '- ☐ chairs',
      'Stall Family',
      'one Okafor',
      'Thanks to everyone',
    ],
    ['what'],
    ['everyone'],
  ],
];

const wordsIn = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, words]) =>
    words!.replace(/<[^>]*>/g, ''),
  );

describe('A text pasted from', () => {
  it.each(PASTED)('%s reads as it did there, line by line', (writer, lines, bold, italic) => {
    const html = clean(sample(`${writer}.html`));
    expect((plainText(html) ?? '').split('\n').filter(Boolean)).toEqual(lines);
    expect(wordsIn(html, 'strong')).toEqual(bold);
    expect(wordsIn(html, 'em')).toEqual(italic);
    expect(clean(html)).toBe(html);
  });
});

describe('A block that is not kept', () => {
  it.each([
    [
      '<div>Meet at 8:00</div><div>Bring boots</div><div><br></div><div>Back by noon</div>',
      '<p>Meet at 8:00</p><p>Bring boots</p><p>Back by noon</p>',
    ],
    ['Dear all,<div>come</div>and stay', '<p>Dear all,</p><p>come</p><p>and stay</p>'],
    ['<section><h2>a</h2>b<article>c</article></section>', '<h2>a</h2><p>b</p><p>c</p>'],
    ['one<hr>two', '<p>one</p><p>two</p>'],
    ['<dl><dt>When</dt><dd>Friday</dd><dd>noon</dd></dl>', '<p>When</p><p>Friday</p><p>noon</p>'],
    ['<pre>one\n  two\r\nthree</pre>', '<p>one<br>\u00a0 two<br>three</p>'],
    [
      '<div><ul><li><div>a</div></li><li>b<div>c</div></li></ul>d</div>',
      '<ul><li>a</li><li><p>b</p><p>c</p></li></ul><p>d</p>',
    ],
    ['<ul>a<div>b</div><li>c</li></ul>', '<ul><li>a</li><li>b</li><li>c</li></ul>'],
    [
      '<table><tr><td><div>a</div></td><td><div>b</div><div>c</div></td></tr></table>',
      '<table><tr><td>a</td><td><p>b</p><p>c</p></td></tr></table>',
    ],
    ['<td>a</td><td>b</td>', '<p>a</p><p>b</p>'],
    ['<h2><div>a</div><div>b</div></h2>', '<h2>a</h2><h2>b</h2>'],
    ['a<p></p>b', 'a<p>b</p>'],
    ['a<br><br>b', 'a<br><br>b'],
    ['<div>a<br></div><br><div><br>b</div>', '<p>a</p><p>b</p>'],
    [`${'<div>'.repeat(150)}a${'</div>'.repeat(150)}b`, '<p>a</p><p>b</p>'],
  ])('leaves a paragraph behind: %j', (given, written) => {
    expect(clean(given)).toBe(written);
    expect(clean(written)).toBe(written);
  });

  it('keeps words apart however deep they lie', () => {
    const deep = `${'<ul><li>'.repeat(200)}<div>a</div><div>b</div>${'</li></ul>'.repeat(200)}`;
    expect(linesOf(deep).slice(-2)).toEqual(['- a', 'b']);
  });
});

describe('How words look', () => {
  it.each([
    [
      '<b style="font-weight:normal" id="docs-internal-guid-0"><p dir="ltr"><span style="font-weight:700">Friday</span><span style="font-weight:400"> is a normal day</span></p></b>',
      '<p><strong>Friday</strong> is a normal day</p>',
    ],
    [
      '<b style="font-weight: 400">a</b> <strong style="color:red;FONT-WEIGHT:Normal !important">b</strong>',
      'a b',
    ],
    ['<i style="font-style:normal">a</i> <em style="font-style: normal">b</em>', 'a b'],
    ['<b>a <span style="font-weight:normal">b</span></b>', '<strong>a </strong>b'],
    [
      '<b style="font-weight:inherit">a</b><b><b style="font-weight:inherit">b</b></b>',
      'a<strong>b</strong>',
    ],
    ['<span style="font-weight:600;font-style:italic">a</span>', '<strong><em>a</em></strong>'],
    ['<span style="font-weight:500">a</span><font style="font-weight:bold">b</font>', 'a<strong>b</strong>'],
    [
      '<span style="text-decoration:underline">a</span><span style="text-decoration:line-through">b</span>',
      '<u>a</u><s>b</s>',
    ],
    ['<u style="text-decoration:none">a</u>', 'a'],
    [
      '<h2 style="font-weight:700">a</h2><p style="font-weight:700">b</p>',
      '<h2>a</h2><p><strong>b</strong></p>',
    ],
    [
      '<strong><p>a</p><ul><li>b</li></ul></strong>',
      '<p><strong>a</strong></p><ul><li><strong>b</strong></li></ul>',
    ],
    [
      '<a href="https://example.org/"><div>a</div><div style="text-decoration:underline">b</div></a>',
      ['a', 'b']
        .map((word) => `<p><a href="https://example.org/" rel="noopener noreferrer">${word}</a></p>`)
        .join(''),
    ],
  ])('follows their styles: %j', (given, written) => {
    expect(clean(given)).toBe(written);
    expect(clean(written)).toBe(written);
  });

  it('opens anew for each block, but not without end', () => {
    const address = `https://example.org/${'a'.repeat(20_000)}`;
    const lines = '<div>a</div>'.repeat(2000);
    expect(clean(`<a href="${address}">${lines}</a>`).length).toBeLessThan(200_000);
  });
});
