import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../../platform/config/settings.js';
import { queryOnce } from '../../platform/database/query-once.js';
import { positionOf } from '../../platform/database/replica-lag.js';
import { type Check, ok, warning } from './check.js';
import { unreachable } from './database.check.js';

const NAME = 'DATABASE_REPLICA_URLS';

/** @see Examination */
export async function examineReplicas(settings: Settings): Promise<Check[]> {
  const { databaseReplicaUrls: urls } = settings;
  if (urls.length === 0) return [ok(NAME, 'None: everything is read from the database.')];
  const written = await positionOfDatabase(settings);
  const checks = await Promise.all(urls.map((url) => examineReplica(url, written, settings)));
  // By its place in the list: an address holds a password.
  return checks.map((check, at) => ({
    ...check,
    message: `Replica ${at + 1} of ${urls.length}: ${check.message}`,
  }));
}

/** Milliseconds in which a replica that keeps up has what the database had before. */
const CATCH_UP_MS = 2_000;
const LOOK_EVERY_MS = 100;

interface State {
  follows: boolean;
  lsn: string | null;
  /** Seconds since the newest commit that it has, by the two machines' clocks; null before it has taken over any. */
  behind: number | null;
}

const STATE = `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as lsn,
  extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as behind`;

/** Null where the database does not say, of which another check tells. */
async function positionOfDatabase({ databaseUrl }: Settings): Promise<bigint | null> {
  if (databaseUrl === null) return null;
  const statement = 'select pg_current_wal_lsn()::text as lsn';
  const found = await queryOnce<{ lsn: string }>(databaseUrl, statement).catch(() => null);
  return found && positionOf(found.lsn);
}

async function examineReplica(
  url: string,
  written: bigint | null,
  { databaseReplicaMaxLagMs }: Settings,
): Promise<Check> {
  try {
    const { follows, lsn, behind } = await caughtUpState(url, written);
    if (!follows)
      return warning(
        NAME,
        'It follows no database.',
        'Name a server that follows the one in DATABASE_URL by streaming replication, or nothing.',
      );
    if (hasAll(lsn, written)) return ok(NAME, 'It answers, and follows a database.');
    const seconds = Math.round(behind ?? 0);
    if (behind !== null && seconds * 1_000 <= databaseReplicaMaxLagMs)
      return ok(NAME, `It answers, and follows a database, ${seconds} seconds behind.`);
    const since = behind === null ? 'behind since it was started' : `${seconds} seconds behind`;
    return warning(
      NAME,
      `It is ${since}, and is not read until it has caught up.`,
      'Look whether it still receives from the database (pg_stat_wal_receiver), and what holds it up.',
    );
  } catch (error) {
    return unreachable(NAME, error);
  }
}

const hasAll = (lsn: string | null, written: bigint | null): boolean =>
  lsn === null || written === null || positionOf(lsn) >= written;

/** Gives it a moment: what was written just now is still on its way. */
async function caughtUpState(url: string, written: bigint | null): Promise<State> {
  const deadline = performance.now() + CATCH_UP_MS;
  let state = await queryOnce<State>(url, STATE);
  while (!hasAll(state.lsn, written) && performance.now() < deadline) {
    await delay(LOOK_EVERY_MS);
    state = await queryOnce<State>(url, STATE);
  }
  return state;
}
