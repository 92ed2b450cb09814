import { queryOnce } from '../../platform/database/query-once.js';
import { type Check, failed, ok } from './check.js';

const NAME = 'audit';
/** Entries of each chain that are looked at: all of them take minutes, for which there is `audit verify`. */
const NEWEST = 200;

const BROKEN = `
  with newest as (
    select e.* from audit_heads h cross join lateral (
      select * from audit_entries e where e.school_id = h.school_id order by position desc limit ${NEWEST}) e
  ), chained as (
    select e.school_id, e.position, e.hash, lag(e.position) over chain as before,
      case when lag(e.hash) over chain is not null then audit_hash(lag(e.hash) over chain, e::audit_entries) end as made
    from newest e window chain as (partition by e.school_id order by e.position)
  )
  select (select count(*) from chained where before is not null and (position <> before + 1 or hash <> made))::int
    + (select count(*) from audit_heads h where h.position > coalesce(h.removed_position, 0)
        and not exists (select from chained c where c.school_id = h.school_id and c.position = h.position and c.hash = h.hash))::int
    as faults`;

/** Whether the newest entries of the audit trail are as they were written. */
export async function examineTrail(databaseUrl: string): Promise<Check> {
  // Tables of a release before it have none.
  const { faults } = await queryOnce<{ faults: number }>(databaseUrl, BROKEN).catch(() => ({ faults: 0 }));
  if (faults === 0)
    return ok(NAME, `The newest ${NEWEST} entries of each chain of the trail are as they were written.`);
  return failed(
    NAME,
    'Entries of the audit trail were altered or removed.',
    'Run "audit verify", which names the first one, and find out who is let into the database beside the service. Go on with a backup of before: "restore FILE --into-empty" into another database, which is named in DATABASE_URL then.',
  );
}
