import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { migrateEmptyTo, migrationState } from '../../platform/database/migrate.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { ArchiveReader } from './archive-reader.js';
import type { Progress } from './backup.service.js';
import {
  contentsOf,
  tableEntry,
  tablesOf,
  type ArchivedSchool,
  type BackupContents,
} from './backup-format.js';
import { LoadingRepository, type Loading } from './loading.repository.js';
import { ReturningObjects } from './returning-objects.service.js';

export interface RestoreReport extends BackupContents {
  /** UTC: when the backup was. */
  made_at: string;
  /** Objects in the file that no row names. */
  left_out_objects: number;
  /** Migrations that have come since the backup, and are still to be applied. */
  pending: string[];
}

interface RestoreOptions {
  intoEmpty?: boolean;
  identity?: string;
  rowsAlone?: boolean;
}

@Injectable()
export class RestoreService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly loading: LoadingRepository,
    private readonly objects: ReturningObjects,
  ) {}

  /**
   * The whole of a backup into an empty database, or nothing of it. Every checksum is compared before anything is
   * written.
   * @param intoEmpty that the operator means it
   * @param identity path of the file with the key, where it is encrypted
   * @param rowsAlone to try it: of the objects nothing is written
   * @throws BrokenBackupError
   * @throws CommandRefusedError when the database is not empty, or the backup is of a newer version or of one school
   * @throws UnavailableError when the object store does not answer
   */
  run(
    path: string,
    progress: Progress,
    { intoEmpty = false, identity, rowsAlone = false }: RestoreOptions = {},
  ): Promise<RestoreReport> {
    progress.step('checking', 0, 1);
    const restore = async (archive: ArchiveReader): Promise<RestoreReport> => {
      if (!intoEmpty) throw notMeant(archive);
      if (archive.manifest.school) throw ofOneSchool(path, archive.manifest.school);
      await this.prepare(archive);
      const objects = await this.fill(archive, progress, rowsAlone);
      const { pending } = await migrationState(this.url);
      const { tables } = contentsOf(archive.manifest);
      const leftOut = Object.keys(archive.manifest.objects).length - objects;
      return { tables, objects, left_out_objects: leftOut, made_at: archive.manifest.created_at, pending };
    };
    return ArchiveReader.withChecked(path, restore, identity);
  }

  /** @returns how many objects came: those that a row names, since nobody else would ever remove them */
  private async fill(archive: ArchiveReader, progress: Progress, rowsAlone: boolean): Promise<number> {
    let objects = Object.keys(archive.manifest.objects);
    await this.loading.fill(
      Object.keys(archive.manifest.tables),
      (loading) => addTables(archive, loading, progress),
      (named) => {
        const keys = named && new Set(named.map(({ key }) => key));
        objects = objects.filter((key) => keys?.has(key) ?? true);
        return this.objects.put(archive, progress, rowsAlone ? [] : objects);
      },
    );
    return objects.length;
  }

  /** The tables as they were when the backup was made, empty. */
  private async prepare({ path, manifest }: ArchiveReader): Promise<void> {
    const { migrations, product_version, created_at, months } = manifest;
    await this.loading.assertEmpty();
    const { applied, pending } = await migrationState(this.url);
    const known = [...applied, ...pending];
    if (migrations.some((name) => !known.includes(name))) {
      throw new CommandRefusedError(
        `${path} was made by a newer version of the product (${product_version}): restore it with that version or one after it. Nothing was changed.`,
      );
    }
    await migrateEmptyTo(this.url, migrations);
    const span = months ? { first: new Date(months.first), last: new Date(months.last) } : null;
    await this.loading.makeMonths(new Date(created_at), span);
  }

  private get url(): string {
    return this.settings.databaseUrl ?? '';
  }
}

async function addTables(
  archive: ArchiveReader,
  { tables, add }: Loading,
  progress: Progress,
): Promise<void> {
  for (const [index, table] of tablesOf(archive, tables).entries()) {
    progress.step(table.name, index, tables.length);
    await add(table, archive.content(tableEntry(table.name)));
  }
}

const notMeant = ({ path, manifest }: ArchiveReader): Error => {
  const { tables, objects } = contentsOf(manifest);
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const what = manifest.school ? `the school ${manifest.school.short_name}, ` : '';
  const way = manifest.school
    ? '--school adds the school to the installation that is configured.'
    : 'it is restored into an empty database, and --into-empty says that you mean the one that is configured.';
  return new CommandRefusedError(
    `${path} is whole: ${what}${rows} rows and ${objects} objects of ${manifest.created_at}. Nothing was changed: ${way}`,
  );
};

const ofOneSchool = (path: string, { short_name }: ArchivedSchool): Error =>
  new CommandRefusedError(
    `${path} is of one school (${short_name}), and --into-empty restores a whole installation. Nothing was changed: restore it with --school, into an installation with other schools or into one that has none yet.`,
  );
