import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { PRODUCT_VERSION } from '../../platform/config/product-version.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { ObjectStore } from '../../platform/storage/object-store.js';
import type { CopiedTable } from '../../platform/database/table-copy.js';
import { passingIdentity } from './age-file.js';
import { ArchiveWriter } from './archive-writer.js';
import {
  contentsOf,
  FORMAT_VERSION,
  MAX_OBJECT_BYTES,
  objectEntry,
  tableEntry,
  type BackupContents,
  type Manifest,
} from './backup-format.js';
import type { Seal } from './seal.js';
import { SnapshotRepository, type Snapshot } from './snapshot.repository.js';
import { assertReadable } from './written-backup.js';

export interface Progress {
  step(label: string, done: number, total: number): void;
}

export interface BackupReport extends BackupContents {
  /** Objects that the database names, and the store does not have. */
  missing_objects: number;
}

const LINE_END = 0x0a;

@Injectable()
export class BackupService {
  constructor(
    private readonly snapshots: SnapshotRepository,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>,
  ) {}

  /**
   * Database and objects in one file, as they were when it began; the service may go on. It has its name when it was read
   * back as a restore would.
   * @param path new; a file that is there is never written over
   * @param recipient who alone can read it: a public key of age
   * @param schoolId of the school that alone is to be in it, with its people
   * @param seal with the key that whoever restores it has as well
   * @throws CommandRefusedError, after which there is no file
   * @throws UnavailableError when the object store does not answer
   */
  async run(
    path: string,
    progress: Progress,
    { schoolId, recipient, seal }: { schoolId?: string; recipient?: string; seal?: Seal } = {},
  ): Promise<BackupReport> {
    let tables: CopiedTable[] = [];
    // Before anything is read: who is erased from now on may be in it still, and is erased again by a restore.
    const begunAt = this.clock.now();
    const write = (archive: ArchiveWriter): Promise<BackupReport> =>
      this.snapshots.within(async (snapshot) => {
        tables = snapshot.tables;
        const manifest: Manifest = {
          format_version: FORMAT_VERSION,
          ...(snapshot.school && { school: snapshot.school, origin: this.settings.siteUrl }),
          product_version: PRODUCT_VERSION,
          created_at: begunAt.toISOString(),
          migrations: snapshot.migrations,
          tables: {},
          objects: {},
          missing_objects: [],
          months: snapshot.months && {
            first: snapshot.months.first.toISOString(),
            last: snapshot.months.last.toISOString(),
          },
        };
        await addTables(archive, snapshot, manifest, progress);
        await this.addObjects(archive, snapshot, manifest, progress);
        await archive.finish(manifest);
        return { ...contentsOf(manifest), missing_objects: manifest.missing_objects.length };
      }, schoolId);
    const own = recipient === undefined ? null : await passingIdentity();
    const recipients = recipient !== undefined && own ? [recipient, own.recipient] : [];
    const check = (part: string): Promise<void> => {
      progress.step('reading back', 0, 1);
      return assertReadable(part, tables, { identity: own, seal });
    };
    return ArchiveWriter.into(path, write, { recipients, seal, check });
  }

  private async addObjects(
    archive: ArchiveWriter,
    { objects }: Snapshot,
    manifest: Manifest,
    progress: Progress,
  ): Promise<void> {
    for (const [index, { key, required }] of objects.entries()) {
      progress.step('objects', index, objects.length);
      const object = await this.store.read(key, MAX_OBJECT_BYTES);
      if (object) manifest.objects[key] = await archive.add(objectEntry(key), only(object.bytes), false);
      else if (required) manifest.missing_objects.push(key);
    }
  }
}

async function addTables(
  archive: ArchiveWriter,
  { tables, rowsOf }: Snapshot,
  manifest: Manifest,
  progress: Progress,
): Promise<void> {
  for (const [index, table] of tables.entries()) {
    progress.step(table.name, index, tables.length);
    const counter = { rows: 0 };
    const archived = await archive.add(tableEntry(table.name), counted(rowsOf(table), counter), true);
    manifest.tables[table.name] = { ...archived, columns: table.columns, rows: counter.rows };
  }
}

/** A line end within a value is written in another way (PostgreSQL, COPY, "Text Format"). */
async function* counted(rows: AsyncIterable<Buffer>, counter: { rows: number }): AsyncGenerator<Buffer> {
  for await (const chunk of rows) {
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) counter.rows += 1;
    yield chunk;
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
