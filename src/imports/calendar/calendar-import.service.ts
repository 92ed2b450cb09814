import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import {
  emptyReport,
  NO_PROGRESS,
  type ImportProgress,
  type ImportReport,
} from '../../platform/import-report.js';
import { SchoolImports } from '../school-imports.service.js';
import { formatOf, inputName, readInput, textIn } from '../import-input.js';
import { CalendarImportRepository } from './calendar-import.repository.js';
import { CalendarFileWriter } from './calendar-file.writer.js';
import { readCalendar, type AddIssue } from './read-calendar.js';
import { RemovalLimitError } from './removal-limit.error.js';
import {
  ARCHIVE_LIMIT_OF_CALENDARS,
  ARCHIVE_LIMIT_OF_MISSING,
  assertWithin,
  vanishingCalendar,
} from './vanishing-events.js';

export interface CalendarImport {
  /** `-` is standard input. */
  path: string;
  /** Short name or id. */
  school: string;
  /** Short name; whose events they are, and to whom they are addressed. */
  organization?: string | undefined;
  /** By name. */
  category?: string | undefined;
  dryRun?: boolean | undefined;
  /**
   * Percent of a calendar's events in the file that may be called off, 99 unless given; and of its events ahead that may be
   * missing, 10 unless given.
   */
  archiveLimitPercent?: number | undefined;
  /** A name for the calendar that the file is of. */
  calendar?: string | undefined;
  /** Events ahead that came under this name, and that the file does not have, are cancelled. */
  removeMissing?: boolean | undefined;
  progress?: ImportProgress;
}

/** Calendars of others in the iCalendar format (contract section 7, rule 11). */
@Injectable()
export class CalendarImportService {
  constructor(
    private readonly schoolImports: SchoolImports,
    private readonly destinations: CalendarImportRepository,
    private readonly writer: CalendarFileWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * In one transaction. A component that is broken is reported and left out; the same file a second time changes
   * nothing; what it does not name stays, unless that is to be removed.
   * @throws CommandRefusedError when the file cannot be read, or names no calendar; for an unknown organization or
   * category; to remove what is missing without the name of the calendar
   * @throws UnknownSchoolError
   */
  async run({
    path,
    dryRun = false,
    archiveLimitPercent,
    progress = NO_PROGRESS,
    calendar,
    removeMissing = false,
    ...names
  }: CalendarImport): Promise<ImportReport> {
    if (removeMissing && calendar === undefined) throw unnamedCalendar();
    const { school, to } = await this.destinations.find(names);
    const now = this.clock.now();
    const today = now.toISOString().slice(0, 10);
    const report = emptyReport(dryRun);
    const addIssue = issueAdder(report, inputName(path));
    const file = readCalendar(await textOf(path), { schoolZone: school.timeZone, today, addIssue });
    const limit = archiveLimitPercent ?? ARCHIVE_LIMIT_OF_CALENDARS;
    const vanishing = vanishingCalendar(file.events, limit);
    if (vanishing) return refused(report, addIssue, school, new RemovalLimitError(vanishing, limit, school));
    const assertMayRemove = (off: number, all: number): void =>
      assertWithin(archiveLimitPercent ?? ARCHIVE_LIMIT_OF_MISSING, { off, all }, school);
    const run = { to, today, removesMissing: removeMissing, assertMayRemove };
    const target = { now, schoolZone: school.timeZone, schoolId: school.id, source: 'calendar', calendar };
    try {
      await this.schoolImports.importSchool({ kind: 'calendar', schoolId: school.id, report }, (manager) =>
        this.writer.write({ ...target, manager }, file, run, { report, addIssue, progress }),
      );
    } catch (error) {
      if (error instanceof RemovalLimitError) return refused(report, addIssue, school, error);
      throw error;
    }
    report.schools.push({ school_id: school.id, short_name: school.shortName, name: school.name });
    return sorted(report);
  }
}

const issueAdder =
  (report: ImportReport, file: string): AddIssue =>
  (list, line, code, message, value) => {
    report[list].push({ file, line, code, value, message });
  };

/** Nothing was changed: the report says that alone. */
function refused(
  { dry_run, errors, warnings }: ImportReport,
  addIssue: AddIssue,
  school: { shortName: string },
  error: RemovalLimitError,
): ImportReport {
  addIssue('errors', 0, 'archive_limit', error.message, school.shortName);
  return sorted({ ...emptyReport(dry_run), errors, warnings });
}

function sorted(report: ImportReport): ImportReport {
  for (const issues of [report.warnings, report.errors]) issues.sort((a, b) => a.line - b.line);
  return report;
}

const unnamedCalendar = (): CommandRefusedError =>
  new CommandRefusedError(
    'Say with --calendar NAME which calendar this is: only events that came under that name are removed, and never those of another calendar.',
  );

async function textOf(path: string): Promise<string> {
  const bytes = await readInput(path);
  const format = formatOf(bytes);
  if (format) throw new CommandRefusedError(`The file is not a calendar, but ${format}.`);
  return textIn(bytes);
}
