import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, from the sources and from the build alike. */
export const PROJECT_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Relative paths in settings mean the project, whatever folder a command is called from. */
export const fromProjectRoot = (path: string): string => resolve(PROJECT_ROOT, path);

function findRoot(folder: string): string {
  const parent = dirname(folder);
  return existsSync(resolve(folder, 'package.json')) || parent === folder ? folder : findRoot(parent);
}
