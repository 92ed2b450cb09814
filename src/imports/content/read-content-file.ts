import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkContent, type CheckedContent } from './check-content.js';
import { ContentRefusedError } from './parse-content-text.js';
import { parseContentText } from './parse-content-text.js';

const MAX_BYTES = 64 * 1024 * 1024;

/** @throws ContentRefusedError when the file cannot be read, is too large, or is no content file at all */
export async function readContentFile(path: string): Promise<CheckedContent> {
  return checkContent(parseContentText(decode(await bytesOf(path))), basename(path));
}

/** A content file that was made here, not read: its entries have no lines. */
export function readContentDocument(document: unknown): CheckedContent {
  return checkContent({ value: document, lineOf: () => 0, writtenAs: () => null }, 'content');
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    const file = await stat(path);
    if (!file.isFile()) throw new ContentRefusedError('The path is not that of a file.');
    if (file.size > MAX_BYTES) throw new ContentRefusedError('The file is larger than 64 MB.');
    return await readFile(path);
  } catch (error) {
    if (error instanceof ContentRefusedError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ContentRefusedError(code === 'ENOENT' ? 'There is no such file.' : 'The file cannot be read.');
  }
}

/** UTF-8, or UTF-16 as some editors save it; a byte order mark is dropped. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ContentRefusedError('The file is not text in UTF-8.');
  }
}
