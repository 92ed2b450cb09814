import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { outsideOperation } from '../../platform/audit/operation.js';
import { withDatabaseName } from '../../platform/config/database-address.js';
import type { Settings } from '../../platform/config/settings.js';
import { assertUsable } from '../../platform/database/database-preflight.js';
import { startThrowawayPostgres } from '../../dev/embedded/embedded-postgres.js';
import { queryOnce } from '../../platform/database/query-once.js';
import { migrate } from '../../platform/database/migrate.js';
import { isMissingRight } from '../../platform/errors/postgres-errors.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { OperatorModule } from '../operator.module.js';
import { withBackupFile } from './backup-location.js';
import type { Progress } from './backup.service.js';
import { RestoreService, type RestoreReport } from './restore.service.js';

interface Trial {
  /** Path of the file with the key, where the backup is encrypted. */
  identity?: string;
  /** An empty database; without one it is made, and removed again. */
  scratch?: string;
  progress: Progress;
}

/**
 * Restores a backup into a database that nobody keeps: every row is loaded, every key and check made, and every byte of the
 * objects read.
 * @throws CommandRefusedError when it cannot be restored, or there is no scratch database
 */
export function tryRestore(
  address: string,
  settings: Settings,
  { identity, scratch, progress }: Trial,
): Promise<RestoreReport> {
  return withScratch(settings, scratch, (databaseUrl) =>
    withBackupFile(address, settings, (file) =>
      withPassingFolder(async (dataDir) => {
        const elsewhere = { ...settings, databaseUrl, databaseReplicaUrls: [], dataDir, s3: null };
        const services = await NestFactory.createApplicationContext(OperatorModule.with(elsewhere), {
          logger: false,
          abortOnError: false,
        });
        const restored = { intoEmpty: true, rowsAlone: true, ...(identity && { identity }) };
        return outsideOperation(() => services.get(RestoreService).run(file, progress, restored)).finally(
          () => services.close(),
        );
      }),
    ),
  );
}

/** Beside the embedded database a cluster of its own; otherwise a database of the same server, whose version counts. */
async function withScratch<T>(
  { databaseUrl }: Settings,
  given: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (given !== undefined) {
    await assertUsable(given);
    return migrated(given, work);
  }
  if (databaseUrl === null) {
    const postgres = await startThrowawayPostgres();
    return migrated(postgres.url, work).finally(() => postgres.stop());
  }
  const name = `school_directory_scratch_${randomBytes(6).toString('hex')}`;
  await queryOnce(databaseUrl, `create database ${name} encoding 'UTF8' template template0`).catch(
    (error: unknown) => {
      if (isMissingRight(error)) throw noScratch();
      throw error;
    },
  );
  const url = withDatabaseName(databaseUrl, name);
  return migrated(url, work).finally(() => queryOnce(databaseUrl, `drop database ${name} with (force)`));
}

async function migrated<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  await migrate(url);
  return work(url);
}

const noScratch = (): Error =>
  new CommandRefusedError(
    'The user of the database may not make a database to restore into: ALTER ROLE … CREATEDB allows it, or name an empty one with --scratch.',
  );

async function withPassingFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'school-directory-restore-'));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}
