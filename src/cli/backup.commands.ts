import { resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { outsideOperation } from '../platform/audit/operation.js';
import { BackupService, type BackupReport } from './backup/backup.service.js';
import { BackupsService, type RotationReport } from './backup/backups.service.js';
import { type Keeping, keepingOf } from './backup/keeping.js';
import { RestoreService } from './backup/restore.service.js';
import { Seal } from './backup/seal.js';
import { SchoolRestoreService } from './backup/school-restore.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { Erasures } from '../features/person/erasures.service.js';
import { openDatabase, openInAnyEncoding } from '../dev/open-database.js';
import { SETTINGS } from '../platform/config/settings.constants.js';
import type { Settings } from '../platform/config/settings.js';
import { isRecipient } from './backup/age-file.js';
import { withBackupFile } from './backup/backup-location.js';
import { print, table, UsageError, withServices } from './command.js';
import { againLines } from './person.commands.js';
import { terminalProgress } from './describe-report.js';

interface BackupOptions {
  school?: string;
  to?: string;
  keep?: Keeping;
  recipient?: string;
  sealKey?: string;
}

interface RestoreOptions {
  identity?: string;
  erasures?: string;
  intoEmpty?: boolean;
  school?: boolean;
  from?: string;
  sealKey?: string;
  source?: 'keep' | 'drop';
}

export function backupCommands(program: Command): void {
  backupCommand(program);
  restoreCommand(program);
}

function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('writes database and objects into one file, reads it back, and only then gives it its name')
    .argument('[file]', 'a new one; unless it is encrypted, who can read it knows everything')
    .option(
      '--to <place>',
      'beside the backups of before, under a name of its own: a folder, or s3://bucket/folder',
    )
    .option(
      '--keep <how-many>',
      'with --to: of the last days, weeks and months, such as 7d,4w,12m; others go',
      keepingGiven,
    )
    .addOption(
      new Option('--school <school>', 'of this school alone, with its people: short name or id').conflicts(
        'to',
      ),
    )
    .option('--recipient <key>', 'encrypted, for whoever has the key of this age recipient alone (age1…)')
    .option('--seal-key <file>', 'with --school: a key that who restores it has as well')
    .action((path: string | undefined, options: BackupOptions, command: Command) =>
      backUp(path, options, command),
    );
}

function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('checks a backup, and fills an empty installation or adds a school to one')
    .argument('<file>', 'as "backup" has written it; may be s3://bucket/folder/name')
    .option('--into-empty', 'restore into the configured database, which must be empty')
    .option('--erasures <file>', 'of people to erase again, if their notes are not where TOMBSTONES says')
    .option('--identity <file>', 'with the key that opens an encrypted one, as age-keygen writes it')
    .addOption(
      new Option('--school', 'add the one school that it is of to the configured database').conflicts(
        'intoEmpty',
      ),
    )
    .option('--from <address>', 'with --school: the SITE_URL that you know the file to be from')
    .option('--seal-key <file>', 'with --school: the key that you have exchanged with its maker')
    .addOption(
      new Option('--source <what>', 'with --school, where imports feed it: whether they go on here').choices([
        ...['keep', 'drop'],
      ]),
    )
    .action((path: string, options: RestoreOptions, command: Command) => {
      if (options.school) return restoreSchool(path, options, command);
      if (options.from ?? options.sealKey ?? options.source)
        throw new UsageError('--from, --seal-key and --source go with --school.');
      return restore(path, options, command);
    });
}

