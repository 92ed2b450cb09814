import type { ImportKind } from '../../platform/import-history/current-import-run.js';
import type { ImportCounts } from '../../platform/import-report.js';

/** An item that stays as it is. */
export interface ConflictItem {
  type: string;
  id: string;
  source_id: string | null;
  /** Null for people. */
  title: string | null;
  reason: ConflictReason;
  message: string;
}

/** The result of `import undo`, or of one with `dry_run`. */
export interface UndoReport {
  run_id: string;
  kind: ImportKind;
  /** UTC: when the import ran. */
  at: string;
  dry_run: boolean;
  schools: { school_id: string; short_name: string | null; name: string | null }[];
  /** Rows that the run had made and that are gone, by table. */
  removed: ImportCounts;
  /** Rows that are as they were before the run. */
  changed: ImportCounts;
  /** Rows that the run had taken away and that are there again. */
  returned: ImportCounts;
  conflicts: ConflictItem[];
  /** Items that stay; only so many of them are named. */
  conflict_count: number;
}

/** Named in a report; more are counted. */
export const MAX_NAMED = 200;

/** In this order: of several reasons the first is told. */
export const CONFLICT_REASONS = {
  changed_since: 'it was changed since',
  gone_since: 'it was removed since',
  made_again: 'the same was made since',
  answered_since: 'it was answered since',
  referred_to: 'something was added to it since',
  file_gone: 'its file is no longer there',
  image_gone: 'an image in its text is no longer there',
  parent_gone: 'what it belongs to is no longer there',
  refused: 'the database refuses it beside what was written since',
  below_conflict: 'it belongs to something that stays',
  together: 'a part of it stays',
} as const;

export type ConflictReason = keyof typeof CONFLICT_REASONS;
