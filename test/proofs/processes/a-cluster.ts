import { readdirSync, readFileSync } from 'node:fs';
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.js';
import type { TestApp } from '../../support/test-app.js';

/** The service by several processes, on the database of the test's application. */
export const startCluster = (
  t: TestApp,
  env: Record<string, string> = {},
  workers = 2,
): Promise<ServiceProcess> =>
  startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    CLUSTER_WORKERS: String(workers),
    LOG_FORMAT: 'json',
    ...env,
  });

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
