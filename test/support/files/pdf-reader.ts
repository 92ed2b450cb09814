import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether poppler's tools are here: they read PDF with no line of what wrote it. */
export const HAS_PDF_READER = spawnSync('pdftotext', ['-v']).error === undefined;

function read(program: string, args: string[], pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'read-pdf-'));
  try {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, pdf);
    const { stdout, status, error } = spawnSync(
      program,
      [...args, file, ...(program === 'pdftotext' ? ['-'] : [])],
      {
        encoding: 'utf8',
        env: { ...process.env, TZ: 'UTC' },
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    if (error) throw error;
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In the order in which it was written. Right-to-left words are spelled as they are read, but stand in visual order. */
export const textOf = (pdf: Buffer): string => read('pdftotext', ['-raw'], pdf);

/** Points from the left edge of the page to where the longest line ends. */
export const widestLine = (pdf: Buffer): number =>
  Math.max(...[...read('pdftotext', ['-bbox'], pdf).matchAll(/xMax="([\d.]+)"/g)].map(([, x]) => Number(x)));

/** Points from the left edge of the page to where a word begins for the first time. */
export const leftOf = (pdf: Buffer, word: string): number =>
  Number(new RegExp(`xMin="([\\d.]+)"[^>]*>${word}<`).exec(read('pdftotext', ['-bbox'], pdf))![1]);

export const structureOf = (pdf: Buffer): string => read('pdfinfo', ['-struct-text'], pdf);

/** XMP. */
export const metadataOf = (pdf: Buffer): string => read('pdfinfo', ['-meta'], pdf);

/** `Tagged`, `Pages`, `Page size`… */
export const factsOf = (pdf: Buffer): Record<string, string> =>
  Object.fromEntries(
    read('pdfinfo', [], pdf)
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line): [string, string] => {
        const at = line.indexOf(':');
        return [line.slice(0, at), line.slice(at + 1).trim()];
      }),
  );

/** Whether the letters of each font are in the file, and can be read as text again. */
export const fontsOf = (pdf: Buffer): { name: string; embedded: boolean; readable: boolean }[] =>
  read('pdffonts', [], pdf)
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) => {
      const [embedded, , readable] = line
        .slice(37 + 18 + 17)
        .trim()
        .split(/\s+/);
      return { name: line.slice(0, 36).trim(), embedded: embedded === 'yes', readable: readable === 'yes' };
    });

/** Without spaces and invisible controls: line ends fall where the page ends. */
export const letters = (text: string): string =>
  text.normalize('NFKC').replace(/[\s\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\f]+/gu, '');

/**
 * The words of a right-to-left text, each as its letters in alphabetical order: the reader takes the letters that a font
 * joins into one apart again in the order of the page.
 */
export const wordKeys = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => [...word].sort().join(''));
