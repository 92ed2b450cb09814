import type { AppSettings } from '../../src/app.module.js';
import { ApiClient } from './api-client.js';
import { isFullRace } from './rounds.js';
import { startServiceProcess } from './service-process.js';
import { startTestApp, type TestApp } from './test-app.js';

/**
 * The application, and with `RACE_ROUNDS` a second process on the same database, which gets every other request: every
 * day one is enough, since it is the database that decides. The second one's clock is the real one.
 * @param env of the second process, where it has to differ
 */
export async function startForRace(
  overrides: Partial<AppSettings> = {},
  env: Record<string, string> = {},
): Promise<TestApp> {
  const t = await startTestApp(overrides);
  if (!isFullRace) return t;
  const second = await startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    SITE_URL: t.settings.siteUrl,
    LOG_LEVEL: 'silent',
    ...(overrides.dataDir && { DATA_DIR: overrides.dataDir }),
    ...env,
  });
  const close = async (): Promise<void> => {
    await second.stop();
    await t.close();
  };
  return { ...t, api: new ApiClient(t.url, second.url), close };
}
