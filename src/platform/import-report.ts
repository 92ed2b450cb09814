/** One row or entry that could not be taken as it stands (operations section 4). */
export interface ImportIssue {
  file: string;
  /** 1 for the first line of the file; 0 when no line is to blame. */
  line: number;
  code: string;
  /**
   * The value that was not understood; null where there is none, the column's name where that is missing. Never a password,
   * a phone number or an address.
   */
  value: string | null;
  message: string;
}

/** The code of a run in which nothing was found that belongs to a school. */
export const NOTHING_FOUND = 'nothing_found';

export type ImportCounts = Record<string, number>;

/** The result of an import, or of one with `dry_run` (operations section 4). */
export interface ImportReport {
  dry_run: boolean;
  /** By which `import undo` knows the run; absent where it has changed nothing. */
  run_id?: string;
  /** Without an id where a dry run would have made the school. */
  schools: { school_id: string | null; short_name: string; name: string }[];
  created: ImportCounts;
  updated: ImportCounts;
  archived: ImportCounts;
  unchanged: ImportCounts;
  warnings: ImportIssue[];
  errors: ImportIssue[];
  /** Counts of records on file that are not in the import any more; every one is a warning. Absent without any. */
  vanished?: ImportCounts;
  /** Guardians of the schools of the run who may register without an invitation, and have not. */
  may_register?: number;
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

/** Counts of the outcomes for one kind of row. */
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

/** Adds what an import no longer says, by kind. */
export function countVanished(report: ImportReport, counts: ImportCounts): void {
  for (const [kind, count] of Object.entries(counts).filter(([, some]) => some > 0)) {
    report.vanished ??= {};
    report.vanished[kind] = (report.vanished[kind] ?? 0) + count;
  }
}

/** Tells a person at a terminal how far the work is; silent elsewhere. */
export interface ImportProgress {
  /** `total` 0 when not known. */
  step(label: string, done: number, total: number): void;
}

export const NO_PROGRESS: ImportProgress = { step: () => undefined };

/** `And 23 more of the same kind.`: one entry for those that are only counted, with their number as the value. */
const isMany = ({ line, message }: ImportIssue): boolean =>
  line === 0 && /^And \d+ more of the same kind\.$/.test(message);

/** An entry of a content file: it may have several faults. */
const ENTRY = /^[a-z_]+\[\d+\]/;

/** Rows, events or entries of which nothing was taken. */
export function rowsLeftOut({ errors }: ImportReport): number {
  const rows = Map.groupBy(errors, (issue) => ENTRY.exec(issue.message)?.[0] ?? issue);
  return [...rows.values()].reduce((sum, [issue]) => sum + (isMany(issue!) ? Number(issue!.value) : 1), 0);
}

/** Whether there was nothing in it that belongs to a school: a school alone, without anybody, is none of that. */
export function foundNothing(report: ImportReport): boolean {
  const found = [report.created, report.updated, report.archived, report.unchanged].flatMap((counts) =>
    Object.entries(counts).filter(([kind, count]) => kind !== 'schools' && count > 0),
  );
  const isSaid = report.warnings.some(({ code }) => code === NOTHING_FOUND);
  return found.length === 0 && (report.errors.length > 0 || isSaid);
}
