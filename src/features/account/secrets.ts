import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { generateSecret, generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** 256 random bits in 43 URL-safe characters. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string): string => hash('sha256', text, 'base64url');

/** Compares digests without telling by time where they differ. */
export const sameDigest = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Seals a text so that only the holder of the secret can open it (AES-256-GCM, key by HKDF-SHA-256). */
export function seal(secret: string, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error when the secret is another one or the box was changed */
export function open(secret: string, box: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), box.subarray(0, 12));
  decipher.setAuthTag(box.subarray(12, 28));
  return Buffer.concat([decipher.update(box.subarray(28)), decipher.final()]).toString('utf8');
}

const keyFrom = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'sealed answer', 32));

export interface SealedCount {
  /** Null: readable. */
  prefix: string | null;
  count: number;
}

export const SEALED_BY_KEY = `
  select case when totp_secret is null then substring(totp_sealed from '^[^.]*\\.[^.]*\\.') end as prefix, count(*)::int as count
  from user_credentials where totp_secret is not null or totp_sealed is not null group by 1`;

const PERIOD = 30;

export const newTotpSecret = (): string => generateSecret();

/** Bytes as an authenticator app takes them: base32 (RFC 4648). */
export const authenticatorKey = (bytes: Buffer): string =>
  new ScureBase32Plugin().encode(bytes, { padding: false });

/** For an authenticator app (`otpauth://`, the key URI format). */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: 'School Directory', label: email, secret });

/**
 * The time step that a code belongs to, one step early or late included (RFC 6238, 30 s); null when it is wrong.
 * @param now UTC
 */
export function matchingTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, period: PERIOD, epochTolerance: PERIOD });
  return result.valid ? Math.floor(epoch / PERIOD) + result.delta : null;
}
