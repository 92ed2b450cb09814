import { StreamableFile } from '@nestjs/common';
import { create } from 'content-disposition';
import { slug } from '../text/normalize.js';

const MAX_CHARACTERS = 80;

export type Disposition = 'inline' | 'attachment';

/**
 * The header, with the name in full for clients that know RFC 8187, and in ASCII for others.
 * @param title becomes the name of the file
 * @param extension without the dot
 */
export function contentDisposition(disposition: Disposition, title: string, extension: string): string {
  const ascii = slug(title).slice(0, MAX_CHARACTERS) || 'file';
  const name = `${fileName(title)}.${extension}`.toWellFormed();
  return create(name, { type: disposition, fallback: `${ascii}.${extension}` });
}

/** The title without characters that a file system takes for more than a part of a name. */
function fileName(title: string): string {
  const harmless = title.replace(/[\s\p{Cc}/\\:*?"<>|]+/gu, ' ').replace(/^[. ]+/, '');
  return [...harmless].slice(0, MAX_CHARACTERS).join('').trimEnd() || 'file';
}

/**
 * A text that the client saves as a file.
 * @param title becomes the file's name
 * @param extension without the dot
 */
export function attachment(title: string, extension: string, type: string, text: string): StreamableFile {
  const content = Buffer.from(text);
  const disposition = contentDisposition('attachment', title, extension);
  return new StreamableFile(content, { type, disposition, length: content.length });
}
