import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import type { TestApp } from '../../support/test-app.js';

/** The service by several processes, all of them there, on the database of the test's application. */
export async function startCluster(
  t: TestApp,
  env: Record<string, string> = {},
  workers = 2,
): Promise<ServiceProcess> {
  const service = await startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    CLUSTER_WORKERS: String(workers),
    LOG_FORMAT: 'json',
    ...env,
  });
  // The first one answers before the others are there.
  await until(() => said(service, 'The service is ready') === 1);
  return service;
}

/** Process ids of the children that are Node.js: the workers. */
export function workersOf({ pid }: Pick<ServiceProcess, 'pid'>): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const [state, parent] = stateOf(name);
      return state !== 'Z' && parent === String(pid);
    })
    .map(Number)
    .filter((child) => /node|MainThread/.test(nameOf(child)))
    .sort((a, b) => a - b);
}

/** State and parent (proc_pid_stat(5)); nothing of one that has gone meanwhile. */
function stateOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8');
  } catch {
    return '';
  }
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await delay(50))
    if (await what()) return;
  throw new Error(`It did not come about: ${what.toString()}`);
}

export const linesOf = (service: ServiceProcess): Record<string, unknown>[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** What is no line of the log. */
export const plainLines = (output: string): string[] =>
  output.split('\n').filter((line) => line && !line.startsWith('{'));

export const said = (service: ServiceProcess, message: string): number =>
  linesOf(service).filter(({ msg }) => msg === message).length;

/** Who has answered, by process id, as the log says. */
export const whoAnswered = (service: ServiceProcess): Set<unknown> =>
  new Set(
    linesOf(service)
      .filter(({ msg }) => msg === 'request')
      .map(({ pid }) => pid),
  );

/** The status; over a connection of its own, unless given, so that the process in charge says who answers. */
export const ask = (url: string, token: string, agent = new Agent()): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
