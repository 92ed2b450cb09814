import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

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
