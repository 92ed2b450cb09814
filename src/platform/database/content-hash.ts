import { hash } from 'node:crypto';
import { type Columns, type ContentHash, propertiesWhere } from './row-columns.js';

/**
 * SHA-256 of the columns that are hashed, in the order of their rules. The first version bears no number, so that what
 * was stored before there were versions is still known.
 */
export function contentHash(columns: Columns, row: object): ContentHash {
  const values = row as Record<string, unknown>;
  const version = Math.max(1, ...Object.values(columns).map(({ hashedSince = 1 }) => hashedSince));
  const hashOf = (upTo: number): string => {
    const hashed = propertiesWhere(columns, ({ hashedSince = Infinity }) => hashedSince <= upTo);
    const text = JSON.stringify(hashed.map((property) => values[property] ?? null));
    return `${upTo === 1 ? '' : `${upTo}:`}${hash('sha256', text, 'base64url')}`;
  };
  const earlier = Array.from({ length: version - 1 }, (_, at) => hashOf(at + 1));
  return { digest: hashOf(version), ...(earlier.length > 0 && { earlierDigests: earlier }) };
}
