import type { Command } from 'commander';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { CalendarImportService, type CalendarImport } from '../imports/calendar/calendar-import.service.js';
import {
  ARCHIVE_LIMIT_OF_CALENDARS,
  ARCHIVE_LIMIT_OF_MISSING,
} from '../imports/calendar/vanishing-events.js';
import { ContentImportService } from '../imports/content/content-import.service.js';
import { MenuImportService } from '../imports/menus/menu-import.service.js';
import { OneRosterImportService } from '../imports/oneroster/oneroster-import.service.js';
import { ImportRuns } from '../imports/import-runs.service.js';
import { ImportUndoService } from '../imports/undo/import-undo.service.js';
import { foundNothing, rowsLeftOut, type ImportReport } from '../platform/import-report.js';
import { EndedWith, print, UsageError, withServices, wrapped } from './command.js';
import { describeReport, terminalProgress } from './describe-report.js';
import { describeRun, describeUndo } from './describe-undo.js';

interface StrictOption {
  strict?: boolean;
}

interface SchoolOptions extends StrictOption {
  school: string;
  dryRun?: boolean;
}

interface OneRosterOptions extends StrictOption {
  timeZone?: string;
  onDate?: string;
  dryRun?: boolean;
  archiveLimit: number;
  registration: boolean;
  source?: string;
}

type CalendarOptions = Omit<CalendarImport, 'path' | 'archiveLimitPercent'> &
  StrictOption & { archiveLimit?: number };

export function importCommands(program: Command): void {
  const imports = program.command('import').description('feeds schools from files');
  oneRosterCommand(imports);
  contentCommand(imports);
  menusCommand(imports);
  calendarCommand(imports);
  undoCommand(imports);
  for (const command of imports.commands)
    command.option('--strict', 'exit status 3 when rows were left out or stay, instead of 0');
  runsCommand(imports);
}

/**
 * Prints the report. On standard error stands last how many rows were left out, for whoever reads the mail of a cron job.
 * @throws CommandRefusedError when a school was refused
 * @throws EndedWith 1 when nothing was found that belongs to a school, 3 when rows were left out and it is strict
 */
function finish(command: Command, report: ImportReport, { strict }: StrictOption): void {
  print(command, { json: report, lines: describeReport(report) });
  const say = (text: string): void => void process.stderr.write(`${wrapped(text, process.stderr)}\n`);
  const left = rowsLeftOut(report);
  const isNothing = foundNothing(report);
  if (isNothing) say('Nothing was imported: the report says what was found instead.');
  if (left > 0) say(left === 1 ? '1 row was left out.' : `${left} rows were left out.`);
  assertNoneRefused(report);
  if (isNothing) throw new EndedWith(1);
  if (left > 0 && strict) throw new EndedWith(3);
}

function oneRosterCommand(imports: Command): void {
  imports
    .command('oneroster')
    .description('a OneRoster 1.1 or 1.2 export: schools, students, guardians, staff')
    .argument('<path>', 'folder or zip; - reads a zip from standard input')
    .option('--time-zone <zone>', 'IANA name of the schools; needed where one is new, and what is today')
    .option('--no-registration', 'guardians of these schools wait to be invited from now on')
    .option(
      '--on-date <date>',
      'YYYY-MM-DD that decides the school year; unless given, today in the time zone, or else at the schools that are there',
      date,
    )
    .option('--dry-run', 'reports and writes nothing')
    .option(
      '--archive-limit <percent>',
      "refuse a run that would archive more than this share of a school's students, or remove more than it and half of their guardians",
      percent,
      10,
    )
    .option('--source <name>', 'tells two providers apart whose ids overlap')
    .action(async (path: string, options: OneRosterOptions, command: Command) => {
      const { dryRun = false, archiveLimit: archiveLimitPercent, registration, strict, ...rest } = options;
      const progress = terminalProgress();
      const report = await withServices((services) =>
        services.get(OneRosterImportService).run({
          ...rest,
          ...{ path, dryRun, archiveLimitPercent, progress },
          noRegistration: !registration,
        }),
      ).finally(() => progress.end());
      finish(command, report, { strict });
    });
}

/** The others are done, and the status says that one is not. */
function assertNoneRefused({ errors }: ImportReport): void {
  const refused = errors.filter(({ code }) => code === 'archive_limit');
  if (refused.length === 0) return;
  throw new CommandRefusedError(refused.map(({ message }) => message).join(' '));
}

