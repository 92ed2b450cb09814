import type { AppSettings } from '../platform/config/settings.js';
import type { Settings } from '../platform/config/settings.js';
import { assertMigrated } from '../platform/database/migrate.js';
import { openMigratedDatabase, type OpenDatabase } from '../dev/open-database.js';

/**
 * The database as the service needs it: running, migrated, with the demo school where that is asked for.
 * @throws EmbeddedPostgresError, NotMigratedError, SettingsError
 */
export async function openForService(settings: Settings): Promise<OpenDatabase> {
  const database = await openMigratedDatabase(settings, 'server');
  try {
    if (!settings.migrateOnStart) await assertMigrated(database.settings.databaseUrl);
    if (database.settings.demo !== false) await loadDemo(database.settings);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Loads the demo. Its code is as large as the service, and most starts have no use for it. */
async function loadDemo(settings: AppSettings): Promise<void> {
  const { loadDemoIfAsked } = await import('./load-demo.js');
  await loadDemoIfAsked(settings);
}
