import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './project.mjs';
import { runNode } from './run-node.mjs';

/** Runs a built program, after installing and building what is missing. */
export async function runBuilt(path, args = process.argv.slice(2), options = {}) {
  await ensureInstalled();
  await ensureBuilt();
  await runNode([inRoot('dist', 'src', path), ...args], { ...options, env: withCompiledCode() });
}

/** What Node.js has made of a program is kept for its next start. */
function withCompiledCode() {
  return { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'school-directory'), ...process.env };
}
