import type { EntityManager } from 'typeorm';
import type { RestrictedMembers } from '../../features/directory/guardians/guardian-restrictions.service.js';
import type { ImportedFile } from '../../features/attachments/attached-item.js';
import type { StoredFiles } from '../../features/documents/document.importer.js';
import type { ImportProgress } from '../../platform/import-report.js';
import type { ImportIssue, ImportReport } from '../../platform/import-report.js';
import type { CheckedContent } from './check-content.js';
import type { FileRefusedError } from './content-files.js';

/** The files of documents before the run, by the keys of those that name any. */
export interface PreparedDocuments extends StoredFiles {
  files: ReadonlyMap<string, ImportedFile[] | FileRefusedError>;
}

/** One content file on its way into one school, inside one transaction. */
export interface ContentRun {
  manager: EntityManager;
  /** `timeZone`: IANA name. */
  school: { id: string; country: string; timeZone: string };
  content: CheckedContent;
  /** Where the files are that the content names; null where it may name none. */
  folder: string | null;
  prepared: PreparedDocuments;
  report: ImportReport;
  progress: ImportProgress;
  /** Gathered here: members whom the file keeps apart from students, who lose what they hold when all people are in. */
  restrictedMembers: RestrictedMembers[];
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
