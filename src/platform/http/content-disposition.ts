import { StreamableFile } from '@nestjs/common';
import { slug } from '../text/normalize.js';

const MAX_CHARACTERS = 80;

export type Disposition = 'inline' | 'attachment';

/**
 * RFC 6266: the name in full where RFC 8187 is understood, in ASCII elsewhere.
 * @param title becomes the name of the file
 * @param extension without the dot
 */
export function contentDisposition(disposition: Disposition, title: string, extension: string): string {
  const ascii = slug(title).slice(0, MAX_CHARACTERS) || 'file';
  const full = encoded(`${fileName(title)}.${extension}`);
  return `${disposition}; filename="${ascii}.${extension}"; filename*=UTF-8''${full}`;
}

/** Nothing that a file system takes for more than a name. */
function fileName(title: string): string {
  const harmless = title.replace(/[\s\p{Cc}/\\:*?"<>|]+/gu, ' ').replace(/^[. ]+/, '');
  return [...harmless].slice(0, MAX_CHARACTERS).join('').trimEnd() || 'file';
}

/** RFC 8187 §3.2.1: percent-encoded but for attr-char. */
const encoded = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

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
