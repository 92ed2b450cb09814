import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ApiClient } from '../api-client.js';
import { freePort } from './free-port.js';
import { throughPooler } from '../database/pooler.js';
import { fromSources, kept } from '../runner/typescript-hooks.mjs';

export interface ServiceProcess {
  pid: number;
  url: string;
  api: ApiClient;
  /** Everything it has written to standard output and standard error. */
  output(): string;
  /** SIGTERM, and the exit status. */
  stop(): Promise<number | null>;
  /** SIGKILL: it has no chance to finish anything. */
  kill(): Promise<void>;
}

const ROOT = new URL('../../../', import.meta.url);

/** Far above what a start takes: a database is made, a demo school loaded, and the machine may do other work. */
const READY_MS = 170_000;

/**
 * The service in a process of its own.
 * @param root of another version than this one
 * @param program arguments of Node.js that run it; without them it is run from the sources
 */
export async function startServiceProcess(
  env: Record<string, string>,
  root = ROOT,
  program = fromSources('src/main.ts', root),
): Promise<ServiceProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: kept,
      PORT: String(port),
      RATE_LIMIT: '0',
      ADMISSION_WAIT_MS: '0',
      ...env,
      ...(env.DATABASE_URL && { DATABASE_URL: throughPooler(env.DATABASE_URL) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  // Not exit: what was written last may still be on its way then.
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  await untilReady(
    url,
    () => child.exitCode === null,
    () => output,
  );
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    return code;
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { pid: child.pid!, url, api: new ApiClient(url), output: () => output, stop, kill };
}

async function untilReady(url: string, lives: () => boolean, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (lives() && performance.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service did not become ready:\n${output()}`);
}
