import type { Command } from 'commander';
import { BackupService } from './backup/backup.service.js';
import { RestoreService } from './backup/restore.service.js';
import { openDatabase } from '../platform/database/open-database.js';
import { print, table, withServices } from './command.js';
import { terminalProgress } from './describe-report.js';

export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description('writes database and objects into one file, while the service runs')
    .argument('<file>', 'a new one; who can read it knows everything')
    .action(async (path: string, _options: unknown, command: Command) => {
      const progress = terminalProgress();
      const report = await withServices((services) =>
        services.get(BackupService).run(path, progress),
      ).finally(() => progress.end());
      const missing = report.missing_objects;
      const note = `${missing} objects that the database names are not in the object store, and so not in the backup.`;
      print(command, { json: report, lines: [...contentLines(report), ...(missing > 0 ? [note] : [])] });
    });

  program
    .command('restore')
    .description('checks a backup and, with --into-empty, fills the configured database and object store')
    .argument('<file>', 'as "backup" has written it')
    .option('--into-empty', 'restore into the configured database, which must be empty')
    .action(async (path: string, { intoEmpty = false }: { intoEmpty?: boolean }, command: Command) => {
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
    });
}

const contentLines = ({ tables, objects }: { tables: Record<string, number>; objects: number }): string[] =>
  table([
    ...Object.entries(tables)
      .filter(([, rows]) => rows > 0)
      .map(([name, rows]) => ({ table: name, rows })),
    { table: '(objects)', rows: objects },
  ]);
