import type { ListedRun } from '../imports/import-runs.service.js';
import type { UndoReport } from '../imports/undo/undo-report.js';
import { wrapped } from './command.js';

const MAX_ITEMS = 50;

/** An undo for a person: what is back by table, then what stays. */
export function describeUndo(report: UndoReport): string[] {
  const { conflicts, conflict_count } = report;
  const tables = [...new Set([report.removed, report.changed, report.returned].flatMap(Object.keys))].sort();
  const listed = conflicts.slice(0, MAX_ITEMS);
  const rest = conflict_count - listed.length;
  return [
    ...(report.dry_run ? ['Dry run: nothing was written.'] : []),
    `undo of ${report.kind} at ${report.at}`,
    ...report.schools.map((school) =>
      [school.short_name ?? 'gone', school.name ?? '', school.school_id].join('  '),
    ),
    ...tables.map(
      (table) =>
        `${table}: ${report.removed[table] ?? 0} removed, ${report.changed[table] ?? 0} as before, ${report.returned[table] ?? 0} back`,
    ),
    ...(conflict_count > 0 ? ['', `${conflict_count} stay:`] : []),
    ...listed.map(({ message }) => `  ${wrapped(message, process.stdout, 4)}`),
    ...(rest > 0
      ? [`… and ${rest} more${conflicts.length > listed.length ? '; --json tells more' : ''}.`]
      : []),
  ];
}

/** One line of `import runs`. */
export function describeRun({ run_id, kind, at, counts, undone_at, can_be_undone }: ListedRun): string {
  const rows = Object.entries(counts).map(
    ([table, { created, changed, removed }]) => `${table} +${created} ~${changed} -${removed}`,
  );
  const state = undone_at ? `undone ${undone_at}` : can_be_undone ? '' : 'cannot be undone';
  return [run_id, at, kind, rows.join(', '), state].filter(Boolean).join('  ');
}
