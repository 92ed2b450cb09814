import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { outsideOperation } from '../../platform/audit/operation.js';
import { withDatabaseName } from '../../platform/config/database-address.js';
import type { Settings } from '../../platform/config/settings.js';
import { Clock } from '../../platform/clock/clock.js';
import { assertUsable } from '../../platform/database/database-preflight.js';
import { startThrowawayPostgres } from '../../dev/embedded/embedded-postgres.js';
import { executeOnce, queryOnce } from '../../platform/database/query-once.js';
import { migrate } from '../../platform/database/migrate.js';
import { isMissingRight } from '../../platform/errors/postgres-errors.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { OperatorModule } from '../operator.module.js';
import { withBackupFile } from './backup-location.js';
import type { Progress } from './backup.service.js';
import { inPassingFolder } from './passing-folder.js';
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
      inPassingFolder(async (dataDir) => {
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
  await dropLeft(databaseUrl);
  const seconds = Math.floor(new Clock().now().getTime() / 1000);
  const name = `school_directory_scratch_${seconds}_${randomBytes(6).toString('hex')}`;
  await executeOnce(databaseUrl, `create database ${name} encoding 'UTF8' template template0`).catch(
    (error: unknown) => {
      if (isMissingRight(error)) throw noScratch();
      throw error;
    },
  );
  const url = withDatabaseName(databaseUrl, name);
  // Before a database goes, the server writes out whatever it has in memory.
  return migrated(url, work).finally(() => executeOnce(databaseUrl, `drop database ${name} with (force)`));
}

/** Databases of this user that trials of before yesterday have left: those that were killed. Younger ones may be in use. */
const LEFT = `
  select coalesce(array_agg(datname::text), '{}') as names from pg_database
  where pg_get_userbyid(datdba) = current_user
    and to_timestamp(substring(datname from '^school_directory_scratch_([0-9]{10})_[0-9a-f]{12}$')::bigint)
      < now() - interval '1 day'`;

/** Each holds all that a backup does. */
async function dropLeft(databaseUrl: string): Promise<void> {
  const { names } = await queryOnce<{ names: string[] }>(databaseUrl, LEFT);
  for (const name of names) await executeOnce(databaseUrl, `drop database if exists ${name} with (force)`);
}

async function migrated<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  await migrate(url);
  return work(url);
}

const noScratch = (): Error =>
  new CommandRefusedError(
    'The user of the database may not make a database to restore into: ALTER ROLE … CREATEDB allows it, or name an empty one with --scratch.',
  );
