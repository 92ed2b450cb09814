import { fork } from 'node:child_process';
import { once } from 'node:events';

export const processEnv = (env) => ({ NODE_ENV: 'production', ...env });

const started = new Set();

/** A program of this folder in a process of its own, which ends when we do. */
export function startProcess(name, env = {}) {
  return startProgram(new URL(`${name}.mjs`, import.meta.url), { env });
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

/** Whether a service answers requests. */
export const isReady = (origin) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

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
