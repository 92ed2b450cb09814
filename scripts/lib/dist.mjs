import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './project.mjs';
import { runNode } from './run-node.mjs';

/**
 * V8 lets its heap grow for as long as the machine has memory, and takes 128 MB for what is young where half as much is as
 * quick. What `NODE_OPTIONS` says of it counts before this. Of the arenas in which the C library would serve each thread,
 * eight a core, two do: pictures are made in threads, and leave a tenth of the process in arenas that nobody uses.
 */
export const serviceDefaults = () => ({
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  NODE_OPTIONS: `--max-old-space-size=256 --max-semi-space-size=32 ${process.env.NODE_OPTIONS ?? ''}`.trim(),
});

/** Where a built program is, after installing and building what is missing. */
export async function builtProgram(path) {
  await ensureInstalled();
  await ensureBuilt();
  return inRoot('dist', 'src', path);
}

/** Runs a built program. */
export async function runBuilt(path, args = process.argv.slice(2), options = {}) {
  await runNode([await builtProgram(path), ...args], {
    ...options,
    env: { ...compileCache(), ...process.env, ...options.env },
  });
}

/** Where Node.js caches what it has compiled, for the next start. */
export const compileCache = () => ({
  NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'school-directory'),
});
