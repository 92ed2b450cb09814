import { isNativeRedirect, isRedirectUri } from '../redirect-uri.js';
import { normalizeText } from '../../../platform/text/normalize.js';

/** What a document says of its application. */
export interface ClientDocument {
  /** With its host: a document may call itself anything. */
  name: string;
  redirectUris: string[];
  isNative: boolean;
}

/** Characters of an address; RFC 9110 section 4.1 asks servers to take 8,000, and nobody types these. */
const MAX_ADDRESS = 500;
const MAX_REDIRECTS = 20;
const MAX_NAME = 100;

/** `.` and `..`, encoded or not. */
const DOTS = /^(\.|%2e){1,2}$/i;

/**
 * Whether a client id is the address of a document (Client ID Metadata Document, section 3): https with a path, without
 * fragment, name and password, or dots that a parser takes out; written as the parser writes it.
 * @param isLoopbackAllowed http://127.0.0.1 besides: for tests
 */
export function isDocumentAddress(clientId: string, isLoopbackAllowed: boolean): boolean {
  if (clientId.length > MAX_ADDRESS) return false;
  const url = URL.parse(clientId);
  if (!url || url.href !== clientId || url.pathname === '/' || clientId.includes('#')) return false;
  if (url.username || url.password || url.pathname.split('/').some((part) => DOTS.test(part))) return false;
  return url.protocol === 'https:' || (isLoopbackAllowed && isLoopback(url));
}

export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && hostname === '127.0.0.1';

/**
 * Null for a document that is not about this client, has a secret, wants to prove itself in another way than by its redirect
 * address, or names none (sections 4 and 4.1).
 */
export function readDocument(document: unknown, clientId: string): ClientDocument | null {
  if (typeof document !== 'object' || document === null) return null;
  const said = document as Record<string, unknown>;
  const { client_name: name, redirect_uris: redirectUris, token_endpoint_auth_method: method } = said;
  const isPublic = method === undefined || method === 'none';
  if (said['client_id'] !== clientId || !isPublic || 'client_secret' in said) return null;
  if (!Array.isArray(redirectUris) || redirectUris.length === 0 || redirectUris.length > MAX_REDIRECTS)
    return null;
  if (!redirectUris.every(isAddress)) return null;
  const displayName = typeof name === 'string' ? normalizeText(name) : null;
  if (!displayName || displayName.length > MAX_NAME) return null;
  return {
    name: `${displayName} (${new URL(clientId).host})`,
    redirectUris,
    isNative: redirectUris.some(isNativeRedirect),
  };
}

const isAddress = (uri: unknown): uri is string =>
  typeof uri === 'string' && uri.length <= MAX_ADDRESS && isRedirectUri(uri, true);
