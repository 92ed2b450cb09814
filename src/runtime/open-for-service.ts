import type { Settings } from '../config/settings.js';
import { assertMigrated } from '../database/migrate.js';
import { loadDemoIfAsked } from './load-demo.js';
import { openMigratedDatabase, type OpenDatabase } from './open-database.js';

/**
 * The database as the service needs it: running, migrated, with the demo school where that is asked for.
 * @throws EmbeddedPostgresError, NotMigratedError, SettingsError
 */
export async function openForService(settings: Settings): Promise<OpenDatabase> {
  const database = await openMigratedDatabase(settings, 'server');
  try {
    if (!settings.migrateOnStart) await assertMigrated(database.settings.databaseUrl);
    await loadDemoIfAsked(database.settings);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
