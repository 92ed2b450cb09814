import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectNode, root } from './project.mjs';

const PARENT_CHECK_MS = 250;
const SAME_SIGNAL_MS = 1_000;

/**
 * Runs a program with the project's Node.js in our place: its standard streams are ours, signals reach it
 * once, it ends when we or npm are killed (see src/platform/process/parent-watch.ts), and we end with its status.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, endsWithUs?: boolean }} options `endsWithUs` for a program
 *   that does not watch for our end by itself
 */
export async function runNode(args, options = {}) {
  process.exitCode = await statusOf(startNode(args, options));
}

/** As {@link runNode}, without waiting: the caller decides when it ends. */
export function startNode(
  args,
  { cwd = root, env = process.env, endsWithUs = false, stdout = 'inherit', nodeOptions = [] } = {},
) {
  const watch = endsWithUs ? [`--import=${new URL('./end-with-parent.mjs', import.meta.url).href}`] : [];
  return spawn(projectNode(), [...nodeOptions, ...watch, ...args], {
    cwd,
    env,
    stdio: ['inherit', stdout, 'inherit', 'ipc'],
    // A group of its own: Ctrl-C reaches us from the terminal and from npm, and the program once, from us.
    detached: true,
  });
}

/** Passes on our signals until the program ends; 128 + n when a signal ended it, as shells say it. */
export function statusOf(child) {
  const stop = passSignalsTo(child);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`Cannot run ${child.spawnfile}: ${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  }).finally(stop);
}

function passSignalsTo(child) {
  const last = {};
  const pass = (signal) => {
    const now = performance.now();
    const repeated = now - (last[signal] ?? -Infinity) < SAME_SIGNAL_MS;
    last[signal] = now;
    if (!repeated) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  const parentWatch = watchNpm(() => pass('SIGTERM'));
  return () => {
    clearInterval(parentWatch);
    for (const signal of signals) process.off(signal, pass);
  };
}

/** Killed with -9, npm cannot pass anything on. Another parent (nohup, a shell) may end without us. */
function watchNpm(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS);
  return timer.unref();
}
