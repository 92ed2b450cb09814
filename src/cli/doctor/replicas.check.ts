import type { Settings } from '../../platform/config/settings.js';
import { queryOnce } from '../../platform/database/database-preflight.js';
import { type Check, ok, warning } from './check.js';
import { unreachable } from './database.check.js';

const NAME = 'DATABASE_REPLICA_URLS';

/** @see Examination */
export async function examineReplicas({ databaseReplicaUrls: urls }: Settings): Promise<Check[]> {
  if (urls.length === 0) return [ok(NAME, 'None: everything is read from the database.')];
  const checks = await Promise.all(urls.map(examineReplica));
  // By its place in the list: an address holds a password.
  return checks.map((check, at) => ({
    ...check,
    message: `Replica ${at + 1} of ${urls.length}: ${check.message}`,
  }));
}

async function examineReplica(url: string): Promise<Check> {
  try {
    const { follows } = await queryOnce<{ follows: boolean }>(url, 'select pg_is_in_recovery() as follows');
    if (follows) return ok(NAME, 'It answers, and follows a database.');
    return warning(
      NAME,
      'It follows no database.',
      'Name a server that follows the one in DATABASE_URL by streaming replication, or nothing.',
    );
  } catch (error) {
    return unreachable(NAME, error);
  }
}
