import { stat } from 'node:fs/promises';
import { Clock } from '../../platform/clock/clock.js';
import type { Settings } from '../../platform/config/settings.js';
import { CLOCK_TOLERANCE_MS } from '../../platform/database/backup-records.repository.js';
import { queryOnce } from '../../platform/database/query-once.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { startupErrorLine } from '../../platform/errors/startup-error.js';
import { isBucketAddress } from '../../platform/config/bucket-address.js';
import { openBackupLocation } from '../backup/backup-location.js';
import type { Progress } from '../backup/backup.service.js';
import { tryRestore } from '../backup/restore-trial.js';
import { type Check, failed, isForFamilies, ok, warning } from './check.js';

const NAME = 'backups';
const HOUR_MS = 60 * 60 * 1000;
/** Hours: of one that is made every night, and of one that nobody makes any more. */
const OLD = { warning: 48, failed: 7 * 24 };
const REMEDY =
  'Let this run every night: "backup --to PLACE --keep 7d,4w,12m", PLACE being a folder or s3://bucket/folder.';

const LATEST = `now() + interval '${CLOCK_TOLERANCE_MS} milliseconds'`;

/** One that is dated in the future says that a clock was wrong, and nothing of how old the newest is. */
const NEWEST = `
  select (select count(*)::int from schools) as schools, made.made_at as "madeAt", made.address,
    (select count(*)::int from backups where made_at > ${LATEST}) as ahead
  from (select) one left join (select made_at, address from backups where made_at <= ${LATEST}
    order by made_at desc limit 1) made on true`;

const CLOCK_REMEDY = `Set the clock of the machine that makes them, and make one. ${REMEDY}`;

interface Newest {
  schools: number;
  madeAt: Date | null;
  address: string | null;
  /** Backups that are dated in the future. */
  ahead: number;
}

const NOTHING: Newest = { schools: 0, madeAt: null, address: null, ahead: 0 };

/** Whether the database has been backed up lately. */
export async function examineBackups(databaseUrl: string, { siteUrl }: Settings): Promise<Check> {
  // Tables of a release before it tell of none.
  const { schools, madeAt, ahead } = await queryOnce<Newest>(databaseUrl, NEWEST).catch(() => NOTHING);
  if (schools === 0) return ok(NAME, 'There is no school yet to back up.');
  const say = isForFamilies(siteUrl) ? failed : warning;
  if (!madeAt && ahead > 0) return say(NAME, 'Every backup is dated in the future.', CLOCK_REMEDY);
  if (!madeAt) return say(NAME, 'No backup has ever been made.', REMEDY);
  const hours = Math.floor((new Clock().now().getTime() - madeAt.getTime()) / HOUR_MS);
  const message = `The newest backup is ${hours < OLD.warning ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old.`;
  if (hours >= OLD.failed) return say(NAME, message, REMEDY);
  return hours >= OLD.warning ? warning(NAME, message, REMEDY) : ok(NAME, message);
}

export interface RestoreTrialOptions {
  /** A file, or a place with backups; without it the newest one that was noted. */
  from?: string;
  identity?: string;
  scratch?: string;
  progress: Progress;
}

/** Restores the newest backup into a database that nobody keeps. */
export async function examineRestore(
  databaseUrl: string,
  settings: Settings,
  { from, ...trial }: RestoreTrialOptions,
): Promise<Check> {
  try {
    const address = await newestAddress(databaseUrl, settings, from);
    const { tables, objects, made_at } = await tryRestore(address, settings, trial);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    return ok(
      NAME,
      `The backup of ${made_at} was restored for a trial: ${rows} rows; ${objects} objects are whole.`,
    );
  } catch (error) {
    return notRestored(error, trial.scratch === undefined ? 'DATABASE_URL' : '--scratch');
  }
}

/** A finding, whatever it is: the others are told as well. @param address what says where the database of the trial is */
function notRestored(error: unknown, address: string): Check {
  const [reason, remedy = TRIAL_REMEDY] = startupErrorLine(error)
    .replaceAll('DATABASE_URL', address)
    .split('\n');
  return failed(NAME, `The newest backup could not be restored for a trial: ${reason}`, remedy);
}

const TRIAL_REMEDY =
  'Do what the message says. Where the backup lies elsewhere, name it: "doctor --restore PLACE", with --identity FILE where it is encrypted. Where it cannot be restored, make a new one: "backup --to PLACE".';

async function newestAddress(
  databaseUrl: string,
  settings: Settings,
  from: string | undefined,
): Promise<string> {
  if (from === undefined) {
    const { address } = await queryOnce<Newest>(databaseUrl, NEWEST).catch(() => NOTHING);
    if (address !== null) return address;
    throw new CommandRefusedError('No backup has ever been made.');
  }
  const isFile = isBucketAddress(from) ? /\.(backup|age)$/.test(from) : await isFileAt(from);
  if (isFile) return from;
  const location = await openBackupLocation(from, settings);
  const [newest] = (await location.list()).sort((a, b) => b.at.getTime() - a.at.getTime());
  if (newest) return location.addressOf(newest.name);
  throw new CommandRefusedError(`There is no backup of this installation in ${from}.`);
}

const isFileAt = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
