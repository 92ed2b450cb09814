import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isAddressedTo, VIEWER } from '../../policy/audience.js';
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

/** A place that the caller has claimed, of an item that has a time. */
export interface WatchedClaim {
  /** Id of the sign-up. */
  id: string;
  title: string;
  starts_at: string;
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
  commitments: WatchedClaim[];
  /** Own notifications that are not read. */
  unread: number;
  /** Number of items that wait for the caller's answer. */
  outstanding: number;
  /** When the first of that closes, UTC; null when none does. */
  outstanding_until: string | null;
}

/** All that is not over before today, as far as it takes place and is addressed to the caller. */
const COMING = `
  select case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
    e.title, e.location, e.all_day, e.starts_at, e.ends_at, e.start_date, e.end_date,
    coalesce(e.starts_at, e.start_date::timestamp at time zone school.time_zone) as begins
  from events e, school
  where $5::boolean and e.school_id = $1 and e.end_date >= school.today and e.status <> 'cancelled'
    and ${isAddressedTo('e', VIEWER)}`;

const IN_SIGHT = `
  (select * from coming where start_date <= (select today + 2 from school))
  union all
  (select * from coming where start_date > (select today + 2 from school)
    order by begins, ends_at, end_date, id collate "C" limit 1)`;

const EVENTS = `
  select e.id, e.title, e.location, e.all_day, ${utcText('e.starts_at')} as starts_at, ${utcText('e.ends_at')} as ends_at,
    e.start_date, e.end_date
  from (${IN_SIGHT}) e`;

const LUNCHES = `
  select m.date, m.items, m.image_name from menu_entries m
  where $6::boolean and m.school_id = $1 and m.meal_type = 'lunch' and m.date between school.today and school.today + 2`;

/** The next three that are not over, also of a sign-up that is gone (contract section 3, rule 12). */
const COMMITMENTS = `
  select s.id, i.title, ${utcText('i.starts_at')} as starts_at, ${utcText('i.ends_at')} as ends_at, s.location
  from signup_claims c join signup_items i on i.school_id = c.school_id and i.id = c.item_id
    join signups s on s.school_id = c.school_id and s.id = c.signup_id
    join schools home on home.id = s.school_id
  where c.membership_id = $2::uuid and c.school_id = $1::uuid and c.status = 'confirmed'
    and coalesce(i.ends_at, i.starts_at) > ${VIEWER.now} and ${isSignupOpened('s', VIEWER.now)}
    and ${isTurnedOn('home', 'signups')}
  order by i.starts_at, i.title collate "und-x-icu", c.id limit 3`;

const UNREAD = `
  select count(*)::int from notifications n
  where n.school_id = $1 and n.membership_id = $2 and n.read_at is null
    and n.created_at > $4::timestamptz - interval '180 days'`;

const OUTSTANDING = `
  select count(*)::int as outstanding, ${utcText('min(due_at)')} as outstanding_until
  from (${outstandingFor(VIEWER)}) item`;

const json = (rows: string): string => `coalesce((select json_agg(item) from (${rows}) item), '[]')`;

const WATCHED = `
  with school as materialized (
    select name, time_zone, locale, ($4::timestamptz at time zone time_zone)::date as today from schools where id = $1),
    coming as materialized (${COMING})
  select school.name, school.time_zone, school.locale, ${json(EVENTS)} as events, ${json(LUNCHES)} as lunches,
    ${json(COMMITMENTS)} as commitments, (${UNREAD}) as unread, waiting.*
  from school cross join (${OUTSTANDING}) waiting`;

/** The parts of the school that are read. */
export interface Sights {
  calendar: boolean;
  lunchMenus: boolean;
}

@Injectable()
export class WatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One round trip; null when the school was removed a moment ago. */
  async findWatched(
    { schoolId, membershipId, isAdmin }: Member,
    { calendar, lunchMenus }: Sights,
    now: Date,
  ): Promise<Watched | null> {
    const parameters = [schoolId, membershipId, isAdmin, now, calendar, lunchMenus];
    const [row] = await queryPrepared<Watched>(this.dataSource, WATCHED, parameters);
    return row ?? null;
  }
}
