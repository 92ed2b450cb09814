import type { ImportIssue, ImportReport } from '../../platform/import-report.js';

/** Where something was found; line 0 when no line is to blame. */
export interface SourceLocation {
  file: string;
  line: number;
}

/** More of one kind in one file are counted, not listed: a wrong column must not fill the memory. */
const LISTED = 1_000;
const VALUE_LENGTH = 100;

/** Gathers what an import found wrong. Values are names and ids only, never contact data (see `ImportIssue`). */
export class IssueLog {
  private readonly warnings: ImportIssue[] = [];
  private readonly errors: ImportIssue[] = [];
  private readonly counts = new Map<string, number>();

  warn(location: SourceLocation, code: string, value: string | null, message: string): void {
    this.add(this.warnings, 'warning', { ...location, code, value, message });
  }

  error(location: SourceLocation, code: string, value: string | null, message: string): void {
    this.add(this.errors, 'error', { ...location, code, value, message });
  }

  /** An error of which each one is listed: of things of our own, of which there are only so many. */
  each(location: SourceLocation, code: string, value: string, message: string): void {
    this.errors.push({ ...location, code, value: value.slice(0, VALUE_LENGTH).toWellFormed(), message });
  }

  /** Moves what was gathered into the report, by file and line. */
  writeTo(report: ImportReport): void {
    report.warnings.push(...this.warnings.sort(byLocation), ...this.unlisted('warning'));
    report.errors.push(...this.errors.sort(byLocation), ...this.unlisted('error'));
  }

  private add(issues: ImportIssue[], kind: string, issue: ImportIssue): void {
    const key = [kind, issue.file, issue.code].join('\n');
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    if (count <= LISTED)
      issues.push({ ...issue, value: issue.value?.slice(0, VALUE_LENGTH).toWellFormed() || null });
  }

  private unlisted(kind: string): ImportIssue[] {
    return [...this.counts]
      .filter(([key, count]) => count > LISTED && key.startsWith(`${kind}\n`))
      .map(([key, count]) => {
        const [, file = '', code = ''] = key.split('\n');
        const more = String(count - LISTED);
        return { file, line: 0, code, value: more, message: `And ${more} more of the same kind.` };
      });
  }
}

const byLocation = (a: ImportIssue, b: ImportIssue): number =>
  a.file.localeCompare(b.file) || a.line - b.line;
