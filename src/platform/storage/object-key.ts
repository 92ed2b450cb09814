import { extname } from 'node:path';
import { extensionOf, IMAGE_TYPES } from '../images/image-type.js';
import { contentDisposition, type Disposition } from '../http/content-disposition.js';

/** Files that are kept beside images, with the extension that their keys end in. */
export const DOCUMENT_EXTENSIONS = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
} as const;

/** Content types of stored objects, by the extension of their keys; defined only here. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ...IMAGE_TYPES.map((type) => [extensionOf(type), type] as const),
  ...Object.entries(DOCUMENT_EXTENSIONS).map(([type, extension]) => [extension, type] as const),
]);

const KEY = /^[a-z0-9_-]+(\/[a-z0-9-]+)*\.([a-z0-9]+)$/;
/** Below what any file system takes as one name. */
const MAX_LENGTH = 200;

/** A key, or a type under a key, that no object may have. */
export class ObjectKeyError extends Error {}

/**
 * The key decides the type, so that nothing can ever be served as what it was not stored as.
 * @returns null unless the key is lower-case segments of letters, digits and hyphens, the first one with underscores too, with a known extension
 */
export function findContentType(key: string): string | null {
  const extension = key.length <= MAX_LENGTH ? KEY.exec(key)?.[2] : undefined;
  return CONTENT_TYPES.get(extension ?? '') ?? null;
}

/** @throws ObjectKeyError */
export function contentTypeOf(key: string): string {
  const type = findContentType(key);
  if (!type) throw new ObjectKeyError('This is no key of an object.');
  return type;
}

/** @throws ObjectKeyError when the key is none, or is one of another type */
export function assertStorable(key: string, contentType: string): void {
  if (contentTypeOf(key) !== contentType) throw new ObjectKeyError('The key is one of another type.');
}

/** Types that every browser displays by itself; the files of an office program are to be saved. */
const DISPLAYED_INLINE = /^(image\/|application\/pdf$)/;

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
  const disposition: Disposition = DISPLAYED_INLINE.test(contentTypeOf(key)) ? 'inline' : 'attachment';
  if (fileName === null) return disposition;
  const extension = extname(fileName);
  return contentDisposition(
    disposition,
    fileName.slice(0, -extension.length || undefined),
    extension.slice(1),
  );
}
