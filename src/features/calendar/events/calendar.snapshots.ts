import { findAudience, foundViewer, keysOf, keysTo, type AudienceViewer } from '../../../policy/audience.js';
import type { AccessNames, Prefetch } from '../../../platform/auth/prefetch.js';
import { revisionOf, type RequestContext, type SnapshotKind } from '../../../platform/cache/snapshot-kind.js';
import type { CalendarEventBody } from './calendar-event.dto.js';
import {
  EVENT_ORDER,
  eventColumns,
  FROM_EVENTS,
  fromListedSignups,
  fromListedSlips,
} from './calendar.sql.js';
import type { EventRsvp } from '../rsvp/event-rsvp.dto.js';
import { eventRsvp } from '../rsvp/event-rsvp.sql.js';
import { goneAt, isEventRetained, isEventVisible } from '../../../policy/event-visibility.js';

/** The earliest moment: an event that exists at any time exists then. */
const EARLIEST = `'-infinity'`;

interface Row extends CalendarEventBody {
  row_id: string;
  keys: string[];
  /** Milliseconds since 1970. */
  until: number | null;
}

/** The caller's part of the calendar, prefetched: it holds now. */
export interface CalendarContext {
  revision: number;
  keys: string[];
  /** First sign-up and first slip of each event in the caller's lists, by the id of the event's row. */
  signups: Record<string, string> | null;
  slips: Record<string, string> | null;
  /** Who comes to each event that asks, with the caller's own answers, by the id of the event's row. */
  rsvps: Record<string, EventRsvp> | null;
}

const byEvent = (fromListed: string): string => `
  (select json_object_agg(event_id, id) from (
    select distinct on (item.event_id) item.event_id, item.id ${fromListed} and item.event_id is not null
    order by item.event_id, item.opens_at, item.id) listed)`;

const viewerOf = ({ school, membership, isAdmin, now }: AccessNames): AudienceViewer => ({
  school,
  membership,
  admin: isAdmin,
  now,
});

export const CALENDAR_PREFETCH: Prefetch = {
  name: 'calendar',
  sql: (names) => {
    const viewer = foundViewer(viewerOf(names));
    return `(select json_build_object('revision', ${revisionOf('events', names.school)}, 'keys', ${keysOf(viewer)},
      'signups', ${byEvent(fromListedSignups(viewer))},
      'slips', ${byEvent(fromListedSlips(viewer))}, 'rsvps', ${rsvpsOf(viewer)})
      from ${findAudience(viewerOf(names))})`;
  },
};

/** Answers come at every moment, and each would make the whole list anew: they are read for each reader. */
const rsvpsOf = (viewer: AudienceViewer): string => `
  (select json_object_agg(e.id, ${eventRsvp(viewer)}) from events e
   where e.school_id = ${viewer.school}::uuid and e.rsvp_by is not null and ${isEventVisible('e', viewer)}
     and ${isEventRetained('e', viewer.now)})`;

const offered = (signup_id: string | null, permission_slip_id: string | null, rsvp: EventRsvp | null) => ({
  signup_id,
  permission_slip_id,
  rsvp,
});

/** @param now of the request */
export function requestContextOf(
  { revision, keys, signups, slips, rsvps }: CalendarContext,
  now: Date,
): RequestContext {
  const events = new Set([signups, slips, rsvps].flatMap((found) => Object.keys(found ?? {})));
  const own = [...events].map(
    (event) =>
      [event, offered(signups?.[event] ?? null, slips?.[event] ?? null, rsvps?.[event] ?? null)] as const,
  );
  const lines = Object.values(rsvps ?? {}).flatMap(({ mine }) => mine);
  return { revision, keys, own, now, hasPrivateText: lines.some(({ comment }) => comment !== null) };
}

/** Every event of the school, for whoever may see it. */
export const CALENDAR: SnapshotKind<Row> = {
  name: 'calendar',
  subject: 'events',
  list: 'events',
  rows: `
    select ${eventColumns({ signup: 'null', slip: 'null', rsvp: 'null' })}, e.id as row_id, ${keysTo('e')} as keys,
      case when e.status = 'cancelled' then (extract(epoch from ${goneAt('e')}) * 1000)::float8 end as until
    from ${FROM_EVENTS}
    where e.school_id = $1 and ${isEventRetained('e', EARLIEST)}
    order by ${EVENT_ORDER}`,
  write: (events) =>
    events.map(({ row_id: id, keys, until, ...event }) => ({ id, keys, until, text: JSON.stringify(event) })),
  own: offered(null, null, null),
};
