import { hash } from 'node:crypto';

/** The value of ETag without its weakness mark (RFC 9110 §8.8.3). */
export const opaqueTagOf = (text: string | Buffer): string =>
  `"${hash('sha256', text, 'base64url').slice(0, 24)}"`;
