/** One row or entry that could not be taken as it stands (operations section 4). */
export interface ImportIssue {
  file: string;
  /** 1 for the first line of the file; 0 when no line is to blame. */
  line: number;
  code: string;
  /**
   * What was not understood; null where there is none, the column's name where that is missing. Never a password, a phone
   * number or an address.
   */
  value: string | null;
  message: string;
}

/** The code of a run in which nothing was found that belongs to a school. */
export const NOTHING_FOUND = 'nothing_found';

export type ImportCounts = Record<string, number>;

/** What an import did, or with `dry_run` would do (operations section 4). */
export interface ImportReport {
  dry_run: boolean;
  schools: { school_id: string; short_name: string; name: string }[];
  created: ImportCounts;
  updated: ImportCounts;
  archived: ImportCounts;
  unchanged: ImportCounts;
  warnings: ImportIssue[];
  errors: ImportIssue[];
}

export function emptyReport(dryRun: boolean): ImportReport {
  return {
    dry_run: dryRun,
    schools: [],
    created: {},
    updated: {},
    archived: {},
    unchanged: {},
    warnings: [],
    errors: [],
  };
}

/** What became of one kind of row. */
export interface RowCounts {
  created: number;
  updated: number;
  archived: number;
  unchanged: number;
}

export const noCounts = (): RowCounts => ({ created: 0, updated: 0, archived: 0, unchanged: 0 });

/** Adds `more` to `counts`. */
export function addCounts(counts: RowCounts, more: RowCounts): void {
  counts.created += more.created;
  counts.updated += more.updated;
  counts.archived += more.archived;
  counts.unchanged += more.unchanged;
}

/** Adds what an import did with one kind of row. */
export function countInto(report: ImportReport, kind: string, counts: RowCounts): void {
  for (const outcome of ['created', 'updated', 'archived', 'unchanged'] as const) {
    report[outcome][kind] = (report[outcome][kind] ?? 0) + counts[outcome];
  }
}

/** Tells a person at a terminal how far the work is; silent elsewhere. */
export interface ImportProgress {
  /** `total` 0 when not known. */
  step(label: string, done: number, total: number): void;
}

export const NO_PROGRESS: ImportProgress = { step: () => undefined };
