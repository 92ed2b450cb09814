import type { SchoolDays } from './school-days.js';
import type { WatchedEvent, WatchedLunch } from './watch.repository.js';

const DAY_MS = 86_400_000;

/** An event with the moments at which it begins and is over; epoch milliseconds. */
export interface TimedEvent {
  event: WatchedEvent;
  begins: number;
  ends: number;
  /** A day or longer: it is next until it begins, and then nothing that goes on beside what the day brings. */
  isLasting: boolean;
}

/** Coming events of a school, as one person may see them. */
export interface WatchSchedule {
  days: SchoolDays;
  /** By when they begin. */
  events: TimedEvent[];
  /** By date. */
  lunches: Map<string, WatchedLunch>;
}

export function scheduleOf(events: WatchedEvent[], lunches: WatchedLunch[], days: SchoolDays): WatchSchedule {
  const timed = events.map((event) => timedEvent(event, days));
  return {
    days,
    events: timed.sort(
      (a, b) => a.begins - b.begins || a.ends - b.ends || (a.event.id < b.event.id ? -1 : 1),
    ),
    lunches: new Map(lunches.map((lunch) => [lunch.date, lunch])),
  };
}

function timedEvent(event: WatchedEvent, days: SchoolDays): TimedEvent {
  const begins = event.starts_at ? Date.parse(event.starts_at) : days.startOf(event.start_date);
  const ends = event.ends_at ? Date.parse(event.ends_at) : days.endOf(event.end_date);
  return { event, begins, ends, isLasting: event.all_day || ends - begins >= DAY_MS };
}

/** The event that is on; of several, the one that began last. */
export const runningAt = ({ events }: WatchSchedule, instant: number): TimedEvent | undefined =>
  events.findLast(({ begins, ends, isLasting }) => !isLasting && begins <= instant && instant < ends);

/** The event that begins next. */
export const comingAfter = ({ events }: WatchSchedule, instant: number): TimedEvent | undefined =>
  events.find(({ begins }) => begins > instant);

/** The event that lasts for days, and has begun. */
export const lastingAt = ({ events }: WatchSchedule, instant: number): TimedEvent | undefined =>
  events.find(({ begins, ends, isLasting }) => isLasting && begins <= instant && instant < ends);
