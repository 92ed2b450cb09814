import { StreamableFile } from '@nestjs/common';
import { contentDisposition } from './content-disposition.js';

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
