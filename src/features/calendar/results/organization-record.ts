import { VIEWER } from '../../../policy/audience.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { memberContact } from '../../../policy/member-contact.js';
import { isEventDeleted } from '../../../policy/event-visibility.js';
import { fullName } from '../../../policy/name-order.js';
import { EVENT, EVENT_ID, FROM_EVENTS, isVisible, EVENT_ORDER } from '../events/calendar.sql.js';

/** Events of an organization that the caller may see: $5, after the viewer's parameters. */
export const OF_ORGANIZATION = `e.school_id = ${VIEWER.school} and e.organization_id = $5 and ${isVisible('e')}`;

const TODAY = `(select (${VIEWER.now}::timestamptz at time zone home.time_zone)::date from schools home
  where home.id = ${VIEWER.school})`;

/** An all-day event starts with its first day at the school. */
export const HAS_STARTED = `case when e.all_day then e.start_date <= ${TODAY} else e.starts_at <= ${VIEWER.now} end`;

const IS_OVER = `case when e.all_day then e.end_date < ${TODAY} else e.ends_at <= ${VIEWER.now} end`;

/** EventResultBody, with FROM_SCHEDULE. */
export const RESULT = `
  json_build_object('event_id', ${EVENT_ID}, 'date', e.start_date, 'opponent', e.opponent, 'outcome', r.outcome,
    'score_for', r.score_for, 'score_against', r.score_against, 'place', r.place, 'field_size', r.field_size,
    'summary', r.summary, 'recorded_by_name', coalesce(recorder.name, 'A former member'),
    'updated_at', ${utcText('r.updated_at')})`;

/** The columns of ScheduleEvent, with FROM_SCHEDULE. */
export const SCHEDULE_EVENT = `
  ${EVENT}, e.event_type, e.home_away, e.opponent, ${utcText('e.arrival_at')} as arrival_at, e.uniform,
  case when r.event_id is not null then ${RESULT} end as result`;

export const FROM_SCHEDULE = `
  ${FROM_EVENTS} left join event_results r on r.school_id = e.school_id and r.event_id = e.id
  left join lateral (
    select ${fullName('person')} as name from memberships m join users u on u.id = m.user_id ${memberContact('null')}
    where m.school_id = r.school_id and m.id = r.recorded_by_membership_id and m.deactivated_at is null
  ) recorder on true`;

/** The order of the calendar, backwards. */
export const NEWEST_FIRST = 'e.start_date desc, e.all_day, e.starts_at desc, e.title desc, e.id desc';

const DECIDED = `r.outcome in ('win', 'loss', 'tie')`;

/** A game that was played and then deleted was none; of one that was called off it is said that it has no result. */
export const IS_LISTED_RESULT = `(not ${isEventDeleted('e')} or r.outcome = 'no_result')`;

/**
 * The rows that `recordOf` counts, one for every listed result. `latest` is true for the newest decided results with one
 * outcome: the streak.
 */
export const OUTCOMES = `
  select r.outcome, r.score_for, r.score_against,
    ${DECIDED} and row_number() over (partition by ${DECIDED} order by ${NEWEST_FIRST})
      = row_number() over (partition by r.outcome order by ${NEWEST_FIRST}) as latest
  from events e join event_results r on r.school_id = e.school_id and r.event_id = e.id
  where ${OF_ORGANIZATION} and ${IS_LISTED_RESULT}`;

/** OrganizationRecord, of the rows of OUTCOMES. Scores are added as decimals: 0.1 and 0.2 are 0.3. */
export const recordOf = (season: string): string => `
  json_build_object('season', ${season},
    'wins', count(*) filter (where outcome = 'win'), 'losses', count(*) filter (where outcome = 'loss'),
    'ties', count(*) filter (where outcome = 'tie'),
    'points_for', coalesce(sum(score_for::numeric), 0)::float8,
    'points_against', coalesce(sum(score_against::numeric), 0)::float8,
    'streak', coalesce(upper(left(max(outcome) filter (where latest), 1)) || count(*) filter (where latest), ''))`;

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
export const recordOrNull = (season: string): string => `
  (select case when count(*) > 0 then ${recordOf(season)} end from (${OUTCOMES}) outcomes)`;
