import type { UndoReport } from '../../../src/imports/undo/undo-report.js';
import { movesByItself } from '../../../src/imports/undo/undo-rules.js';
import type { DumpedRow, KeyedDump } from './keyed-dump.js';

/** A run of an import, with all rows before and after it. */
export interface Run {
  id: string;
  kind: string;
  before: KeyedDump;
  after: KeyedDump;
  /** Imports the same file once more. */
  again: () => Promise<{ run_id?: string | undefined; errors: unknown[] }>;
  /** Of this kind none has come later. */
  isLast: boolean;
}

export interface Verdict {
  /** Rows that are as before the run. */
  back: number;
  /** Rows that somebody has touched since. */
  touched: number;
  /** Rows that nobody has touched, and that stay with others. */
  conflicts: number;
  faults: string[];
}

/** Columns that the service moves are no change by anybody. */
const same = (one: DumpedRow | undefined, other: DumpedRow | undefined): boolean => {
  if (!one || !other) return one === other;
  const ignored = movesByItself(one.table);
  const plain = ({ row }: DumpedRow): string =>
    JSON.stringify(Object.entries(row).filter(([column]) => !ignored.includes(column)));
  return plain(one) === plain(other);
};

/** Compares every row after an undo with what it has to be, by the rows alone. */
export function judge(run: Run, now: KeyedDump, after: KeyedDump, { conflicts }: UndoReport): Verdict {
  const verdict: Verdict = { back: 0, touched: 0, conflicts: 0, faults: [] };
  const ofRun = run.before.changed(run.after);
  const named = new Set(conflicts.flatMap(({ id }) => id.split('/')));
  for (const key of now.changed(after))
    if (!ofRun.has(key)) verdict.faults.push(`${key} is not of the run, and was changed`);
  for (const key of ofRun) {
    const isUntouched = same(run.after.rows.get(key), now.rows.get(key));
    const isBack = isRestored(run.before.rows.get(key), after.rows.get(key), now.rows.get(key));
    if (isBack) verdict.back += 1;
    else if (after.text(key) !== now.text(key))
      verdict.faults.push(`${key} is neither as before nor as it was`);
    else if (!isUntouched) verdict.touched += 1;
    else if (isNamed(key, run, named)) verdict.conflicts += 1;
    else verdict.faults.push(`${key} stays, and nobody touched it or says so`);
    if (isBack && !isUntouched && now.text(key) !== null && after.text(key) !== now.text(key))
      verdict.faults.push(`${key} was touched since, and put back all the same`);
  }
  verdict.faults.push(...tornSeries(run, now, after, ofRun));
  return verdict;
}

/** Series of which some rows are as before and others are not. */
function tornSeries(
  { after: was }: Run,
  now: KeyedDump,
  after: KeyedDump,
  ofRun: ReadonlySet<string>,
): string[] {
  const rows = [...ofRun].flatMap((key) => {
    const row = was.rows.get(key)?.row;
    const id = key.startsWith('event_series/')
      ? row?.['id']
      : key.startsWith('events/')
        ? row?.['series_id']
        : null;
    return id ? [{ id: id as string, key }] : [];
  });
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, parts]) => {
    const there = parts.filter(({ key }) => now.text(key) !== null);
    const back = there.filter(({ key }) => after.text(key) !== now.text(key));
    return back.length > 0 && back.length < there.length
      ? [`the series ${id} is torn: ${there.length - back.length} of it stay`]
      : [];
  });
}

/** As before the run, but for what the service has moved since. */
function isRestored(
  was: DumpedRow | undefined,
  is: DumpedRow | undefined,
  now: DumpedRow | undefined,
): boolean {
  if (!was || !is || !now) return was?.text === is?.text;
  const moved = movesByItself(was.table).filter((column) => column !== 'updated_at');
  return Object.entries(was.row).every(
    ([column, value]) =>
      JSON.stringify(is.row[column]) === JSON.stringify(value) ||
      (moved.includes(column) && JSON.stringify(is.row[column]) === JSON.stringify(now.row[column])),
  );
}

/** The item that it is part of is named, by its own id, that of what it refers to, or of what that refers to. */
function isNamed(key: string, { before, after }: Run, named: ReadonlySet<string>): boolean {
  const row = (after.rows.get(key) ?? before.rows.get(key))!;
  const idsIn = ({ row: columns }: DumpedRow): string[] =>
    Object.values(columns).filter((value): value is string => typeof value === 'string');
  const own = idsIn(row);
  if (own.some((id) => named.has(id))) return true;
  const parents = [...after.rows.values(), ...before.rows.values()].filter(({ row: parent }) =>
    own.includes(String(parent['id'])),
  );
  return parents.some((parent) => parent.table !== 'schools' && idsIn(parent).some((id) => named.has(id)));
}
