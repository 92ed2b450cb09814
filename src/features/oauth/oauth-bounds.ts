import { decodeJwt } from 'jose';
import type { AdapterPayload } from 'oidc-provider';

/*
 * Bounds of requests from strangers to the authorization server's library, which compares every parameter of a query with
 * every other one, and stores them for as long as a sign-in may take.
 */

/** Bytes: the library reads no more. */
export const MAX_LIBRARY_FORM = 56 * 1024;

const MAX_QUERY = { bytes: 16 * 1024, parameters: 50 };

/** Bytes of one parameter that is stored, and of all those of a request. */
const MAX_STORED = { each: 2 * 1024, all: 4 * 1024 };

/** @param query as it stands in the address, without its question mark */
export function isBoundedQuery(query: string): boolean {
  if (query.length > MAX_QUERY.bytes) return false;
  let ampersands = 0;
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) ampersands += 1;
  return ampersands < MAX_QUERY.parameters;
}

/** @returns the name of the parameter that is too long, or of all of them together; null when none is */
export function tooLongParameter(payload: AdapterPayload): string | null {
  const parameters = Object.entries(parametersOf(payload));
  const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
  const long = parameters.find(([, value]) => bytesOf(value) > MAX_STORED.each);
  if (long) return long[0];
  const all = parameters.reduce((sum, [, value]) => sum + bytesOf(value), 0);
  return all > MAX_STORED.all ? 'the request' : null;
}

/** Parameters of a sign-in, a device, a pushed request (RFC 9126), or of signing out. */
function parametersOf({ params, request, state }: AdapterPayload): Record<string, unknown> {
  if (params) return params;
  if (request) return decodeJwt(request);
  return state ?? {};
}
