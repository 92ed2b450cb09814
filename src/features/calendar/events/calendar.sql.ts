import { type AudienceViewer, FOUND_VIEWER, isManagedBy, VIEWER } from '../../../policy/audience.js';
import { isTurnedOn } from '../../../policy/school-feature.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { categoryProjection } from '../../publishing/item-projection.js';
import { instantOf } from '../../../policy/local-time.js';
import { isSlipListed } from '../../../policy/slip-visibility.js';
import { isSignupListed } from '../../../policy/signup-visibility.js';
import type { EventReference } from './event-details.js';
import { eventRsvp } from '../rsvp/event-rsvp.sql.js';
import { eventId, isEventVisible, isEventRetained } from '../../../policy/event-visibility.js';

/*
 * What the caller sees of the calendar. A statement that has one of these without a viewer of its own begins with
 * `with ${FIND_VIEWER}`.
 */

export const isVisible = (item: string, viewer = FOUND_VIEWER): string => isEventVisible(item, viewer);

export const isRetained = (event: string): string => isEventRetained(event, VIEWER.now);

/**
 * True for the `events e` that an id names.
 * @param next number of the first parameter that is free
 * @returns with the parameters that it adds
 */
export const isEvent = (reference: EventReference, next: number): [condition: string, added: string[]] =>
  'id' in reference
    ? [`e.id = $${next} and e.series_id is null`, [reference.id]]
    : [`e.series_id = $${next} and e.original_start = $${next + 1}`, [reference.seriesId, reference.key]];

export const isManaged = (item: string): string => isManagedBy(item, FOUND_VIEWER);

/** The id of `events e` as the outside knows it. */
export const EVENT_ID = eventId('e');

/** `from` and `where` of the sign-ups or slips (`item`) that the caller's list has; none while sign-ups are turned off. */
const listedIn =
  (table: string, isListed: typeof isSignupListed) =>
  (viewer: AudienceViewer): string => `
  from ${table} item join schools home on home.id = item.school_id
    and ${isTurnedOn('home', 'signups')}
  where ${isListed('item', viewer)}`;

export const fromListedSignups = listedIn('signups', isSignupListed);
export const fromListedSlips = listedIn('permission_slips', isSlipListed);

/** The first item of the caller's list that belongs to the event. */
const firstFor = (fromListed: typeof fromListedSignups): string => `
  (select item.id ${fromListed(FOUND_VIEWER)} and item.event_id = e.id order by item.opens_at, item.id limit 1)`;

/**
 * The columns of CalendarEvent, of `events e` with FROM_EVENTS.
 * @param own SQL of what is the reader's own: the ids of a sign-up and of a slip for the event, and EventRsvp
 */
export const eventColumns = ({ signup, slip, rsvp }: Record<'signup' | 'slip' | 'rsvp', string>): string => `
  ${EVENT_ID} as id,
  e.title, e.description, e.location, e.all_day, ${utcText('e.starts_at')} as starts_at, ${utcText('e.ends_at')} as ends_at,
  e.start_date::text as start_date, e.end_date::text as end_date, e.time_zone,
  ${categoryProjection('c')} as category,
  e.tags, e.organization_id, o.name as organization_name, e.series_id, e.original_start,
  e.series_id is not null and (e.status = 'cancelled' or cardinality(e.overrides) > 0) as is_exception, e.status,
  ${signup} as signup_id, ${slip} as permission_slip_id, ${rsvp} as rsvp, ${utcText('e.updated_at')} as updated_at`;

/** Columns of an event, as the caller may see them. */
export const EVENT = eventColumns({
  signup: firstFor(fromListedSignups),
  slip: firstFor(fromListedSlips),
  rsvp: eventRsvp(FOUND_VIEWER),
});

export const FROM_EVENTS = `
  events e left join categories c on c.school_id = e.school_id and c.id = e.category_id
  left join organizations o on o.school_id = e.school_id and o.id = e.organization_id`;

export const EVENT_ORDER = `e.start_date, e.all_day desc, e.starts_at, e.title collate "und-x-icu", e.id`;

/** The instant of the first occurrence as the series has it; whole days begin at the school. */
const SERIES_BEGINS = `(select ${instantOf('s.local_start::timestamp', 'clock.zone')} from (
  select case when s.all_day then (select home.time_zone from schools home where home.id = s.school_id) else s.time_zone end as zone
  ) clock)`;

const SERIES_RSVP = `case when s.rsvp_by is not null then json_build_object('by', s.rsvp_by,
  'until', ${utcText(`(${SERIES_BEGINS} - make_interval(secs => s.rsvp_lead_seconds))`)}, 'capacity', s.rsvp_capacity) end`;

/** The columns of EventSeries, of `event_series s` with FROM_SERIES. */
export const SERIES = `
  s.id, s.title, s.description, s.location, s.all_day, s.local_start,
  case when not s.all_day then s.duration end as duration_minutes,
  case when s.all_day then s.duration end as duration_days,
  s.time_zone, s.rrule, s.rdates, s.exdates, s.category_id, s.tags, s.organization_id,
  json_build_object('type', s.audience_type, 'graduation_years', s.audience_years,
    'organization_ids', s.audience_organization_ids) as audience,
  s.event_type, s.home_away, s.opponent,
  case when s.arrival_minutes_before is not null then to_char(
    s.local_start::timestamp - make_interval(mins => s.arrival_minutes_before), 'YYYY-MM-DD"T"HH24:MI') end as arrival_at,
  s.uniform, ${SERIES_RSVP} as rsvp, s.split_from_id as split_from, o.occurrence_count,
  coalesce(o.first_date, left(s.local_start, 10)) as first_date,
  coalesce(o.last_date, left(s.local_start, 10)) as last_date,
  coalesce(o.exceptions, '[]') as exceptions, s.sequence, ${utcText('s.updated_at')} as updated_at`;

/** The dates are of those that take place; of all of them when none does. */
export const FROM_SERIES = `
  event_series s left join lateral (
    select count(*) filter (where taking_place)::int as occurrence_count,
      coalesce(min(e.start_date) filter (where taking_place), min(e.start_date))::text as first_date,
      coalesce(max(e.end_date) filter (where taking_place), max(e.end_date))::text as last_date,
      json_agg(json_build_object('original_start', e.original_start,
          'kind', case when taking_place then 'changed' else 'cancelled' end) order by e.original_start)
        filter (where not taking_place or cardinality(e.overrides) > 0) as exceptions
    from (select *, status <> 'cancelled' as taking_place from events
      where school_id = s.school_id and series_id = s.id) e
  ) o on true`;

export const SERIES_ORDER = `first_date, s.title collate "und-x-icu", s.id`;
