import { hash } from 'node:crypto';

/** Fingerprint of what a content file says of one record. */
export const fingerprint = (entry: object): string => hash('sha256', JSON.stringify(entry), 'base64url');

/** A record as it is stored, whatever source it came from. */
export interface StoredRecord {
  id: string;
  source: string;
  sourceDigest: string | null;
}

/**
 * The digest to feed: the stored one when there is nothing to write, either because the file says what it said
 * before (what was edited here since stays) or because everything it names is stored already.
 */
export function digestToFeed(said: string, stored: StoredRecord | null, changesNothing: boolean): string {
  return (changesNothing && stored?.sourceDigest) || said;
}

/** A record of another source that a content file adds to keeps that source's digest: its next feed has no news. */
export function digestToRestore(fed: string, stored: StoredRecord | null): { id: string; digest: string }[] {
  if (!stored?.sourceDigest || stored.source === 'content' || stored.sourceDigest === fed) return [];
  return [{ id: stored.id, digest: stored.sourceDigest }];
}
