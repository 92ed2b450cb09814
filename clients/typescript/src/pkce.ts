import { SignInError } from './authorization-server.js';

export interface SignedInPerson {
  /** Stable id of the account. */
  sub: string;
  /** With the scope `email`. */
  email?: string;
}

/**
 * Browsers give `crypto.subtle` to pages of https:// and of localhost alone.
 * @throws SignInError insecure_context
 */
export function assertSecureContext(): void {
  if ((globalThis.crypto as typeof crypto | undefined)?.subtle) return;
  throw new SignInError(
    'insecure_context',
    'Signing in needs a page of https:// (or of http://localhost): on others browsers have no crypto.subtle',
  );
}

/** 256 random bits, URL-safe. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** RFC 7636, section 4.2: S256. */
export async function codeChallenge(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Who has signed in. The token comes from the service itself, over TLS, which stands in for its signature (OpenID Connect Core,
 * section 3.1.3.7, rule 6).
 * @throws SignInError when it is for another app, or answers another question
 */
export function idTokenClaims(
  idToken: string,
  expected: { issuer: string; clientId: string; nonce: string },
): SignedInPerson {
  const claims = payloadOf(idToken);
  const { iss, aud, nonce, sub, email } = claims;
  if (
    iss !== expected.issuer ||
    aud !== expected.clientId ||
    nonce !== expected.nonce ||
    typeof sub !== 'string'
  )
    throw new SignInError('wrong_answer', 'The ID token is not for this sign-in');
  return { sub, ...(typeof email === 'string' && { email }) };
}

function payloadOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}
