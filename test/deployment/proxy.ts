import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe } from '@jest/globals';
import { freePort } from '../support/service-process.js';

const CONFIGURATION = new URL('../../docker/haproxy.cfg', import.meta.url).pathname;
const isInstalled = spawnSync('haproxy', ['-v']).status === 0;
if (!isInstalled)
  process.stderr.write('Skipped: the proxy of docker/ needs haproxy (Debian: apt-get install haproxy)\n');

/** `describe` where there is the proxy. */
export const describeBehindProxy = isInstalled ? describe : describe.skip;

export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** The proxy of docker/compose.yaml with its own configuration, before these two processes. */
export async function startProxy(ports: [number, number]): Promise<Proxy> {
  const port = await freePort();
  const [API_1, API_2] = ports.map((to) => `127.0.0.1:${to}`);
  const env = { PATH: process.env.PATH, API_1, API_2, LISTEN: `127.0.0.1:${port}` };
  const child = spawn('haproxy', ['-db', '-q', '-f', CONFIGURATION], { env, stdio: 'ignore' });
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (child.exitCode === null && !(await answers()))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, stop };
}
