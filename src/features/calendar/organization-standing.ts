import { EVENT_ORDER } from './calendar.sql.js';
import {
  FROM_SCHEDULE,
  IS_OVER,
  OF_ORGANIZATION,
  OUTCOMES,
  recordOf,
  SCHEDULE_EVENT,
} from './schedule.sql.js';

/*
 * How an organization stands, as SQL values for a statement that reads one: the caller's school, membership, right as
 * an admin and now are its first parameters, and the organization the fifth.
 */

/** ScheduleEvent: what comes next, or is under way, of what the caller may see. */
export const NEXT_EVENT = `
  (select to_json(coming) from (
    select ${SCHEDULE_EVENT} from ${FROM_SCHEDULE}
    where ${OF_ORGANIZATION} and e.status <> 'cancelled' and not ${IS_OVER}
    order by ${EVENT_ORDER} limit 1) coming)`;

/** OrganizationRecord; null when there are no results. */
export const standingOf = (season: string): string => `
  (select case when count(*) > 0 then ${recordOf(season)} end from (${OUTCOMES}) outcomes)`;
