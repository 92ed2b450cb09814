import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { formatOf, inputName, readInput } from '../import-input.js';
import { checkContent, type CheckedContent } from './check-content.js';
import { ContentRefusedError } from './parse-content-text.js';
import { parseContentText } from './parse-content-text.js';

/** @throws ContentRefusedError when the file cannot be read, is too large, or is no content file at all */
export async function readContentFile(path: string): Promise<CheckedContent> {
  return checkContent(parseContentText(decode(await bytesOf(path))), inputName(path));
}

/** A content file that was made here, not read: its entries have no lines. */
export function readContentDocument(document: unknown): CheckedContent {
  return checkContent({ value: document, lineOf: () => 0, writtenAs: () => null }, 'content');
}

async function bytesOf(path: string): Promise<Buffer> {
  const bytes = await readInput(path).catch((error: unknown) => {
    throw error instanceof CommandRefusedError ? new ContentRefusedError(error.message) : error;
  });
  const format = formatOf(bytes);
  if (format) throw new ContentRefusedError(`The file is neither JSON nor YAML, but ${format}.`);
  return bytes;
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
