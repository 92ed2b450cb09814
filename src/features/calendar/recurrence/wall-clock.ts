import { Temporal } from 'temporal-polyfill';

/**
 * The instant at which a clock on the wall of a zone shows this time (contract section 7, rule 2): one that the spring
 * gap skips moves forward by the gap, one that comes twice in autumn is the first. Null where the zone skips the whole
 * day (contract section 14, rule 7).
 * @param wall `2026-09-07T15:30`
 * @param zone IANA name
 */
export function instantAt(wall: string, zone: string): Date | null {
  const clock = Temporal.PlainDateTime.from(wall);
  if (!hasDay(clock.toPlainDate(), zone)) return null;
  return new Date(clock.toZonedDateTime(zone).epochMilliseconds);
}

/** `YYYY-MM-DD` of an instant in a zone. */
export const dateAt = (instant: Date, zone: string): string => zoned(instant, zone).toPlainDate().toString();

/** `YYYY-MM-DDTHH:mm` of an instant in a zone; seconds where there are any. */
export const wallAt = (instant: Date, zone: string): string =>
  zoned(instant, zone)
    .toPlainDateTime()
    .toString({ smallestUnit: instant.getTime() % 60_000 === 0 ? 'minute' : 'second' });

/** Whether the calendar of the zone has this day: Samoa went without 2011-12-30. */
export const hasDay = (day: Temporal.PlainDate, zone: string): boolean =>
  day.toZonedDateTime(zone).toPlainDate().equals(day);

const zoned = (instant: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
