import type { LoggedAccess } from '../access-log/access-log-subject.js';
import type { DavPath } from './dav-resource.js';
import { document, element } from './xml-text.js';

/** An answer of WebDAV (RFC 4918): its status says more than that of the API. */
export interface DavAnswer {
  status: 200 | 207 | 304 | 403 | 405;
  headers: Record<string, string>;
  /** Null: there is none. */
  body: string | null;
  /** What of people's contact data it shows. */
  loggedAccess?: LoggedAccess;
}

const XML = { 'Content-Type': 'application/xml; charset=utf-8' };

/** @param responses XML of each resource */
export const multistatus = (responses: string[], more = '', loggedAccess: LoggedAccess = {}): DavAnswer => ({
  status: 207,
  headers: XML,
  body: document('d:multistatus', responses.join('') + more),
  loggedAccess,
});

/** A refusal that names the condition that was not met (RFC 4918 section 16). */
export const refusal = (condition: string, content = ''): DavAnswer => ({
  status: 403,
  headers: XML,
  body: document('d:error', element(condition, content)),
});

/** Methods that read; nothing here is written. */
const ALLOW = { Allow: 'OPTIONS, GET, HEAD, PROPFIND, REPORT' };

export const methodsAllowed = (status: 200 | 405): DavAnswer => ({ status, headers: ALLOW, body: null });

/**
 * The answer to a method that is not for this address: a collection is no file, reports are about a book, and writing needs a
 * right that nobody has (RFC 3744 section 7.1.1). Null for a report on a book.
 */
export function refusedMethod(method: string, { bookId, file }: DavPath): DavAnswer | null {
  if (method === 'GET' || method === 'HEAD') return methodsAllowed(405);
  if (method !== 'REPORT') return refusal('d:need-privileges');
  return bookId === undefined || file !== undefined ? refusal('d:supported-report') : null;
}
