import type { AppSettings } from '../platform/config/settings.js';
import type { Settings } from '../platform/config/settings.js';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.js';
import { migrate } from '../platform/database/migrate.js';
import { assertUsable } from '../platform/database/database-preflight.js';

export interface OpenDatabase {
  settings: AppSettings;
  /** The embedded one: keeps the service from all of its audit trail but appending to it. */
  guard(): Promise<void>;
  close(): Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

/**
 * The configured database, or the embedded one, started for as long as the holder needs it.
 * @throws EmbeddedPostgresError with one line that names the remedy
 * @throws SettingsError when the configured one cannot be used
 */
export async function openDatabase(
  settings: Settings,
  holder: 'server' | 'command',
  anyEncoding = false,
): Promise<OpenDatabase> {
  if (settings.databaseUrl) await assertUsable(settings.databaseUrl, anyEncoding);
  return findDatabase(settings, holder);
}

/**
 * Finds the database without a check of the configured one.
 * @throws EmbeddedPostgresError
 */
export async function findDatabase(settings: Settings, holder: 'server' | 'command'): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    return { settings: { ...settings, databaseUrl: settings.databaseUrl }, guard: nothing, close: nothing };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, holder });
  return {
    settings: { ...settings, databaseUrl: postgres.url },
    guard: () => postgres.guard(),
    close: () => postgres.stop(),
  };
}

/** Opens the database, and migrates it where the settings ask for it. */
export async function openMigratedDatabase(
  settings: Settings,
  holder: 'server' | 'command',
  anyEncoding = false,
): Promise<OpenDatabase> {
  const database = await openDatabase(settings, holder, anyEncoding);
  try {
    if (settings.migrateOnStart) await migrate(database.settings.databaseUrl);
    await database.guard();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** For a backup, which is the way out of a database in another encoding than UTF8. */
export const openInAnyEncoding = (settings: Settings, holder: 'server' | 'command'): Promise<OpenDatabase> =>
  openMigratedDatabase(settings, holder, true);
