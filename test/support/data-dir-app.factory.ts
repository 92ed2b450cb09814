import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppSettings } from '../../src/platform/config/settings.js';
import { startTestApp, type TestApp } from './test-app.js';

/** The application with a data folder of its own, for mails and uploaded files. The folder goes when it is closed. */
export async function startAppWithDataDir(
  overrides: Partial<Omit<AppSettings, 'dataDir'>> = {},
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-data-'));
  const t = await startTestApp({ ...overrides, dataDir });
  const close = async (): Promise<void> => {
    await t.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...t, close };
}
