import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, whatever folder a command was called from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const inRoot = (...parts) => join(root, ...parts);

/** Everything the scripts say goes to standard error: standard output belongs to the command that is run. */
export const say = (line) => process.stderr.write(`${line}\n`);

/** Ends a script that cannot go on, with one line. */
export function fail(line) {
  say(line);
  process.exit(1);
}

let found;

/**
 * The Node.js that the project brings; the one that runs us when that is new enough and the project's does not
 * run here. Trying it out costs 15 ms, hence once a script.
 */
export function projectNode() {
  found ??= findNode();
  return found;
}

function findNode() {
  const own = inRoot('node_modules', '.bin', 'node');
  if (existsSync(own) && spawnSync(own, ['--version'], { stdio: 'ignore' }).status === 0) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return process.execPath;
  return fail(
    `The project's own Node.js does not run on ${process.platform}-${process.arch}, and ${process.version} is too old: install Node.js 24, then run the command again`,
  );
}

/** The folder the operator called from; npm changes to the project's before it runs a script. */
export function callersFolder() {
  const { INIT_CWD, npm_lifecycle_event: viaNpm, npm_package_json: manifest } = process.env;
  const ours = viaNpm && manifest === inRoot('package.json') && process.cwd() === root;
  return ours && INIT_CWD && existsSync(INIT_CWD) ? INIT_CWD : process.cwd();
}

/** Text of a file, or `null` when there is none. */
export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  }
}
