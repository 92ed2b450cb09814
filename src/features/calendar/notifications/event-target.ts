import { HAS_MORE_CHANGES, isMeantFor, RECIPIENT } from '../../alerts/alert-audience.js';
import type { AlertKind, NotifiedItems } from '../../alerts/alert-kinds.js';
import { VIEWER } from '../../../policy/audience.js';
import { eventBegins, isRsvpClosed, isRsvpDue, rsvpClosesAt, rsvpLines } from '../../../policy/event-rsvp.js';
import { eventId, isEventRetained, isEventVisible } from '../../../policy/event-visibility.js';
import { instantOf } from '../../../policy/local-time.js';
import { FORMER_EVENT } from './change-details.js';
import { idOf, ofSchool, reasonWhenHidden } from '../../alerts/notifications/notification-targets.js';

/**
 * The state of an event for its notifications. A cancelled event stays in the table for the sake of calendar apps: to
 * readers it is deleted.
 */
const AVAILABILITY = `
  select item.organization_id, case when ${isEventVisible('item', VIEWER)}
    then ${reasonWhenHidden(isEventRetained('item', VIEWER.now), 'deleted')} else 'not_visible' end as hidden
  from events item where item.school_id = n.school_id and (
    item.series_id is null and item.id = ${idOf('event')}
    or item.series_id = ${idOf('event')} and item.original_start = split_part(n.target_id, '_', 2))`;

const CREATED: AlertKind = { kind: 'event_created' };
const CHANGED: AlertKind = { kind: 'event_changed' };
const CANCELLED: AlertKind = { kind: 'event_cancelled' };
const RSVP_REMINDER: AlertKind = { kind: 'event_rsvp_reminder', concerns: isRsvpDue };

/** A row `event` that a notification `n` is about. */
const IS_MAILED_EVENT = `event.school_id = m.school_id and (event.series_id is null and event.id = ${idOf('event')}
  or event.series_id = ${idOf('event')} and event.original_start = split_part(n.target_id, '_', 2))`;

const TIME_AND_PLACE = [
  'all_day',
  'starts_at',
  'ends_at',
  'start_date',
  'end_date',
  'location',
  'arrival_at',
];

/** What moved back before its mail was sent has not moved; of what takes place again the reader knows that it was off. */
const IS_ELSEWHERE = `exists (select from ${FORMER_EVENT} where was.cancelled
  or (${TIME_AND_PLACE.map((name) => `event.${name}`).join(', ')})
    is distinct from (${TIME_AND_PLACE.map((name) => `was.${name}`).join(', ')}))`;

/** No student is named: whose answers are asked for is seen where one has to sign in. What was called off or has begun is told to nobody. */
const CONTENT = `
  select 'event', 'calendar', n.target_id, event.title,
    case when n.kind = 'event_created' then event.description end,
    event.organization_id, null, null, case when n.kind <> 'event_changed' then ${rsvpClosesAt('event')} end, '[]', null, false, false,
    case when not ${isRsvpClosed('event', '$2')} and exists (${rsvpLines('event', RECIPIENT)})
      then json_build_object('eventId', event.id) end
  from events event
  where ${IS_MAILED_EVENT} and event.status <> 'cancelled' and ${eventBegins('event')} > $2
    and case n.kind when 'event_created' then ${isMeantFor(CREATED, 'event', RECIPIENT)}
      when 'event_changed' then ${IS_ELSEWHERE} and ${isMeantFor(CHANGED, 'event', RECIPIENT)}
      when 'event_rsvp_reminder' then not ${isRsvpClosed('event', '$2')} and ${isMeantFor(RSVP_REMINDER, 'event', RECIPIENT)}
      else false end`;

/** Told as the reader knew it. It may be gone from its table; what takes place again is not off, and what would be over by now is no news. */
const CANCELLED_CONTENT = `
  select 'event', 'calendar', n.target_id, coalesce(event.title, was.title), null, was.organization_id, null, null, null, '[]', null, false, false, null
  from ${FORMER_EVENT} left join events event on ${IS_MAILED_EVENT}
  where n.kind = 'event_cancelled' and coalesce(event.status = 'cancelled', true)
    and coalesce(was.starts_at, ${instantOf('was.start_date::timestamp', 'school.time_zone')}) > $2
    and case when event.id is null then ${isMeantFor(CANCELLED, 'was', RECIPIENT)}
      else ${isMeantFor(CANCELLED, 'event', RECIPIENT)} end`;

/** When and where a row of events takes place, as JSON. */
const whenAndWhere = (
  event: string,
): string => `json_build_object('allDay', ${event}.all_day, 'startsAt', ${event}.starts_at,
  'endsAt', ${event}.ends_at, 'startDate', ${event}.start_date, 'endDate', ${event}.end_date, 'location', ${event}.location,
  'arrivalAt', ${event}.arrival_at)`;

/** What was is told to those alone who were in its audience: an event may have moved and become theirs in one write. */
const OCCASION = `
  select json_build_object(
    'was', case when was.cancelled is null then null when ${isMeantFor(CHANGED, 'was', RECIPIENT)} then ${whenAndWhere('was')}
      when n.kind = 'event_cancelled' then ${whenAndWhere('event')} end,
    'wasCancelled', coalesce(was.cancelled, false),
    'is', case when event.status <> 'cancelled' then ${whenAndWhere('event')} end,
    'hasMore', was.cancelled is not null and ${HAS_MORE_CHANGES})
  from ${FORMER_EVENT} left join events event on ${IS_MAILED_EVENT}
  where n.kind in ('event_created', 'event_changed', 'event_cancelled', 'event_rsvp_reminder')`;

/** An occurrence is named by its series and its original start. */
const NAMES = {
  id: eventId('item'),
  isNamed: `(item.series_id is null and item.id = (case when strpos($1::text, '_') = 0 then $1::text end)::uuid
    or item.series_id = (case when strpos($1::text, '_') > 0 then split_part($1::text, '_', 1) end)::uuid
      and item.original_start = split_part($1::text, '_', 2))`,
};

/** The recipients of a change are computed with the change (`notifications-of-write.ts`). */
export const EVENT_ALERTS: NotifiedItems = {
  target: { feature: 'calendar', path: ofSchool('calendar/events'), availability: AVAILABILITY },
  alerts: {
    ...{ table: 'events', names: NAMES, feature: 'calendar' },
    ...{ kinds: [CREATED, RSVP_REMINDER, CHANGED, CANCELLED] },
    ...{ contents: [CONTENT, CANCELLED_CONTENT], occasion: OCCASION },
  },
};
