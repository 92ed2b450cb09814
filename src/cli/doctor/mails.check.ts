import { Clock } from '../../platform/clock/clock.js';
import { queryOnce } from '../../platform/database/query-once.js';
import { type Check, ok, warning } from './check.js';

const NAME = 'mails';
/** Minutes that a mail may be due: what sends them comes by every few seconds, and tries again for hours. */
const STUCK_MINUTES = 60;

/** One that was tried waits since it was written down; one that waits for its hour does not wait. */
const MAILS = `
  select count(*) filter (where state = 'dead')::int as dead,
    count(*) filter (where state = 'waiting' and (attempts > 0 or due_at <= now()))::int as waiting,
    min(case when attempts = 0 then due_at else created_at end)
      filter (where state = 'waiting' and (attempts > 0 or due_at <= now())) as oldest
  from mails`;

interface Mails {
  dead: number;
  waiting: number;
  oldest: Date | null;
}

/** Mails that nobody sends, or that were given up. */
export async function examineMails(databaseUrl: string): Promise<Check> {
  // Tables of a release before it have none.
  const none: Mails = { dead: 0, waiting: 0, oldest: null };
  const { dead, waiting, oldest } = await queryOnce<Mails>(databaseUrl, MAILS).catch(() => none);
  const minutes = oldest === null ? 0 : Math.floor((new Clock().now().getTime() - oldest.getTime()) / 60_000);
  if (minutes >= STUCK_MINUTES)
    return warning(
      NAME,
      `Mails that are due and not sent: ${waiting}, the oldest for ${minutes} minutes.`,
      'Start the service, which sends them; where it runs, its log says what the mail server answers.',
    );
  if (dead > 0)
    return warning(
      NAME,
      `Mails that were given up: ${dead}.`,
      'Run "jobs list --failed", which says whose they were and why. Put that right, and run "jobs retry ID" for each.',
    );
  return ok(NAME, `Mails that are due: ${waiting}; given up: none.`);
}
