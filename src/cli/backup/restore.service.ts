import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { migrateEmptyTo, migrationState } from '../../platform/database/migrate.js';
import type { CopiedTable } from '../../platform/database/table-copy.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { ArchiveReader } from './archive-reader.js';
import type { Progress } from './backup.service.js';
import { BrokenBackupError, contentsOf, tableEntry, type BackupContents } from './backup-format.js';
import { LoadingRepository, type Loading } from './loading.repository.js';
import { ReturningObjects } from './returning-objects.service.js';

export interface RestoreReport extends BackupContents {
  /** Migrations that have come since the backup, and are still to be applied. */
  pending: string[];
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
   * @throws BrokenBackupError
   * @throws CommandRefusedError when the database is not empty, or the backup is of a newer version
   * @throws UnavailableError when the object store does not answer
   */
  run(path: string, intoEmpty: boolean, progress: Progress): Promise<RestoreReport> {
    progress.step('checking', 0, 1);
    return ArchiveReader.withChecked(path, async (archive) => {
      if (!intoEmpty) throw notMeant(archive);
      await this.prepare(archive);
      await this.loading.fill(
        (loading) => addTables(archive, loading, progress),
        () => this.objects.put(archive, progress),
      );
      const { pending } = await migrationState(this.url);
      return { ...contentsOf(archive.manifest), pending };
    });
  }

  /** The tables as they were when the backup was made, empty. */
  private async prepare({ path, manifest: { migrations, product_version } }: ArchiveReader): Promise<void> {
    await this.loading.assertEmpty();
    const { applied, pending } = await migrationState(this.url);
    const known = [...applied, ...pending];
    if (migrations.some((name) => !known.includes(name))) {
      throw new CommandRefusedError(
        `${path} was made by a newer version of the product (${product_version}): restore it with that version or one after it. Nothing was changed.`,
      );
    }
    await migrateEmptyTo(this.url, migrations);
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
  const { manifest, path } = archive;
  const names = tables.map(({ name }) => name);
  const foreign = Object.keys(manifest.tables).filter((name) => !names.includes(name));
  if (foreign.length > 0) throw new BrokenBackupError(path, 'it has tables that its version did not have');
  for (const [index, table] of tables.entries()) {
    progress.step(table.name, index, tables.length);
    const columns = manifest.tables[table.name]?.columns;
    if (!columns || !sameColumns(table, columns)) {
      throw new BrokenBackupError(path, `its table ${table.name} is not the one of its version`);
    }
    await add({ ...table, columns }, archive.content(tableEntry(table.name)));
  }
}

const sameColumns = (table: CopiedTable, columns: string[]): boolean =>
  columns.length === table.columns.length && columns.every((column) => table.columns.includes(column));

const notMeant = ({ path, manifest }: ArchiveReader): Error => {
  const { tables, objects } = contentsOf(manifest);
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return new CommandRefusedError(
    `${path} is whole: ${rows} rows and ${objects} objects of ${manifest.created_at}. Nothing was changed: it is restored into an empty database, and --into-empty says that you mean the one that is configured.`,
  );
};
