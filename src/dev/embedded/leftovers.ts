import { readFileSync, rmSync } from 'node:fs';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError } from '../../platform/errors/operator.error.js';
import { pidFileOf, poll } from './postmaster.js';
import { commandOf, identityOf, listProcesses, signal } from './processes.js';

const SHUTDOWN_MS = 60_000;
const ORPHAN_MS = 5_000;

/**
 * Waits for or ends what an earlier run left behind, so that the cluster may be started. Only for the holder
 * of the ownership lock: whatever runs on this cluster now has no owner any more.
 *
 * `postmaster.pid` proves nothing by itself: after kill -9 it still says "ready", and after a reboot or in a
 * container its number may belong to any other process.
 * @throws EmbeddedPostgresError when something cannot be ended
 */
export async function clearLeftovers(cluster: Cluster): Promise<void> {
  const pid = readPid(cluster);
  if (pid === null) return;
  if (isPostmaster(pid, cluster)) await endPostmaster(pid, cluster);
  await endOrphans(cluster);
  // PostgreSQL refuses to start while the number in the file belongs to any living process of its user.
  const left = readPid(cluster);
  if (left !== null && (Number.isNaN(left) || identityOf(left) !== null)) {
    rmSync(pidFileOf(cluster), { force: true });
  }
}

/** Its owner is gone, so it is most often ending by itself: the signal only makes sure. */
async function endPostmaster(pid: number, cluster: Cluster): Promise<void> {
  const gone = () => (isPostmaster(pid, cluster) ? undefined : true);
  for (const name of ['SIGINT', 'SIGQUIT'] as const) {
    end(pid, name, cluster);
    if (await poll(gone, SHUTDOWN_MS)) return;
  }
  throw cannotEnd(pid, cluster);
}

/**
 * Backends outlive a killed postmaster until they notice; one that is busy may take long. None can do harm
 * that recovery does not undo, but no new postmaster starts while one is there.
 */
async function endOrphans(cluster: Cluster): Promise<void> {
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const { pid } of orphans(cluster)) end(pid, name, cluster);
    if (await poll(() => (orphans(cluster).length === 0 ? true : undefined), ORPHAN_MS)) return;
  }
  throw cannotEnd(orphans(cluster)[0]?.pid ?? 0, cluster);
}

function orphans(cluster: Cluster) {
  const title = `postgres: ${cluster.settings.cluster_name}: `;
  return listProcesses().filter(
    ({ uid, command }) => uid === cluster.account.uid && command.startsWith(title),
  );
}

function end(pid: number, name: NodeJS.Signals, cluster: Cluster): void {
  try {
    signal(pid, name);
  } catch {
    throw cannotEnd(pid, cluster);
  }
}

function cannotEnd(pid: number, cluster: Cluster): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Process ${pid} of an earlier run still uses the database in ${cluster.data}: end it (kill -QUIT ${pid}) and start again`,
  );
}

/** The postmaster keeps the arguments it was started with; its backends change theirs. */
function isPostmaster(pid: number, cluster: Cluster): boolean {
  const command = commandOf(pid);
  return command.includes(`/bin/postgres -D ${cluster.data} -c `) && !command.startsWith('/bin/sh ');
}

/** @returns `NaN` for a file that is empty or damaged */
function readPid(cluster: Cluster): number | null {
  try {
    return Number.parseInt(readFileSync(pidFileOf(cluster), 'utf8'), 10);
  } catch {
    return null;
  }
}
