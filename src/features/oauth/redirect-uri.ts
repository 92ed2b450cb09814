const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Whole and without a fragment (RFC 6749 section 3.1.2): https, or http on the machine itself; a native app may have a scheme of its
 * own, which begins with a domain that is theirs (RFC 8252 section 7.1).
 */
export function isRedirectUri(uri: string, isNative: boolean): boolean {
  if (!isWhole(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  const isWeb = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return isWeb || (isNative && /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol));
}

/** Absolute, without a fragment, a wildcard, a name or a password. */
export function isWhole(uri: string): boolean {
  const parsed = URL.parse(uri);
  return parsed !== null && !uri.includes('#') && !uri.includes('*') && !parsed.username;
}

/** Whether only an app on a device is there (RFC 8252 section 7). */
export const isNativeRedirect = (uri: string): boolean => new URL(uri).protocol !== 'https:';