function contentCommand(imports: Command): void {
  imports
    .command('content')
    .description('a content file: what has no operation in the API')
    .argument('<file>', 'JSON or YAML; - is standard input')
    .requiredOption('--school <school>', 'short name or id')
    .option('--dry-run', 'reports and writes nothing')
    .action(async (path: string, options: SchoolOptions, command: Command) => {
      const progress = terminalProgress();
      const report = await withServices(async (services) => {
        const { id: schoolId } = await services.get(SchoolsService).getByReference(options.school);
        return services
          .get(ContentImportService)
          .run({ path, schoolId, dryRun: options.dryRun ?? false, progress });
      }).finally(() => progress.end());
      finish(command, report, options);
    });
}

function calendarCommand(imports: Command): void {
  imports
    .command('calendar')
    .description('a calendar of somebody else, in the iCalendar format')
    .argument('<file>', 'an .ics file; - is standard input')
    .requiredOption('--school <school>', 'short name or id')
    .option('--organization <organization>', 'whose events they are: short name or id')
    .option('--category <category>', 'by name')
    .option('--dry-run', 'reports and writes nothing')
    .option(
      '--calendar <name>',
      'a name for the calendar that the file is of: the same at each import of it',
      name,
    )
    .option(
      '--remove-missing',
      'cancel events ahead that came under that name and are not in the file any more; what is past, or was changed here, stays',
    )
    .option(
      '--archive-limit <percent>',
      `refuse a calendar that would archive more than this share of several events in it (${ARCHIVE_LIMIT_OF_CALENDARS}% unless given), or with --remove-missing of its events ahead (${ARCHIVE_LIMIT_OF_MISSING}% unless given)`,
      percent,
    )
    .action(async (path: string, { strict, archiveLimit, ...options }: CalendarOptions, command: Command) => {
      if (options.removeMissing && options.calendar === undefined)
        throw new UsageError('--remove-missing needs --calendar NAME: which calendar the file is of.');
      const progress = terminalProgress();
      const report = await withServices((services) =>
        services
          .get(CalendarImportService)
          .run({ ...options, path, archiveLimitPercent: archiveLimit, progress }),
      ).finally(() => progress.end());
      finish(command, report, { strict });
    });
}

function menusCommand(imports: Command): void {
  imports
    .command('menus')
    .description('menus: the columns date, meal_type, items, allergens, dietary_tags')
    .argument('<file>', 'CSV; - is standard input')
    .requiredOption('--school <school>', 'short name or id')
    .option('--dry-run', 'reports and writes nothing')
    .action(async (path: string, { school, dryRun = false, strict }: SchoolOptions, command: Command) => {
      const report = await withServices((services) =>
        services.get(MenuImportService).run({ path, school, dryRun }),
      );
      finish(command, report, { strict });
    });
}

function undoCommand(imports: Command): void {
  imports
    .command('undo')
    .description(
      'puts back what an import has changed, and names what somebody has touched since, which stays',
    )
    .argument('<run>', 'its run_id, by the report of the import or "import runs"')
    .option('--dry-run', 'reports and writes nothing')
    .action(async (runId: string, { dryRun = false, strict }: SchoolOptions, command: Command) => {
      const report = await withServices((services) =>
        services.get(ImportUndoService).undo({ runId, dryRun }),
      );
      print(command, { json: report, lines: describeUndo(report) });
      if (report.conflict_count > 0 && strict) throw new EndedWith(3);
    });
}

function runsCommand(imports: Command): void {
  imports
    .command('runs')
    .description('imports of the last 30 days that changed something, the newest first')
    .requiredOption('--school <school>', 'short name or id')
    .action(async ({ school }: SchoolOptions, command: Command) => {
      const runs = await withServices(async (services) => {
        const { id } = await services.get(SchoolsService).getByReference(school);
        return services.get(ImportRuns).list(id);
      });
      print(command, { json: { runs }, lines: runs.map(describeRun) });
    });
}

function percent(value: string): number {
  const match = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(value);
  const number = Number(match?.[1]);
  if (!match || number > 100) throw new UsageError('--archive-limit should be a percentage such as 10%.');
  return number;
}

function name(value: string): string {
  const given = value.trim();
  if (given === '' || given.length > 100)
    throw new UsageError('--calendar should be a name of at most 100 characters.');
  return given;
}

function date(value: string): string {
  const parsed = new Date(`${value}T00:00:00Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(value) ||
    Number.isNaN(parsed.getTime()) ||
    !parsed.toISOString().startsWith(value)
  ) {
    throw new UsageError('--on-date should be a date such as 2026-09-01.');
  }
  return value;
}
