import { type Command, Option } from 'commander';
import { BackupService } from './backup/backup.service.js';
import { RestoreService } from './backup/restore.service.js';
import { SchoolRestoreService } from './backup/school-restore.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { openDatabase } from '../platform/database/open-database.js';
import { print, table, withServices } from './command.js';
import { terminalProgress } from './describe-report.js';

interface RestoreOptions {
  intoEmpty?: boolean;
  school?: boolean;
}

export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description('writes database and objects into one file, while the service runs')
    .argument('<file>', 'a new one; who can read it knows everything')
    .option('--school <school>', 'of this school alone, with its people: short name or id')
    .action(async (path: string, { school }: { school?: string }, command: Command) => {
      const progress = terminalProgress();
      const report = await withServices(async (services) => {
        const one = school === undefined ? null : await services.get(SchoolsService).getByReference(school);
        return services.get(BackupService).run(path, progress, one?.id);
      }).finally(() => progress.end());
      const missing = report.missing_objects;
      const note = `${missing} objects that the database names are not in the object store, and so not in the backup.`;
      print(command, { json: report, lines: [...contentLines(report), ...(missing > 0 ? [note] : [])] });
    });

  program
    .command('restore')
    .description('checks a backup, and fills an empty installation or adds a school to one')
    .argument('<file>', 'as "backup" has written it')
    .option('--into-empty', 'restore into the configured database, which must be empty')
    .addOption(
      new Option('--school', 'add the one school that it is of to the configured database').conflicts(
        'intoEmpty',
      ),
    )
    .action((path: string, options: RestoreOptions, command: Command) =>
      options.school ? restoreSchool(path, command) : restore(path, options.intoEmpty ?? false, command),
    );
}

async function restore(path: string, intoEmpty: boolean, command: Command): Promise<void> {
  const progress = terminalProgress();
  // The tables have to be those of the backup, which may be older.
  const report = await withServices(
    (services) => services.get(RestoreService).run(path, intoEmpty, progress),
    { open: openDatabase },
  ).finally(() => progress.end());
  const { pending, ...contents } = report;
  const note = `It is of an older version: ${pending.length} migrations are still to be applied (db migrate).`;
  print(command, {
    json: { ...contents, pending },
    lines: [...contentLines(contents), ...(pending.length > 0 ? [note] : [])],
  });
}

async function restoreSchool(path: string, command: Command): Promise<void> {
  const progress = terminalProgress();
  // Both have to be of one version, and it is the operator who says which.
  const report = await withServices((services) => services.get(SchoolRestoreService).run(path, progress), {
    open: openDatabase,
  }).finally(() => progress.end());
  const note = `${report.known_people} of its people had an account here already, and sign in with that one.`;
  print(command, { json: report, lines: [...contentLines(report), note] });
}

const contentLines = ({ tables, objects }: { tables: Record<string, number>; objects: number }): string[] =>
  table([
    ...Object.entries(tables)
      .filter(([, rows]) => rows > 0)
      .map(([name, rows]) => ({ table: name, rows })),
    { table: '(objects)', rows: objects },
  ]);
