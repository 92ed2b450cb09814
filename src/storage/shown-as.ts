import { extname } from 'node:path';
import { contentDisposition, type Disposition } from '../http/content-disposition.js';
import { contentTypeOf } from './object-key.js';

/** What every browser shows by itself; the files of an office program are to be saved. */
const SHOWN = /^(image\/|application\/pdf$)/;

/** Chrome shows a PDF in a page of its own, which nothing may be forbidden. */
export const policyOf = (key: string): string =>
  contentTypeOf(key) === 'application/pdf'
    ? "frame-ancestors 'none'"
    : "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * The Content-Disposition that an object is sent with.
 * @param fileName as people know it, with its extension; null where the object has no name
 * @throws ObjectKeyError
 */
export function dispositionOf(key: string, fileName: string | null): string {
  const disposition: Disposition = SHOWN.test(contentTypeOf(key)) ? 'inline' : 'attachment';
  if (fileName === null) return disposition;
  const extension = extname(fileName);
  return contentDisposition(
    disposition,
    fileName.slice(0, -extension.length || undefined),
    extension.slice(1),
  );
}
