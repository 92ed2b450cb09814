import type { Command } from 'commander';
import type { ImportReport } from '../platform/import-report.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { CalendarImportService, type CalendarImport } from '../imports/calendar/calendar-import.service.js';
import { ContentImportService } from '../imports/content/content-import.service.js';
import { MenuImportService } from '../imports/menus/menu-import.service.js';
import { OneRosterImportService } from '../imports/oneroster/oneroster-import.service.js';
import { print, UsageError, withServices } from './command.js';
import { describeReport, terminalProgress } from './describe-report.js';

interface SchoolOptions {
  school: string;
  dryRun?: boolean;
}

interface OneRosterOptions {
  timeZone?: string;
  onDate?: string;
  dryRun?: boolean;
  archiveLimit: number;
  registration: boolean;
  source?: string;
}

export function importCommands(program: Command): void {
  const imports = program.command('import').description('feeds schools from files');
  oneRosterCommand(imports);
  contentCommand(imports);
  menusCommand(imports);
  calendarCommand(imports);
}

function oneRosterCommand(imports: Command): void {
  imports
    .command('oneroster')
    .description('a OneRoster 1.1 or 1.2 export: schools, students, guardians, staff')
    .argument('<path>', 'folder or zip')
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
      const { dryRun = false, archiveLimit: archiveLimitPercent, registration, ...rest } = options;
      const progress = terminalProgress();
      const report = await withServices((services) =>
        services.get(OneRosterImportService).run({
          ...rest,
          ...{ path, dryRun, archiveLimitPercent, progress },
          noRegistration: !registration,
        }),
      ).finally(() => progress.end());
      print(command, { json: report, lines: describeReport(report) });
      assertNoneRefused(report);
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
    .argument('<file>', 'JSON or YAML')
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
      print(command, { json: report, lines: describeReport(report) });
    });
}

function calendarCommand(imports: Command): void {
  imports
    .command('calendar')
    .description('a calendar of somebody else, in the iCalendar format')
    .argument('<file>', 'an .ics file')
    .requiredOption('--school <school>', 'short name or id')
    .option('--organization <organization>', 'whose events they are: short name or id')
    .option('--category <category>', 'by name')
    .option('--dry-run', 'reports and writes nothing')
    .action(async (path: string, options: Omit<CalendarImport, 'path'>, command: Command) => {
      const progress = terminalProgress();
      const report = await withServices((services) =>
        services.get(CalendarImportService).run({ ...options, path, progress }),
      ).finally(() => progress.end());
      print(command, { json: report, lines: describeReport(report) });
    });
}

function menusCommand(imports: Command): void {
  imports
    .command('menus')
    .description('menus: the columns date, meal_type, items, allergens, dietary_tags')
    .argument('<file>', 'CSV')
    .requiredOption('--school <school>', 'short name or id')
    .option('--dry-run', 'reports and writes nothing')
    .action(async (path: string, { school, dryRun = false }: SchoolOptions, command: Command) => {
      const report = await withServices((services) =>
        services.get(MenuImportService).run({ path, school, dryRun }),
      );
      print(command, { json: report, lines: describeReport(report) });
    });
}

function percent(value: string): number {
  const match = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(value);
  const number = Number(match?.[1]);
  if (!match || number > 100) throw new UsageError('--archive-limit should be a percentage such as 10%.');
  return number;
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
