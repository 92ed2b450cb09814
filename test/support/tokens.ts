import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { OperatorTokensService } from '../../src/features/oauth/tokens/operator-tokens.service.js';
import type { Person } from './school.factory.js';
import type { TestApp } from './test-app.js';

/** A further token of this person, on a session of its own. */
export async function tokenOf(
  t: TestApp,
  person: Person,
  { ttl = 3600, secondStepPending = false } = {},
): Promise<string> {
  const { accessToken } = await t.app.get(OperatorTokensService).issue(person.email, ttl, secondStepPending);
  return accessToken;
}

export type Json = Record<string, unknown>;

const decoded = (part: string | undefined): Json =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Json;

export const headerOf = (token: string): Json => decoded(token.split('.')[0]);
export const claimsOf = (token: string): Json => decoded(token.split('.')[1]);

export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const signingKeyOf = (t: TestApp): KeyObject => createPrivateKey(t.settings.signingKey ?? '');

/** The same token with other claims or another header (`undefined` leaves one out), signed properly by `key`. */
export function resigned(
  token: string,
  key: KeyObject | Uint8Array,
  { claims = {}, header = {} }: { claims?: Json; header?: Json },
): Promise<string> {
  const jwt = new SignJWT({ ...claimsOf(token), ...claims });
  return jwt.setProtectedHeader({ alg: 'ES256', ...headerOf(token), ...header }).sign(key);
}
