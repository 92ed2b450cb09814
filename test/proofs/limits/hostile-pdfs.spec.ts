import { afterAll, describe, expect, it } from '@jest/globals';
import { sanitizedRichText } from '../../../src/platform/rich-text/rich-text.js';
import { SlipTypesetterService } from '../../../src/features/permission-slips/pdf/slip-typesetter.service.js';
import { Typesetter } from '../../../src/platform/typesetting/typesetter.js';
import { aBlankSlip, aQuestion, aSignature, aSlipResponse } from '../../support/slip.factory.js';
import { HAS_PDF_READER, letters, metadataOf, textOf, widestLine } from '../../support/files/pdf-reader.js';

const typesetter = new Typesetter();

const slips = new SlipTypesetterService(typesetter);
afterAll(() => typesetter.stop());

const POINTS_A_MILLIMETRE = 72 / 25.4;

const MARKUP = [
  '#evil() *x* _y_ $ \\ @ <l> = h',
  '#read("/etc/passwd")',
  '#panic("x")',
  '"); #eval("1+1") //',
  '`raw` ```typ #1```',
  '\\u{41} -- ... ~ / + - [x] {y}',
  '= Heading',
  '#import "x.typ": *',
  '<script>alert(1)</script>',
];

/** `depth` lists within each other. */
const nestedLists = (depth: number): string =>
  depth === 0 ? 'the bottom' : `<ul><li>level<p>x</p>${nestedLists(depth - 1)}</li></ul>`;

const cells = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('');

const BODIES: [string, string, string][] = [
  [
    '50,000 characters in paragraphs',
    `<p>${'A sentence of some words. '.repeat(20)}</p>`.repeat(95),
    'A sentence',
  ],
  ['50,000 characters in one word', `<p>${'w'.repeat(49_980)}</p>`, 'www'],
  ['10,000 characters of one Arabic word', `<p>${'ب'.repeat(10_000)}</p><p>end</p>`, 'end'],
  ['one letter with 5,000 accents', `<p>e${'\u0323'.repeat(5_000)} end</p>`, 'end'],
  ['five thousand joined emoji', `<p>${'👩\u200d'.repeat(5_000)} end</p>`, 'end'],
  ['a table of 2,600 rows', `<table>${'<tr><td>x</td></tr>'.repeat(2600)}</table>`, 'x'],
  ['a table of 200 columns', `<table><tr>${cells(200, (at) => `<td>c${at}</td>`)}</tr></table>`, 'c199'],
  [
    'a head longer than a page',
    `<table><thead><tr><th>${'head '.repeat(3000)}</th></tr></thead><tr><td>end</td></tr></table>`,
    'end',
  ],
  [
    'spans that overlap',
    '<table><tr><td rowspan="9" colspan="2">a</td><td>b</td></tr><tr><td colspan="99">c</td><td rowspan="0">d</td></tr></table>',
    'c',
  ],
  ['tables in tables', `${'<table><tr><td>out'.repeat(30)}deep${'</td></tr></table>'.repeat(30)}`, 'deep'],
  ['lists in lists', nestedLists(45), 'the bottom'],
  ['quotations in quotations', `${'<blockquote>'.repeat(95)}deep${'</blockquote>'.repeat(95)}`, 'deep'],
  [
    'headings that skip levels',
    '<h4>four</h4><h2>two</h2><h4>four</h4><ul><li><h3>three</h3></li></ul>',
    'three',
  ],
  ['nothing that shows', '<ul><li></li></ul><table></table><p><br></p><h2> </h2>', ''],
  [
    'links without words',
    '<p><a href="https://example.org/a?b=1&amp;c=%22"></a> <a href="tel:+15550100">call</a></p>',
    'call(+15550100)',
  ],
];

(HAS_PDF_READER ? describe : describe.skip)('A permission slip as PDF (read by poppler-utils)', () => {
  it.each(MARKUP)('takes what people write for text: %s', async (written) => {
    const pdf = await slips.response(
      aSlipResponse({
        title: written,
        organizationName: written,
        students: [{ name: written, graduationYear: null }],
        bodyHtml: sanitizedRichText(`<p>${written.replaceAll('<', '&lt;')}</p>`).html ?? '',
        statement: { text: written, version: 1 },
        questions: [aQuestion({ text: written, answer: { text: written } })],
        note: written,
        signature: aSignature({ typedName: written, relation: written }),
      }),
    );
    const times = letters(textOf(pdf)).split(letters(written)).length - 1;
    expect(times).toBe(10);
    expect(metadataOf(pdf)).toContain('<pdfuaid:part>1</pdfuaid:part>');
  });

  it.each(BODIES)('prints a body with %s, as PDF/UA', async (_, html, end) => {
    const body = sanitizedRichText(html).html ?? '';
    const pdf = await slips.response(aSlipResponse({ bodyHtml: body }));
    expect(letters(textOf(pdf))).toContain(letters(end));
    expect(metadataOf(pdf)).toContain('<pdfuaid:part>1</pdfuaid:part>');
  });

  it('breaks a word that is wider than the page', async () => {
    const word = 'Donaudampfschifffahrt'.repeat(20);
    const pdf = await slips.response(
      aSlipResponse({
        statement: { text: 'Yes.', version: 1 },
        organizationName: null,
        event: null,
        bodyHtml: '',
        students: [{ name: word, graduationYear: 2030 }],
        questions: [aQuestion({ text: word, answer: { text: word } })],
        note: word,
        signature: aSignature({ typedName: word, accountEmail: `${word.slice(0, 200)}@example.org` }),
      }),
    );
    expect(letters(textOf(pdf)).split(letters(word)).length - 1).toBe(5);
    expect(widestLine(pdf)).toBeLessThan(612 - 20 * POINTS_A_MILLIMETRE);
  });

  it('holds two hundred questions, in an answer and in a form', async () => {
    const questions = Array.from({ length: 200 }, (_, at) =>
      aQuestion({
        text: `Question ${at} ${'w'.repeat(at)}`,
        answer: { text: `Answer ${at} `.repeat(1 + (at % 40)) },
      }),
    );
    const filled = letters(textOf(await slips.response(aSlipResponse({ questions }))));
    for (let at = 0; at < 200; at += 1) expect(filled).toContain(`Answer${at}`);
    const blank = await slips.blankForm(aBlankSlip({ questions }));
    expect(letters(textOf(blank))).toContain('Question199');
  });

  it('leaves out what cannot be set, and nothing else', async () => {
    const note = 'a\0b\u0007c\ud800d\ufeffe\uffffF\u200bG\r\nH\u2028I\u0085J\tK';
    const text = letters(textOf(await slips.response(aSlipResponse({ note }))));
    expect(text).toContain('abc\ufffddeFGHIJK');
  });

  it.each(['\u202e', '\u202d', '\u2067', '\u2066\u202e', '\u2069\u2069\u202b'])(
    'keeps a control of the writing direction in its own field: %j',
    async (control) => {
      const name = `${control}Ada Park`;
      const pdf = await slips.response(
        aSlipResponse({
          title: name,
          students: [{ name, graduationYear: 2031 }],
          note: `${control}Note 12 ab`,
        }),
      );
      const text = textOf(pdf);
      for (const line of ['Student Ada Park Class of 2031', 'Note 12 ab']) expect(text).toContain(line);
    },
  );
});
