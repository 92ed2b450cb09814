import { ValidationFailedError } from '../../platform/errors/app-error.js';
import type { RowCounts } from '../../platform/import-report.js';
import { untold } from './alert-markers.js';
import type { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  type ImportedItemRow,
  type ImportTarget,
  lockImported,
  saveImported,
} from './imported-items.repository.js';

export type { ImportTarget } from './imported-items.repository.js';

/** One entry of an import; its ids are those of the school. What an input leaves out stays as it is. */
export interface Imported<Input> {
  /** Its key in the source. */
  sourceId: string;
  /** Tells whether the source says something else than before; what was edited here since stays otherwise. */
  digest: string;
  input: Input;
}

export interface ImportedItem<Input = Addressed> extends Imported<Input> {
  /** Whether its audience is told of it: now, or when its time comes. */
  sendAlert: boolean;
}

/** The members of an entry that name an item's owner and audience. */
interface Addressed {
  organization_id?: string | null;
  audience?: unknown;
}

export interface ImportResult {
  counts: RowCounts;
  /** Entries that could not be taken, by source id; of them nothing was written. */
  refused: Map<string, ValidationFailedError>;
  /** Source ids of entries whose item somebody has deleted: it stays so, whatever the source says. */
  deleted: Set<string>;
}

export type ImportOrigin = ReturnType<typeof originOf>;

/** An entry whose row is written. */
export interface WrittenItem<Entry, Item, Target = ImportTarget> {
  target: Target;
  entry: Entry;
  /** The item before the import; null when it is new. */
  present: Item | null;
  item: Item;
}

/**
 * The way in for items of one kind from outside, inside the caller's transaction. Inputs are as a request would have them
 * once it is validated; nobody's rights are asked about.
 */
export abstract class ItemImporter<
  Entry extends ImportedItem,
  Item extends ImportedItemRow & { organizationId: string | null },
  Target extends ImportTarget = ImportTarget,
> {
  protected abstract readonly entity: new () => Item;

  constructor(private readonly images: ImageEmbeddingService) {}

  /** Creates and changes items; none is taken away. */
  async import(target: Target, entries: Entry[]): Promise<ImportResult> {
    const known = await lockImported(this.entity, target, idsOf(entries));
    return importEach(target, entries, known, (...one) => this.importItem(...one));
  }

  /** @throws ValidationFailedError */
  protected abstract newItem(entry: Entry, origin: ImportOrigin, target: Target): Item;

  /** @throws ValidationFailedError */
  protected abstract changedItem(present: Item, input: Entry['input'], now: Date): Item;

  /** The rich text, whose images the item embeds. */
  protected abstract textOf(item: Item): string | null;

  /**
   * Completes the import of an item once the row is written: rows that belong to it, and notifications.
   * @throws ValidationFailedError takes the row back as well
   */
  protected async complete(_: WrittenItem<Entry, Item, Target>): Promise<void> {}

  private async importItem(target: Target, entry: Entry, present: Item | null): Promise<void> {
    const { manager, schoolId, now } = target;
    const next = present
      ? {
          ...this.changedItem(present, addressed(entry.input, present), now),
          sourceDigest: entry.digest,
        }
      : this.newItem(entry, originOf(target, entry), target);
    const item = entry.sendAlert ? next : untold(next, now);
    await saveImported(this.entity, manager, item, present);
    await this.images.changeByImport(manager, schoolId, [present && this.textOf(present), this.textOf(item)]);
    await this.complete({ target, entry, present, item });
  }
}

/**
 * Imports entries, every one within a savepoint: a wrong one does not stop the others, and leaves nothing. An entry whose
 * digest is the stored one is left as it is.
 */
export async function importEach<
  Target extends ImportTarget,
  Entry extends Imported<unknown>,
  Stored extends StoredItem,
>(
  target: Target,
  entries: Entry[],
  known: Map<string, Stored>,
  importItem: (target: Target, entry: Entry, present: Stored | null) => Promise<void>,
): Promise<ImportResult> {
  const counts = { created: 0, updated: 0, archived: 0, unchanged: 0 };
  const refused = new Map<string, ValidationFailedError>();
  const deleted = new Set<string>();
  for (const entry of entries) {
    const present = known.get(entry.sourceId) ?? null;
    const isOld = isSameDigest(present?.sourceDigest, entry.digest);
    try {
      if (!isOld)
        await target.manager.transaction((manager) => importItem({ ...target, manager }, entry, present));
      counts[present ? (isOld ? 'unchanged' : 'updated') : 'created'] += 1;
      if (present && isDeleted(present)) deleted.add(entry.sourceId);
    } catch (error) {
      if (!(error instanceof ValidationFailedError)) throw error;
      refused.set(entry.sourceId, error);
    }
  }
  return { counts, refused, deleted };
}

interface StoredItem {
  sourceDigest: string | null;
  /** Of what is answered. */
  deletedAt?: Date | null;
  /** Of an event. */
  status?: string;
}

const isDeleted = ({ deletedAt = null, status }: StoredItem): boolean =>
  deletedAt !== null || status === 'cancelled';

/** One that was stored before may lack what stands behind a dot now. */
const isSameDigest = (stored: string | null | undefined, digest: string): boolean =>
  stored === digest || (typeof stored === 'string' && digest.startsWith(`${stored}.`));

export const idsOf = (entries: Pick<Imported<unknown>, 'sourceId'>[]): string[] =>
  entries.map(({ sourceId }) => sourceId);

export const originOf = (
  { schoolId, source }: Pick<ImportTarget, 'schoolId' | 'source'>,
  { sourceId, digest }: Imported<unknown>,
) => ({ schoolId, source, sourceId, sourceDigest: digest });

/** Without an audience, one that goes over to another organization is addressed to that one. */
export function addressed<Input extends Addressed>(
  input: Input,
  { organizationId }: { organizationId: string | null },
): Input {
  const moves = input.organization_id !== undefined && input.organization_id !== organizationId;
  return moves && input.audience === undefined ? { ...input, audience: null } : input;
}
