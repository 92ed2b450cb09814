import type { ImportIssue, ImportReport } from '../imports/import-report.js';

const MOST_ISSUES = 50;

/** An import report for a person: what happened by kind, then what needs a look. */
export function describeReport(report: ImportReport): string[] {
  const kinds = [...new Set(OUTCOMES.flatMap((outcome) => Object.keys(report[outcome])))];
  return [
    ...(report.dry_run ? ['Dry run: nothing was written.'] : []),
    ...report.schools.map((school) => `${school.short_name}  ${school.name}  ${school.school_id}`),
    ...kinds.map((kind) => `${kind}: ${OUTCOMES.map((o) => `${report[o][kind] ?? 0} ${o}`).join(', ')}`),
    ...issueLines('warning', report.warnings),
    ...issueLines('error', report.errors),
  ];
}

const OUTCOMES = ['created', 'updated', 'archived', 'unchanged'] as const;

function issueLines(kind: string, issues: ImportIssue[]): string[] {
  const shown = issues.slice(0, MOST_ISSUES).map((issue) => {
    const value = issue.value ? ` (${issue.value})` : '';
    return `${kind} ${issue.file}:${issue.line} ${issue.code}: ${issue.message}${value}`;
  });
  const rest = issues.length - shown.length;
  return rest > 0 ? [...shown, `… and ${rest} more; --json tells all.`] : shown;
}
