import { Presets, SingleBar } from 'cli-progress';
import type { ImportIssue, ImportReport } from '../platform/import-report.js';
import type { ImportProgress } from '../platform/import-report.js';
import { wrapped } from './command.js';

const MAX_ISSUES = 50;

/** An import report for a person: what happened by kind, then what needs a look. */
export function describeReport(report: ImportReport): string[] {
  const kinds = [...new Set(OUTCOMES.flatMap((outcome) => Object.keys(report[outcome])))];
  return [
    ...(report.dry_run ? ['Dry run: nothing was written.'] : []),
    ...(report.run_id ? [`run ${report.run_id}`] : []),
    ...report.schools.map((school) => [school.short_name, school.name, school.school_id ?? 'new'].join('  ')),
    ...kinds.map((kind) => `${kind}: ${OUTCOMES.map((o) => `${report[o][kind] ?? 0} ${o}`).join(', ')}`),
    ...(report.may_register ? [`guardians who may register: ${report.may_register}`] : []),
    ...Object.entries(report.vanished ?? {}).map(([kind, count]) => `${kind} that vanished: ${count}`),
    ...issueLines('warning', report.warnings),
    ...issueLines('error', report.errors),
  ];
}

const OUTCOMES = ['created', 'updated', 'archived', 'unchanged'] as const;

/** Lines of the issues. Equal faults are listed together, with the remedy once at their end. */
function issueLines(kind: string, issues: ImportIssue[]): string[] {
  const listed = issues.slice(0, MAX_ISSUES);
  const groups = Map.groupBy(listed, ({ file, code, message }) => `${file}\n${code}\n${remedyOf(message)}`);
  const rest = issues.length - listed.length;
  const lines = [...groups.values()].flatMap((group) => groupLines(kind, group));
  return rest > 0 ? [...lines, `… and ${rest} more; --json tells all.`] : lines;
}

function groupLines(kind: string, issues: ImportIssue[]): string[] {
  const { file, code, message } = issues[0]!;
  const remedy = remedyOf(message);
  const heading = issues.length === 1 ? kind : `${issues.length} ${kind}s`;
  return [
    '',
    `${heading} ${code} in ${file}:`,
    ...issues.map((issue) => {
      const what = issue.message.slice(0, issue.message.length - remedy.length).trim();
      const isSaid = issue.value === null || issue.message.includes(issue.value);
      const location = issue.line > 0 ? `line ${issue.line}: ` : '';
      return `  ${wrapped(`${location}${what}${isSaid ? '' : ` (${issue.value})`}`, process.stdout, 4)}`;
    }),
    ...(remedy ? [`  → ${wrapped(remedy, process.stdout, 4)}`] : []),
  ];
}

/** The last sentence of several. */
function remedyOf(message: string): string {
  const at = message.lastIndexOf('. ');
  return at < 0 ? '' : message.slice(at + 2);
}

const WIDEST_BAR = 40;
const NARROWEST_BAR = 10;
/** Columns for the percentage and the label. */
const WORDS = 40;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const NO_BAR = { step: () => undefined, end: () => undefined };

/**
 * A bar on standard error while a person is looking; nothing otherwise. It is gone when it ends, and what is printed
 * next begins a line; a signal that ends the process does so after it.
 */
export function terminalProgress(stream = process.stderr): ImportProgress & { end(): void } {
  if (!stream.isTTY) return NO_BAR;
  const bar = new SingleBar(
    {
      stream,
      format: ' {bar} {percentage}% {label}',
      barsize: Math.min(WIDEST_BAR, Math.max(NARROWEST_BAR, stream.columns - WORDS)),
      hideCursor: true,
      clearOnComplete: true,
      // It would take the signal for itself, and the work would go on unseen.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const end = (): void => {
    for (const signal of SIGNALS) process.off(signal, endBySignal);
    bar.stop();
  };
  const endBySignal = (signal: NodeJS.Signals): void => {
    end();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  bar.start(1, 0, { label: '' });
  return {
    step: (label, done, total) => {
      bar.setTotal(Math.max(total, done, 1));
      bar.update(done, { label });
    },
    end,
  };
}
