import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppSettings } from '../../../src/platform/config/settings.js';
import { startTestApp, type TestApp } from '../test-app.js';

export interface MenuImageApp {
  t: TestApp;
  dataDir: string;
  /** Keys of the pictures that the store holds. */
  pictures(): string[];
  close(): Promise<void>;
}

/** The application with an object store of its own. */
export async function startMenuImageApp(overrides: Partial<AppSettings> = {}): Promise<MenuImageApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-menus-'));
  const t = await startTestApp({ dataDir, ...overrides });
  const folder = join(dataDir, 'objects', 'menu-images');
  return {
    t,
    dataDir,
    pictures: () => {
      try {
        return readdirSync(folder).sort();
      } catch {
        return [];
      }
    },
    close: async () => {
      await t.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
