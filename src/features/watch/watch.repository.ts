import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FIND_VIEWER, FOUND_VIEWER, isAddressedTo, VIEWER } from '../../policy/audience.js';
import { eventBegins, isComing } from '../../policy/event-rsvp.js';
import { eventId, isEventVisible } from '../../policy/event-visibility.js';
import { instantOf } from '../../policy/local-time.js';
import { isTurnedOn } from '../../policy/school-feature.js';
import { isSignupOpened } from '../../policy/signup-visibility.js';
import type { Member } from '../../platform/auth/caller.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { utcText } from '../../platform/database/utc-text.js';
import { outstandingFor } from '../me/todo-items.js';

/** An event as the calendar has it. */
export interface WatchedEvent {
  id: string;
  title: string;
  location: string | null;
  all_day: boolean;
  /** UTC; null when all day. */
  starts_at: string | null;
  ends_at: string | null;
  /** At the school; the end is inclusive. */
  start_date: string;
  end_date: string;
}

export interface WatchedLunch {
  date: string;
  items: string;
  image_name: string | null;
}

/** Something that the caller has promised: a claim of an item that has a time, or a yes to an event. */
export interface Commitment {
  kind: 'signup' | 'event';
  /** Id of the sign-up or the event. */
  id: string;
  title: string;
  /** Null for an event that takes whole days. */
  starts_at: string | null;
  ends_at: string | null;
  location: string | null;
}

export interface Watched {
  name: string;
  /** IANA name. */
  time_zone: string;
  /** BCP 47. */
  locale: string;
  /** From today to the day after tomorrow, and the one that comes after these. */
  events: WatchedEvent[];
  /** From today to the day after tomorrow. */
  lunches: WatchedLunch[];
  /** The next three that are not over. */
  commitments: Commitment[];
  /** Own notifications that are not read. */
  unread: number;
  /** Number of items that wait for the caller's answer. */
  outstanding: number;
  /** When the first of that closes, UTC; null when none does. */
  outstanding_until: string | null;
}

/** What is not over before today and begins on these days, as far as it takes place and is addressed to the caller. */
const coming = (days: string): string => `
  select case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
    e.title, e.location, e.all_day, e.starts_at, e.ends_at, e.start_date, e.end_date,
    coalesce(e.starts_at, ${instantOf('e.start_date::timestamp', 'school.time_zone')}) as begins
  from events e, school
  where $5::boolean and e.school_id = $1 and e.end_date >= school.today and ${days} and e.status <> 'cancelled'
    and ${isAddressedTo('e', FOUND_VIEWER)}`;

/** Of a year of events the first one that comes after is found by its day: none of the others is looked at. */
const IN_SIGHT = `
  (${coming('e.start_date <= school.today + 2')})
  union all
  (select * from (${coming('e.start_date > school.today + 2')}) later
    order by start_date, begins, ends_at, end_date, id collate "C" limit 1)`;

const EVENTS = `
  select e.id, e.title, e.location, e.all_day, ${utcText('e.starts_at')} as starts_at, ${utcText('e.ends_at')} as ends_at,
    e.start_date, e.end_date
  from (${IN_SIGHT}) e`;

const LUNCHES = `
  select m.date, m.items, m.image_name from menu_entries m
  where $6::boolean and m.school_id = $1 and m.meal_type = 'lunch' and m.date between school.today and school.today + 2`;

/** Claims that are not over, also of a sign-up that is gone (contract section 3, rule 12). */
const CLAIMS = `
  select 'signup' as kind, s.id::text as id, i.title, i.starts_at, i.ends_at, s.location, i.starts_at as begins, c.id as tie
  from signup_claims c join signup_items i on i.school_id = c.school_id and i.id = c.item_id
    join signups s on s.school_id = c.school_id and s.id = c.signup_id
    join schools home on home.id = s.school_id
  where c.membership_id = $2::uuid and c.school_id = $1::uuid and c.status = 'confirmed'
    and coalesce(i.ends_at, i.starts_at) > ${VIEWER.now} and ${isSignupOpened('s', VIEWER.now)}
    and ${isTurnedOn('home', 'signups')}`;

/** Events to which the caller or a student of theirs comes. */
const COMING_TO = `
  select 'event', ${eventId('e')}, e.title, e.starts_at, e.ends_at, e.location, ${eventBegins('e')}, e.id
  from events e, school
  where $5::boolean and e.school_id = $1 and e.rsvp_by is not null and e.status <> 'cancelled' and e.end_date >= school.today
    and coalesce(e.ends_at > ${VIEWER.now}::timestamptz, true) and ${isEventVisible('e', FOUND_VIEWER)} and ${isComing('e', VIEWER)}`;

const COMMITMENTS = `
  select kind, id, title, ${utcText('starts_at')} as starts_at, ${utcText('ends_at')} as ends_at, location
  from (${CLAIMS} union all ${COMING_TO}) own order by begins, title collate "und-x-icu", tie limit 3`;

const UNREAD = `
  select count(*)::int from notifications n
  where n.school_id = $1 and n.membership_id = $2 and n.read_at is null
    and n.created_at > $4::timestamptz - interval '180 days'`;

const OUTSTANDING = `
  select count(*)::int as outstanding, ${utcText('min(due_at)')} as outstanding_until
  from (${outstandingFor(FOUND_VIEWER)}) item`;

const json = (rows: string): string => `coalesce((select json_agg(item) from (${rows}) item), '[]')`;

const WATCHED = `
  with school as materialized (
    select name, time_zone, locale, ($4::timestamptz at time zone time_zone)::date as today from schools where id = $1),
  ${FIND_VIEWER}
  select school.name, school.time_zone, school.locale, ${json(EVENTS)} as events, ${json(LUNCHES)} as lunches,
    ${json(COMMITMENTS)} as commitments, (${UNREAD}) as unread, waiting.*
  from school cross join (${OUTSTANDING}) waiting`;

/** The parts of the school that are read. */
export interface WatchedFeatures {
  calendar: boolean;
  lunchMenus: boolean;
}

@Injectable()
export class WatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One round trip; null when the school was removed a moment ago. */
  async findWatched(
    { schoolId, membershipId, isAdmin }: Member,
    { calendar, lunchMenus }: WatchedFeatures,
    now: Date,
  ): Promise<Watched | null> {
    const parameters = [schoolId, membershipId, isAdmin, now, calendar, lunchMenus];
    const [row] = await queryPrepared<Watched>(this.dataSource, WATCHED, parameters);
    return row ?? null;
  }
}
