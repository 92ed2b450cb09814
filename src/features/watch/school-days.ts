import { Temporal } from 'temporal-polyfill';

/** Days as they begin and end at a school. Instants are epoch milliseconds. */
export class SchoolDays {
  /** @param zone IANA name */
  constructor(readonly zone: string) {}

  /** `YYYY-MM-DD` */
  dateOf(instant: number): string {
    return this.at(instant).toPlainDate().toString();
  }

  /** The first moment of a date, or where the zone goes without it, of the next one that it has. */
  startOf(date: string): number {
    return Temporal.PlainDate.from(date).toZonedDateTime(this.zone).epochMilliseconds;
  }

  /** The first moment of the day after it. */
  endOf(date: string): number {
    return this.startOf(Temporal.PlainDate.from(date).add({ days: 1 }).toString());
  }

  /** A time of the clock on a date; later by as much as the clocks skip. */
  clockOn(date: string, plainTime: string): number {
    return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: this.zone, plainTime })
      .epochMilliseconds;
  }

  private at(instant: number): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.zone);
  }
}
