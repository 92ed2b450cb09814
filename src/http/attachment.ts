import { StreamableFile } from '@nestjs/common';
import { slug } from '../text/normalize.js';

const MAX_CHARACTERS = 80;

/**
 * A text that the client saves as a file.
 * @param title becomes the file's name: in full where RFC 5987 is understood, in ASCII elsewhere
 * @param extension without the dot
 */
export function attachment(title: string, extension: string, type: string, text: string): StreamableFile {
  const content = Buffer.from(text);
  const ascii = slug(title).slice(0, MAX_CHARACTERS) || 'file';
  const disposition = `attachment; filename="${ascii}.${extension}"; filename*=UTF-8''${encoded(`${fileName(title)}.${extension}`)}`;
  return new StreamableFile(content, { type, disposition, length: content.length });
}

/** Nothing that a file system takes for more than a name. */
function fileName(title: string): string {
  const harmless = title.replace(/[\s\p{Cc}/\\:*?"<>|]+/gu, ' ').replace(/^[. ]+/, '');
  return [...harmless].slice(0, MAX_CHARACTERS).join('').trimEnd() || 'file';
}

/** RFC 5987 §3.2.1: percent-encoded but for attr-char. */
const encoded = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
