import type { Settings } from '../../platform/config/settings.js';
import { queryOnce } from '../../platform/database/query-once.js';
import { MOVE_LOCK } from '../../platform/database/advisory-locks.js';
import { MOVE_PREFIX } from '../move/move-name.js';
import { type Check, failed, ok, warning } from './check.js';

const NAME = 'moves';

interface MoveState {
  /** Replication slots that moves have made. */
  slots: number;
  /** Bytes of its log that the server does not remove for their sake. */
  retained: number;
  /** Whether a command is at it. */
  isUnderWay: boolean;
  /** Short names of schools that have moved, and are still read here. */
  moved: string[];
}

/** What a subscription makes for the first copy of a table has a name of PostgreSQL's own. */
const OF_A_MOVE = `database = current_database()
  and (starts_with(slot_name, '${MOVE_PREFIX}') or slot_name ~ '^pg_[0-9]+_sync_[0-9]+_[0-9]+$')`;

const STATE = `
  select count(*)::int as slots,
    coalesce(max(case when not pg_is_in_recovery()
      then pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) end), 0)::float8 as retained,
    exists (select from pg_locks where locktype = 'advisory' and classid = ${MOVE_LOCK}
      and database = (select oid from pg_database where datname = current_database())) as "isUnderWay",
    (select coalesce(json_agg(short_name order by short_name), '[]') from schools where moved_at is not null) as moved
  from pg_replication_slots where ${OF_A_MOVE}`;

/** Looks for what a move that was cut off has left: a slot that nobody reads from fills the disk. */
export async function examineMoves({ databaseUrl }: Settings): Promise<Check[]> {
  if (databaseUrl === null) return [];
  // Tables of another version, or no answer at all, are what other checks tell of.
  const state = await queryOnce<MoveState>(databaseUrl, STATE).catch(() => null);
  if (!state) return [];
  return [...judgeLeftovers(state), ...judgeMoved(state)];
}

function judgeLeftovers({ slots, retained, isUnderWay }: MoveState): Check[] {
  if (isUnderWay) return [ok(NAME, 'A school is being moved to another installation.')];
  if (slots === 0) return [];
  return [
    failed(
      NAME,
      `A move of a school was cut off, and has left ${slots} replication slots: for their sake the database keeps ${Math.ceil(retained / 1024 ** 2)} MB of its log, and soon more.`,
      'Run the same "school move" once more, with --cancel or without.',
    ),
  ];
}

function judgeMoved({ moved }: MoveState): Check[] {
  if (moved.length === 0) return [];
  return [
    warning(
      NAME,
      `Moved to another installation, still read here, and no longer written to: ${moved.join(', ')}.`,
      'Lead people to the other installation, then run "school move" with --remove-here.',
    ),
  ];
}
