import { dirname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import type { School } from '../../features/schools/school.entity.js';
import { SchoolsService } from '../../features/schools/schools.service.js';
import { NO_PROGRESS, type ImportProgress } from '../../platform/import-report.js';
import {
  countInto,
  emptyReport,
  NOTHING_FOUND,
  noCounts,
  type ImportIssue,
  type ImportReport,
} from '../../platform/import-report.js';
import { STANDARD_INPUT } from '../import-input.js';
import { SchoolTransaction } from '../school-transaction.service.js';
import type { CheckedContent } from './check-content.js';
import { ContentDocuments } from './content-documents.js';
import { ContentParts } from './content-items.js';
import type { ContentFile } from './content-file.schema.js';
import type { ContentRun } from './content-run.js';
import { readContentDocument, readContentFile } from './read-content-file.js';

export type ContentImport = ({ path: string } | { document: ContentFile; folder?: string }) & {
  schoolId: string;
  dryRun?: boolean;
  progress?: ImportProgress;
};

const KINDS = [
  ...['students', 'guardians', 'members', 'categories', 'staff', 'menus', 'school_details'],
  ...['organizations', 'organization_students', 'organization_parents', 'organization_leaders', 'grants'],
  ...['events', 'series', 'notices', 'documents', 'polls', 'signups', 'permission_slips'],
];

@Injectable()
export class ContentImportService {
  constructor(
    private readonly transactions: SchoolTransaction,
    private readonly schools: SchoolsService,
    private readonly documents: ContentDocuments,
    private readonly parts: ContentParts,
    private readonly clock: Clock,
  ) {}

  /**
   * Imports a content file into a school (operations section 5), in one transaction. An entry that is wrong is
   * reported and left out; the same file a second time changes nothing; what it does not name stays.
   * @throws ContentRefusedError when the file as a whole cannot be taken
   * @throws UnknownSchoolError
   */
  async run(input: ContentImport): Promise<ImportReport> {
    const { dryRun = false, progress = NO_PROGRESS } = input;
    const content = 'path' in input ? await readContentFile(input.path) : readContentDocument(input.document);
    const school = await this.schools.getByReference(input.schoolId);
    const folder = 'path' in input ? folderOf(input.path) : (input.folder ?? null);
    const report = reportOf(school, content, dryRun);
    const given = { content, school, folder };
    const prepared = await this.documents.prepare({ ...given, dryRun, now: this.clock.now() }, progress);
    await this.transactions.run(school.id, dryRun, async (manager) => {
      const now = this.clock.now();
      const run: ContentRun = { ...given, manager, prepared, report, progress, now };
      await this.parts.import(run);
    });
    report.errors.sort(byLine);
    sayIfNothing(report);
    return report;
  }
}

function reportOf(school: School, content: CheckedContent, dryRun: boolean): ImportReport {
  const report = emptyReport(dryRun);
  report.schools.push({ school_id: school.id, short_name: school.shortName, name: school.name });
  report.errors.push(...content.errors);
  for (const kind of KINDS) countInto(report, kind, noCounts());
  return report;
}

function sayIfNothing(report: ImportReport): void {
  const counts = [report.created, report.updated, report.archived, report.unchanged].flatMap(Object.values);
  if (report.errors.length > 0 || counts.some((count) => count > 0)) return;
  const message = 'The file has no entry: write what is to be imported, as its schema has it.';
  report.warnings.push({ file: 'content', line: 0, code: NOTHING_FOUND, value: null, message });
}

/** Standard input has none: it can name no files. */
const folderOf = (path: string): string | null => (path === STANDARD_INPUT ? null : dirname(path));

const byLine = (a: ImportIssue, b: ImportIssue): number => a.line - b.line;
