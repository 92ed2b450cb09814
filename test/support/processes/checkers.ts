import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const INSTALL = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * A program that the product is held against and that is no dependency of ours: of the version that the tests were made
 * with, installed once into the folder that CI uses as well.
 * @returns its path; null, with a line that says so, where npm has none
 */
export async function checker(program: string, npmPackage: string): Promise<string | null> {
  const version = npmPackage.slice(npmPackage.lastIndexOf('@') + 1);
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'school-directory', `${program}-${version}`);
  const path = join(folder, 'node_modules', '.bin', program);
  if (existsSync(path)) return path;
  try {
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...INSTALL, npmPackage]);
    return path;
  } catch {
    process.stderr.write(`Skipped: npm could not install ${npmPackage}\n`);
    return null;
  }
}
