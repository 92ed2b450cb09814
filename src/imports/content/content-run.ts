import type { EntityManager } from 'typeorm';
import type { ImportProgress } from '../import-progress.js';
import type { ImportIssue, ImportReport } from '../import-report.js';
import type { CheckedContent } from './check-content.js';

/** One content file on its way into one school, inside one transaction. */
export interface ContentRun {
  manager: EntityManager;
  /** `timeZone`: IANA name. */
  school: { id: string; country: string; timeZone: string };
  content: CheckedContent;
  /** Where the files are that the content names; null where it may name none. */
  folder: string | null;
  report: ImportReport;
  progress: ImportProgress;
  /** UTC. */
  now: Date;
}

/** An entry that was well formed and cannot be taken all the same. `value` is never contact data. */
export function reject(
  run: ContentRun,
  line: number,
  issue: Pick<ImportIssue, 'code' | 'value' | 'message'>,
): void {
  run.report.errors.push({ file: run.content.file, line, ...issue });
}
