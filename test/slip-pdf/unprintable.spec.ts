import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { findFonts, fontFamilies } from '../../src/platform/fonts/installed-fonts.js';
import { cleaned } from '../../src/platform/typesetting/printable.js';
import { findTypst } from '../../src/platform/typesetting/typesetter.js';
import { unprintableFinder } from '../../src/platform/typesetting/unprintable.js';

interface Compiler {
  pdf(source: { mainFileContent: string; inputs: object }, options: object): Buffer;
}

const typst = findTypst();
const { NodeCompiler } = typst
  ? (createRequire(import.meta.url)(typst) as { NodeCompiler: { create(options: object): Compiler } })
  : { NodeCompiler: null };

const PAGE = `
  #set document(title: "Letters")
  #set text(font: json(bytes(sys.inputs.families)), fallback: false, weight: sys.inputs.weight, style: sys.inputs.style)
  #for letter in json(bytes(sys.inputs.letters)) [#box(text(letter)) ]`;

/** Those for which Typst sets an empty box: it says so when it is to write PDF/UA. */
function boxed(compiler: Compiler, letters: string[], style: { weight: string; style: string }): Set<string> {
  const inputs = {
    ...style,
    letters: JSON.stringify(letters),
    families: JSON.stringify(fontFamilies('en')),
  };
  try {
    compiler.pdf({ mainFileContent: PAGE, inputs }, { creationTimestamp: 0, pdfStandard: 'ua-1' });
    return new Set();
  } catch (error) {
    const said = String((error as { code?: unknown }).code);
    const texts = [...said.matchAll(/the text `\\"(.*?)\\"` could not be displayed/gs)];
    if (texts.length === 0) throw error;
    return new Set(texts.map(([, text = '']) => unescaped(text)));
  }
}

const unescaped = (text: string): string =>
  text
    .replace(/\\+u\{([\da-f]+)\}/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/\\+(.)/g, '$1');

/** Noto Sans has them upright alone, and they are told for the sake of whoever writes them in italics. */
const UPRIGHT_ALONE = ['\u20c0', '\u2183', '\u10fb'];

/** Every 32nd character as a text is stored, without marks: one alone is set upon a circle, which another font has. */
const SAMPLE = Array.from({ length: 0x30000 - 0x20 }, (_, at) => 0x20 + at)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /[^\p{Cn}\p{M}\s]/u.test(letter) && cleaned(letter) === letter)
  .filter((letter, at) => at % 32 === 0 && !UPRIGHT_ALONE.includes(letter));

(NodeCompiler ? describe : describe.skip)('The characters that are told as unprintable', () => {
  it.each([
    { weight: 'regular', style: 'normal' },
    { weight: 'bold', style: 'italic' },
  ])('match the boxes that the typesetter prints: $weight, $style', async (style) => {
    expect(SAMPLE.length).toBeGreaterThan(2000);
    const compiler = NodeCompiler!.create({ workspace: tmpdir(), fontArgs: [{ fontPaths: findFonts() }] });
    const find = await unprintableFinder();
    const told = SAMPLE.filter((letter) => find(letter).length > 0);
    expect([...boxed(compiler, SAMPLE, style)].sort()).toEqual([...told].sort());
    expect(told.length).toBeGreaterThan(100);
    expect(SAMPLE.length - told.length).toBeGreaterThan(500);
  });
});
