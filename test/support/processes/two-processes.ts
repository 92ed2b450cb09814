import type { AppSettings } from '../../../src/platform/config/settings.js';
import { ApiClient } from '../api-client.js';
import { isFullRace } from '../proofs/rounds.js';
import { startServiceProcess, type ServiceProcess } from './service-process.js';
import { startTestApp, type TestApp } from '../test-app.js';

/**
 * A process of the same installation: on the database of the application, with its key and its address.
 * @param env where it differs
 */
export const startBeside = (
  { databaseUrl, settings }: Pick<TestApp, 'databaseUrl' | 'settings'>,
  env: Record<string, string> = {},
): Promise<ServiceProcess> =>
  startServiceProcess({
    DATABASE_URL: databaseUrl,
    AUTH_SIGNING_KEY: settings.signingKey ?? '',
    SITE_URL: settings.siteUrl,
    LOG_LEVEL: 'silent',
    ...env,
  });

/** The process of `startBeside` with everything in its log, as JSON. */
export const startBesideWithFullLog = (
  t: Pick<TestApp, 'databaseUrl' | 'settings'>,
  env: Record<string, string> = {},
): Promise<ServiceProcess> => startBeside(t, { LOG_LEVEL: 'trace', LOG_FORMAT: 'json', ...env });

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
  const second = await startBeside(t, {
    ...(overrides.dataDir && { DATA_DIR: overrides.dataDir }),
    ...env,
  });
  const close = async (): Promise<void> => {
    await second.stop();
    await t.close();
  };
  return { ...t, api: new ApiClient(t.url, second.url), close };
}