async function backUp(path: string | undefined, options: BackupOptions, command: Command): Promise<void> {
  const { school, to, keep: keeping = null, recipient, sealKey } = options;
  // Said without it: it may be the secret key that was given.
  if (recipient !== undefined && !(await isRecipient(recipient)))
    throw new UsageError('--recipient should be the public key that age-keygen shows: age1…');
  if (sealKey !== undefined && school === undefined) throw new UsageError('--seal-key goes with --school.');
  if ((path === undefined) === (to === undefined)) throw new UsageError('Name a file, or a place with --to.');
  if (keeping && to === undefined) throw new UsageError('--keep goes with --to.');
  const progress = terminalProgress();
  const work = async (services: INestApplicationContext): Promise<BackupReport | RotationReport> => {
    // It changes nothing, and the trail need not be there (yet): the entry comes when all is done.
    if (path === undefined)
      return services.get(BackupsService).add(to!, progress, { keeping, ...(recipient && { recipient }) });
    if (school === undefined) return services.get(BackupsService).into(path, progress, recipient);
    const { id: schoolId } = await services.get(SchoolsService).getByReference(school);
    const seal = sealKey === undefined ? Seal.unkeyed : await Seal.withKeyOf(sealKey);
    return services.get(BackupService).run(path, progress, { schoolId, recipient, seal });
  };
  const report = await withServices((services) => outsideOperation(() => work(services)), {
    open: openInAnyEncoding,
  }).finally(() => progress.end());
  const { missing_objects: missing } = report;
  print(command, {
    json: report,
    lines: [
      ...contentLines(report),
      ...('backup' in report
        ? [`It is ${report.backup}.`, ...report.removed.map((old) => `Removed: ${old}.`)]
        : [`It is ${resolve(path ?? '')}.`]),
      ...(missing > 0
        ? [
            `${missing} objects that the database names are not in the object store, and so not in the backup.`,
          ]
        : []),
    ],
  });
}

/** @throws UsageError */
function keepingGiven(text: string): Keeping {
  const keeping = keepingOf(text);
  if (!keeping) throw new UsageError('--keep should be how many days, weeks and months, such as 7d,4w,12m.');
  return keeping;
}

async function restore(path: string, options: RestoreOptions, command: Command): Promise<void> {
  const progress = terminalProgress();
  const work = async (services: INestApplicationContext) => {
    const erasures = services.get(Erasures);
    await erasures.assertReadable(options.erasures);
    // The trail is replaced by that of the backup, or is not there (yet): the entry comes when all is done.
    const report = await outsideOperation(() =>
      withBackupFile(path, services.get<Settings>(SETTINGS), (file) =>
        services.get(RestoreService).run(file, progress, options),
      ),
    );
    // Tables of an older version are not those that an erasure knows.
    if (report.pending.length > 0) return { report, again: null };
    return { report, again: await erasures.again(new Date(report.made_at), null, options.erasures) };
  };
  // The tables have to be those of the backup, which may be older.
  const { report, again } = await withServices(work, { open: openDatabase }).finally(() => progress.end());
  const { pending, made_at: since } = report;
  const note = `It is of an older version: ${pending.length} migrations are still to be applied (db migrate). Then erase whom was erased since it was made (person erase-again --since ${since}).`;
  const { erasures } = options;
  const more = again ? againLines(again, { since: new Date(since), erasures }) : [note];
  const left = report.left_out_objects;
  if (left > 0) more.push(`${left} objects of the file were left out: no row of it names them.`);
  print(command, { json: { ...report, ...again }, lines: [...contentLines(report), ...more] });
}

async function restoreSchool(path: string, options: RestoreOptions, command: Command): Promise<void> {
  const progress = terminalProgress();
  const work = async (services: INestApplicationContext) => {
    const erasures = services.get(Erasures);
    const here = await erasures.present(new Date(0), options.erasures);
    const report = await services.get(SchoolRestoreService).run(path, progress, options);
    return { ...report, ...(await erasures.again(new Date(report.made_at), here, options.erasures)) };
  };
  // Both have to be of one version, and it is the operator who says which.
  const report = await withServices(work, { open: openDatabase }).finally(() => progress.end());
  const note = `${report.known_people} of its people had an account here already, and sign in with that one.`;
  print(command, {
    json: report,
    lines: [
      ...contentLines(report),
      note,
      ...againLines(report, { since: new Date(report.made_at), erasures: options.erasures }),
    ],
  });
}

export const contentLines = ({
  tables,
  objects,
}: {
  tables: Record<string, number>;
  objects: number;
}): string[] =>
  table([
    ...Object.entries(tables)
      .filter(([, rows]) => rows > 0)
      .map(([name, rows]) => ({ table: name, rows })),
    { table: '(objects)', rows: objects },
  ]);
