import { hash } from 'node:crypto';

/** Fingerprint of what a source says of one record. */
export const digest = (...values: (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(values), 'base64url');
