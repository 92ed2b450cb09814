import { Temporal } from 'temporal-polyfill';
import type { WatchedEvent, WatchedLunch } from './watch.repository.js';

interface Day {
  begins: number;
  ends: number;
}

/** Days as they begin and end at a school. Instants are epoch milliseconds. */
export class SchoolDays {
  /** Days by their date: a watch is about three of them, and asks for each many times. */
  private readonly known = new Map<string, Day>();

  /** @param zone IANA name */
  constructor(readonly zone: string) {}

  /** `YYYY-MM-DD` */
  dateOf(instant: number): string {
    for (const [date, { begins, ends }] of this.known) if (begins <= instant && instant < ends) return date;
    const date = Temporal.Instant.fromEpochMilliseconds(instant)
      .toZonedDateTimeISO(this.zone)
      .toPlainDate()
      .toString();
    this.dayOf(date);
    return date;
  }

  /** The first moment of a date, or where the zone goes without it, of the next one that it has. */
  startOf(date: string): number {
    return this.dayOf(date).begins;
  }

  /** The first moment of the day after it. */
  endOf(date: string): number {
    return this.dayOf(date).ends;
  }

  /** A time of the clock on a date; later by as much as the clocks skip. */
  clockOn(date: string, plainTime: string): number {
    return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: this.zone, plainTime })
      .epochMilliseconds;
  }

  private dayOf(date: string): Day {
    const day = this.known.get(date) ?? this.readDay(Temporal.PlainDate.from(date));
    this.known.set(date, day);
    return day;
  }

  private readDay(date: Temporal.PlainDate): Day {
    const [begins, ends] = [date, date.add({ days: 1 })].map(
      (day) => day.toZonedDateTime(this.zone).epochMilliseconds,
    ) as [number, number];
    return { begins, ends };
  }
}

const DAY_MS = 86_400_000;

/** An event with the moments at which it begins and is over; epoch milliseconds. */
export interface Sight {
  event: WatchedEvent;
  begins: number;
  ends: number;
  /** A day or longer: it is next until it begins, and then nothing that goes on beside what the day brings. */
  isLasting: boolean;
}

/** Coming events of a school, as one person may see them. */
export interface Outlook {
  days: SchoolDays;
  /** By when they begin. */
  sights: Sight[];
  /** By date. */
  lunches: Map<string, WatchedLunch>;
}

export function outlookOf(events: WatchedEvent[], lunches: WatchedLunch[], days: SchoolDays): Outlook {
  const sights = events.map((event) => sightOf(event, days));
  return {
    days,
    sights: sights.sort(
      (a, b) => a.begins - b.begins || a.ends - b.ends || (a.event.id < b.event.id ? -1 : 1),
    ),
    lunches: new Map(lunches.map((lunch) => [lunch.date, lunch])),
  };
}

function sightOf(event: WatchedEvent, days: SchoolDays): Sight {
  const begins = event.starts_at ? Date.parse(event.starts_at) : days.startOf(event.start_date);
  const ends = event.ends_at ? Date.parse(event.ends_at) : days.endOf(event.end_date);
  return { event, begins, ends, isLasting: event.all_day || ends - begins >= DAY_MS };
}

/** The event that is on; of several, the one that began last. */
export const runningAt = ({ sights }: Outlook, instant: number): Sight | undefined =>
  sights.findLast(({ begins, ends, isLasting }) => !isLasting && begins <= instant && instant < ends);

/** The event that begins next. */
export const comingAfter = ({ sights }: Outlook, instant: number): Sight | undefined =>
  sights.find(({ begins }) => begins > instant);

/** The event that lasts for days, and has begun. */
export const lastingAt = ({ sights }: Outlook, instant: number): Sight | undefined =>
  sights.find(({ begins, ends, isLasting }) => isLasting && begins <= instant && instant < ends);
