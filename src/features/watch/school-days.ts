import { Temporal } from 'temporal-polyfill';

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
