import { dirname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import type { School } from '../../features/schools/school.entity.js';
import { SchoolsService } from '../../features/schools/schools.service.js';
import {
  NO_PROGRESS,
  type ImportProgress,
  countInto,
  emptyReport,
  NOTHING_FOUND,
  noCounts,
  type ImportIssue,
  type ImportReport,
} from '../../platform/import-report.js';
import { STANDARD_INPUT, formatOf, inputName, readInput } from '../import-input.js';
import { SchoolImports } from '../school-imports.service.js';
import { unprintableWarnings } from '../unprintable-warnings.js';
import { type CheckedContent, checkContent } from './check-content.js';
import { ContentDocuments } from './content-documents.js';
import { ContentParts } from './content-parts.js';
import type { ContentFile } from './content-file.schema.js';
import { printedTexts } from './content-printed-texts.js';
import type { ContentRun } from './content-run.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { ContentRefusedError, parseContentText } from './parse-content-text.js';

/** @throws ContentRefusedError when the file cannot be read, is too large, or is no content file at all */
export async function readContentFile(path: string): Promise<CheckedContent> {
  return checkContent(parseContentText(decode(await bytesOf(path))), inputName(path));
}

/** A content file that was made here, not read: its entries have no lines. */
export function readContentDocument(document: unknown): CheckedContent {
  return checkContent({ value: document, lineOf: () => 0, writtenAs: () => null }, 'content');
}

async function bytesOf(path: string): Promise<Buffer> {
  const bytes = await readInput(path).catch((error: unknown) => {
    throw error instanceof CommandRefusedError ? new ContentRefusedError(error.message) : error;
  });
  const format = formatOf(bytes);
  if (format) throw new ContentRefusedError(`The file is neither JSON nor YAML, but ${format}.`);
  return bytes;
}

/** UTF-8, or UTF-16 as some editors save it; a byte order mark is dropped. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ContentRefusedError('The file is not text in UTF-8.');
  }
}

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
    private readonly schoolImports: SchoolImports,
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
    report.warnings.push(...(await unprintableWarnings(content.file, printedTexts(content))));
    const given = { content, school, folder };
    const prepared = await this.documents.prepare({ ...given, dryRun, now: this.clock.now() }, progress);
    await this.schoolImports.importSchool(
      { kind: 'content', schoolId: school.id, report },
      async (manager) => {
        const now = this.clock.now();
        const run: ContentRun = { ...given, manager, prepared, report, progress, restrictedMembers: [], now };
        await this.parts.import(run);
      },
    );
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
