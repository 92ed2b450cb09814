import type { WriteContext } from '../../platform/database/write-context.js';
import { ValidationFailedError } from '../../platform/errors/app-error.js';
import type { RowCounts } from '../../platform/import-report.js';

/** Where a feed writes, and under which name its entries are known. */
export interface ItemImporter extends Pick<WriteContext, 'manager' | 'now'> {
  schoolId: string;
  source: string;
}

/** One entry of a feed; its ids are those of the school. What an input leaves out stays as it is. */
export interface Imported<Input> {
  /** Its key in the source. */
  sourceId: string;
  /** Tells whether the source says something else than before; what was edited here since stays otherwise. */
  digest: string;
  input: Input;
}

export interface ImportResult {
  counts: RowCounts;
  /** Entries that could not be taken, by source id; of them nothing was written. */
  refused: Map<string, ValidationFailedError>;
}

/**
 * Each within a savepoint: one that is wrong never stops the others, and nothing of it stays. One whose digest is the
 * stored one is left as it is.
 */
export async function importEach<
  Feed extends ItemImporter,
  Entry extends Imported<unknown>,
  Stored extends { sourceDigest: string | null },
>(
  target: Feed,
  entries: Entry[],
  known: Map<string, Stored>,
  importItem: (target: Feed, entry: Entry, present: Stored | null) => Promise<void>,
): Promise<ImportResult> {
  const counts = { created: 0, updated: 0, archived: 0, unchanged: 0 };
  const refused = new Map<string, ValidationFailedError>();
  for (const entry of entries) {
    const present = known.get(entry.sourceId) ?? null;
    const isOld = present?.sourceDigest === entry.digest;
    try {
      if (!isOld)
        await target.manager.transaction((manager) => importItem({ ...target, manager }, entry, present));
      counts[present ? (isOld ? 'unchanged' : 'updated') : 'created'] += 1;
    } catch (error) {
      if (!(error instanceof ValidationFailedError)) throw error;
      refused.set(entry.sourceId, error);
    }
  }
  return { counts, refused };
}

export const idsOf = (entries: Pick<Imported<unknown>, 'sourceId'>[]): string[] =>
  entries.map(({ sourceId }) => sourceId);

export const originOf = (
  { schoolId, source }: Pick<ItemImporter, 'schoolId' | 'source'>,
  { sourceId, digest }: Imported<unknown>,
) => ({ schoolId, source, sourceId, sourceDigest: digest });

/** Without an audience, one that goes over to another organization is addressed to that one. */
export function addressed<Input extends { organization_id?: string | null; audience?: unknown }>(
  input: Input,
  { organizationId }: { organizationId: string | null },
): Input {
  const moves = input.organization_id !== undefined && input.organization_id !== organizationId;
  return moves && input.audience === undefined ? { ...input, audience: null } : input;
}
