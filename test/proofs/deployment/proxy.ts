import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { freePort } from '../../support/processes/free-port.js';

const CONFIGURATION = new URL('../../../docker/haproxy.cfg', import.meta.url).pathname;
const isInstalled = spawnSync('haproxy', ['-v']).status === 0;
if (!isInstalled)
  process.stderr.write('Skipped: the proxy of docker/ needs haproxy (Debian: apt-get install haproxy)\n');

/** `describe` where there is the proxy. */
export const describeBehindProxy = isInstalled ? describe : describe.skip;

export interface Proxy {
  url: string;
  /** Until it sends requests to both processes, by what it says itself. */
  untilBothServe(): Promise<void>;
  stop(): Promise<void>;
}

/** The proxy of docker/compose.yaml with its own configuration, before these two processes. */
export async function startProxy(ports: [number, number]): Promise<Proxy> {
  const port = await freePort();
  const [API_1, API_2] = ports.map((to) => `127.0.0.1:${to}`);
  const env = { PATH: process.env.PATH, API_1, API_2, LISTEN: `127.0.0.1:${port}` };
  const child = spawn('haproxy', ['-db', '-f', CONFIGURATION], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const down = new Set<string>();
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (said + text).split('\n');
    said = lines.pop() ?? '';
    for (const line of lines) note(line, down);
  });
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (child.exitCode === null && !(await answers())) await delay(50);
  const untilBothServe = async (): Promise<void> => {
    while (child.exitCode === null && down.size > 0) await delay(50);
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, untilBothServe, stop };
}

function note(line: string, down: Set<string>): void {
  const [, server, state] = /Server api\/(\S+) is (UP|DOWN)/.exec(line) ?? [];
  if (server && state === 'DOWN') down.add(server);
  if (server && state === 'UP') down.delete(server);
}
