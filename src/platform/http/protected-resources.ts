import type { IncomingHttpHeaders } from 'node:http';

/** What a bearer token is for, as paths behind `SITE_URL`: all of it, the API, and the tool server. */
export const PROTECTED_RESOURCES = ['', '/api/v1', '/mcp'] as const;

/** Where the metadata of a protected resource is, with its path behind (RFC 9728, section 3.1). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/**
 * The challenge of a 401 for a bearer token (RFC 6750, section 3): by it a client finds out where to get one (RFC 9728,
 * section 5.1).
 */
export function bearerChallenge(
  siteUrl: string,
  { path, headers }: { path: string; headers: IncomingHttpHeaders },
): string {
  const resource = path === '/mcp' ? '/mcp' : '/api/v1';
  const hasToken = /^bearer\s+\S/i.test(headers.authorization ?? '');
  const error = hasToken ? 'error="invalid_token", ' : '';
  return `Bearer ${error}resource_metadata="${siteUrl}${RESOURCE_METADATA}${resource}"`;
}
