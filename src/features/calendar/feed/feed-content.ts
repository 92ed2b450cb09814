import type { EventStatus } from '../event-words.js';
import { isPlainRule } from '../recurrence/recurrence-rule.js';
import type { SeriesTimes } from '../recurrence/series-times.js';
import { timesOf } from '../series-columns.js';

/* What a feed is made of, as the database writes it (feed.sql.ts). */

interface Described {
  title: string;
  /** Sanitised HTML. */
  description: string | null;
  location: string | null;
  /** Its name. */
  category: string | null;
  tags: string[];
  /** UTC */
  updated_at: string;
}

export interface FeedTimes {
  all_day: boolean;
  /** UTC; null when all day. */
  starts_at: string | null;
  ends_at: string | null;
  /** At the school; the end is inclusive. */
  start_date: string;
  end_date: string;
}

/** An entry that stands for itself. */
export interface FeedEvent extends Described, FeedTimes {
  id: string;
  /** Where it is a claim of the owner's, and no event. */
  signup_id: string | null;
  /** IANA name. */
  time_zone: string;
  status: EventStatus;
  sequence: number;
}

export interface FeedSeries extends Described {
  id: string;
  all_day: boolean;
  local_start: string;
  /** Minutes; days when all day. */
  duration: number;
  time_zone: string;
  rrule: string | null;
  rdates: string[];
  exdates: string[];
  sequence: number;
  /** Original starts of occurrences that are as the series has them. */
  kept: string[];
  /** Of those that do not take place, or are not for this reader. */
  off: string[];
  changed: FeedChange[];
}

/** An occurrence that differs from its series. */
export interface FeedChange extends Described, FeedTimes {
  original_start: string;
  status: EventStatus;
  /** Of the occurrence alone: to be added to that of the series. */
  sequence: number;
}

export interface FeedContent {
  name: string;
  school_id: string;
  /** Of the school, IANA name. */
  time_zone: string;
  events: FeedEvent[];
  series: FeedSeries[];
}

/** Without a rule that readers may take for another one: its occurrences are then told one by one. */
export const repetitionOf = ({
  all_day,
  local_start,
  time_zone,
  rrule,
  ...series
}: FeedSeries): SeriesTimes =>
  timesOf({
    ...series,
    allDay: all_day,
    localStart: local_start,
    timeZone: time_zone,
    rrule: rrule !== null && isPlainRule(rrule) ? rrule : null,
  });
