import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { fromProjectRoot } from './project-root.js';
import { SettingsError } from '../errors/operator.error.js';

export const ENV_FILE = fromProjectRoot('.env');

/**
 * Adds to the environment what the file says, and the environment does not say itself. Without one it is as it is.
 * @throws SettingsError when it is there, and cannot be read
 */
export function loadEnvFile(path: string): void {
  for (const [name, value] of Object.entries(parseEnv(textOf(path)))) process.env[name] ??= value;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new SettingsError(`.env should be a file that this user may read (${String(code)}).`);
  }
}
