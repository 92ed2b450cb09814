import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveUp, projectNode } from './project.mjs';

const SELF = fileURLToPath(import.meta.url);
/** Relative to the built sources: what runs a program. */
export const RUN_PROGRAM = 'runtime/run-program.js';
/** The service has loaded everything when it says that this is none. */
const REFUSED = { PORT: 'none' };

/** Keeps what V8 makes of the service beside it, for the start: a quarter of its processor time is spent on that. */
export function compileService(sources) {
  keepCompiled({ file: join(sources, 'main.cjs'), runProgram: join(sources, RUN_PROGRAM), env: REFUSED });
}

/**
 * Runs a bundled program until it ends, and keeps what V8 has made of it.
 * @param {{ file: string, runProgram: string, env?: NodeJS.ProcessEnv }} program
 */
export function keepCompiled({ file, runProgram, env }) {
  rmSync(`${file}.compiled`, { force: true });
  spawnSync(projectNode(), [SELF, file, runProgram], {
    env: { NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  });
  if (!existsSync(`${file}.compiled`)) giveUp(`V8 has made nothing of ${file}`);
}

if (process.argv[1] === SELF) {
  const [, , file, runProgram] = process.argv;
  const { compiledOf, Program } = await import(runProgram);
  const program = new Program(file);
  process.once('exit', () => writeFileSync(compiledOf(file), program.compiled()));
  program.run();
}
