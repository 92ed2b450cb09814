import { READ_METHODS } from '../http/read-methods.js';

/**
 * What a request is to a service that has more of them than it can answer. The classes stand in the order in which they are
 * refused; a probe never is.
 */
export type RequestClass = 'large' | 'small' | 'write' | 'probe';

export type RefusedClass = Exclude<RequestClass, 'probe'>;

/** Waits for a connection at which a class is refused, as multiples of ADMISSION_WAIT_MS. */
export const PATIENCE: Record<RefusedClass, number> = { large: 1, small: 2, write: 4 };

/** What else looks at the process is served on a port of its own (METRICS_PORT). */
const PROBES = /^\/(healthz|readyz)$/;

/** Whole lists of a school and files that are made for one reader. Any other read is small. */
export const LARGE_READS: readonly RegExp[] = [
  /\/(students|map-markers|staff|calendar|menus|roster|candidates)$/,
  /\/(schedule|occurrences|results|nearby|guardians|message-recipients)$/,
  /\/(audit|changes|export|pdf)$/,
  /\.(csv|pdf|vcf|ics)$/,
];

/** Reports are how address book programs read a whole book (RFC 6352 §8.7). */
const isReport = (method: string): boolean => method === 'REPORT' || method === 'PROPFIND';

/**
 * The class of a request, by its method and path alone: it is told before the route is looked up. A sign-in counts as a write.
 * @param path without its query
 */
export function requestClassOf(method: string, path: string): RequestClass {
  if (PROBES.test(path)) return 'probe';
  if (isReport(method)) return 'large';
  if (!READ_METHODS.has(method)) return 'write';
  return LARGE_READS.some((large) => large.test(path)) ? 'large' : 'small';
}
