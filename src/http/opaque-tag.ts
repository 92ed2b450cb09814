import { createHash } from 'node:crypto';

/** The value of ETag without its weakness mark (RFC 9110 §8.8.3), of texts or bytes that stand one after the other. */
export function opaqueTagOf(...pieces: (string | Buffer)[]): string {
  const digest = createHash('sha256');
  for (const piece of pieces) digest.update(piece);
  return `"${digest.digest('base64url').slice(0, 24)}"`;
}
