import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundle } from '../scripts/lib/bundle.mjs';

export const processEnv = (env) => ({ NODE_ENV: 'production', ...env });

/** What is of the service is run as the service is: bundled by its build. Below the project, where packages are found. */
const BUNDLED = ['service', 'frameless'];
const BUNDLES = new URL('../node_modules/.cache/school-directory/bench/', import.meta.url);

const started = new Set();

export async function bundleServers() {
  for (const name of BUNDLED) {
    const entry = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
    await bundle({ entry, file: fileURLToPath(placeOf(name)) });
  }
}

/** Where the program of this name is. */
export const placeOf = (name) =>
  BUNDLED.includes(name) ? new URL(`${name}.cjs`, BUNDLES) : new URL(`${name}.mjs`, import.meta.url);

/** A program of this folder in a process of its own, which ends when we do. */
export function startProcess(name, env = {}) {
  return startProgram(placeOf(name), { env });
}

/** As {@link startProcess}, for a server: its address once it listens. */
export const startServer = (name, env) => listening(startProcess(name, env));

/** Any program that ends when it is disconnected. */
export function startProgram(file, { args = [], env = {}, cwd }) {
  const child = fork(file, args, {
    cwd,
    env: processEnv(env),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

export async function listening(child) {
  const { port } = await nextMessage(child);
  return { child, origin: `http://127.0.0.1:${port}` };
}

/** Asks a process and waits for what it says. */
export function ask(child, question) {
  const answer = nextMessage(child);
  child.send(question);
  return answer;
}

async function nextMessage(child) {
  const gone = new AbortController();
  const ended = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1).split('/').at(-1)} ended with ${code}`);
  });
  ended.catch(() => undefined);
  try {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message;
  } finally {
    gone.abort();
  }
}

export async function endProcess(child) {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

export async function endProcesses() {
  await Promise.all([...started].map(endProcess));
}
