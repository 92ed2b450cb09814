import { emptyWhenRepeated, isMeantFor, RECIPIENT } from '../../alerts/alert-audience.js';
import type { AlertKind, NotifiedItems } from '../../alerts/alert-kinds.js';
import { VIEWER } from '../../../policy/audience.js';
import { eventBegins, isRsvpClosed, isRsvpDue, rsvpClosesAt, rsvpLines } from '../../../policy/event-rsvp.js';
import { eventId, isEventRetained, isEventVisible } from '../../../policy/event-visibility.js';
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
const RSVP_REMINDER: AlertKind = { kind: 'event_rsvp_reminder', concerns: isRsvpDue };

/** A row `event` that a notification `n` is about. */
const IS_MAILED_EVENT = `event.school_id = m.school_id and (event.series_id is null and event.id = ${idOf('event')}
  or event.series_id = ${idOf('event')} and event.original_start = split_part(n.target_id, '_', 2))`;

/** No student is named: whose answers are asked for is seen where one has to sign in. What was called off or has begun is told to nobody. */
const CONTENT = `
  select 'event', 'calendar', n.target_id, event.title, ${emptyWhenRepeated(RSVP_REMINDER, 'event.description')},
    event.organization_id, null, null, ${rsvpClosesAt('event')}, '[]', null, false, false,
    case when not ${isRsvpClosed('event', '$2')} and exists (${rsvpLines('event', RECIPIENT)})
      then json_build_object('eventId', event.id) end
  from events event
  where ${IS_MAILED_EVENT} and event.status <> 'cancelled' and ${eventBegins('event')} > $2
    and case n.kind when 'event_created' then ${isMeantFor(CREATED, 'event', RECIPIENT)}
      when 'event_rsvp_reminder' then not ${isRsvpClosed('event', '$2')} and ${isMeantFor(RSVP_REMINDER, 'event', RECIPIENT)}
      else false end`;

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
    ...{ kinds: [CREATED, RSVP_REMINDER], contents: [CONTENT] },
  },
};
