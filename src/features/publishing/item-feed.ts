import type { MemberChange } from '../../database/member-change.js';
import { ValidationFailedError } from '../../errors/app-error.js';
import type { FeedCounts } from '../../imports/import-report.js';

/** Where a feed writes, and under which name its entries are known. */
export interface ItemFeed extends Pick<MemberChange, 'manager' | 'now'> {
  schoolId: string;
  source: string;
}

/** One entry of a feed; its ids are those of the school. What an input leaves out stays as it is. */
export interface Fed<Input> {
  /** Its key in the source. */
  sourceId: string;
  /** Tells whether the source says something else than before; what was edited here since stays otherwise. */
  digest: string;
  input: Input;
}

export interface FeedResult {
  counts: FeedCounts;
  /** Entries that could not be taken, by source id; of them nothing was written. */
  refused: Map<string, ValidationFailedError>;
}

/**
 * Each within a savepoint: one that is wrong never stops the others, and nothing of it stays. One whose digest is the
 * stored one is left as it is.
 */
export async function feedEach<
  Feed extends ItemFeed,
  Entry extends Fed<unknown>,
  Stored extends { sourceDigest: string | null },
>(
  feed: Feed,
  entries: Entry[],
  known: Map<string, Stored>,
  take: (feed: Feed, entry: Entry, present: Stored | null) => Promise<void>,
): Promise<FeedResult> {
  const counts = { created: 0, updated: 0, archived: 0, unchanged: 0 };
  const refused = new Map<string, ValidationFailedError>();
  for (const entry of entries) {
    const present = known.get(entry.sourceId) ?? null;
    const isOldNews = present?.sourceDigest === entry.digest;
    try {
      if (!isOldNews) await feed.manager.transaction((manager) => take({ ...feed, manager }, entry, present));
      counts[present ? (isOldNews ? 'unchanged' : 'updated') : 'created'] += 1;
    } catch (error) {
      if (!(error instanceof ValidationFailedError)) throw error;
      refused.set(entry.sourceId, error);
    }
  }
  return { counts, refused };
}

export const idsOf = (entries: Pick<Fed<unknown>, 'sourceId'>[]): string[] =>
  entries.map(({ sourceId }) => sourceId);

export const originOf = (
  { schoolId, source }: Pick<ItemFeed, 'schoolId' | 'source'>,
  { sourceId, digest }: Fed<unknown>,
) => ({ schoolId, source, sourceId, sourceDigest: digest });

/** Without an audience, one that goes over to another organization is addressed to that one. */
export function addressed<Input extends { organization_id?: string | null; audience?: unknown }>(
  input: Input,
  { organizationId }: { organizationId: string | null },
): Input {
  const moves = input.organization_id !== undefined && input.organization_id !== organizationId;
  return moves && input.audience === undefined ? { ...input, audience: null } : input;
}
