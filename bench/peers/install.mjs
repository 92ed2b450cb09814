import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/school-directory/peers/', import.meta.url));

/**
 * A peer in a folder of its own with its server program beside it: installed from the npm registry the first time, and
 * never part of the project. No install script of anybody's is run.
 * @param {{ name: string, version: string, overrides?: object, files: string[] }} peer files of this folder
 * @throws Error when npm cannot install it
 */
export function installPeer({ name, version, overrides, files }, say) {
  const folder = `${CACHE}${name}-${version}`;
  const isComplete = `${folder}/.complete`;
  if (!existsSync(isComplete)) {
    say(`Installing ${name} ${version} …`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    copy(files, folder);
    const manifest = { private: true, type: 'module', dependencies: { [name]: version }, overrides };
    writeFileSync(`${folder}/package.json`, JSON.stringify(manifest));
    npmInstall(name, folder);
    writeFileSync(isComplete, '');
  }
  copy(files, folder);
  return folder;
}

const copy = (files, folder) =>
  files.forEach((file) => cpSync(new URL(file, import.meta.url), `${folder}/${file}`, { recursive: true }));

function npmInstall(name, folder) {
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, error } = spawnSync('npm', ['install', '--loglevel=error', ...options], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm cannot install ${name}: ${error?.message ?? 'see above'}`);
}
