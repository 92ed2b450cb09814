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

/** @param day `YYYY-MM-DD` */
export const startOfDay = (day: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);

/** `YYYY-MM-DD` of an instant in a zone. */
export const dateAt = (instant: Date, zone: string): string => zoned(instant, zone).toPlainDate().toString();

/** `YYYY-MM-DDTHH:mm` of an instant in a zone; seconds where there are any. */
export const wallAt = (instant: Date, zone: string): string =>
  clockText(zoned(instant, zone).toPlainDateTime());

/** Whether the calendar of the zone has this day: Samoa went without 2011-12-30. */
export const hasDay = (day: Temporal.PlainDate, zone: string): boolean =>
  day.toZonedDateTime(zone).toPlainDate().equals(day);

const WALL = /^\d{4}-?\d\d-?\d\d(T\d\d(:?[0-5]\d){1,2}(Z|[+-]\d\d:\d\d)?)?$/;

/** Whether a time says itself where it is, by an offset or a `Z`. */
export const hasOffset = (text: string): boolean => text.includes('T') && /(Z|[+-]\d\d:?\d\d)$/.test(text);

/**
 * A clock or a day as a client writes it, extended or basic: `2026-09-07T15:30`, `2026-09-07`, or a moment with an
 * offset as the wall of the zone shows it. Null when it is none, or centuries away.
 */
export function readWall(text: string, zone: string): string | null {
  if (!WALL.test(text)) return null;
  try {
    const wall = /(Z|[+-]\d\d:\d\d)$/.test(text)
      ? Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime()
      : Temporal.PlainDateTime.from(text);
    if (wall.year < 1900 || wall.year >= 2200) return null;
    return text.includes('T') ? clockText(wall) : wall.toPlainDate().toString();
  } catch {
    return null;
  }
}

/** The IANA name as it is written; null when it is none. An offset such as +02:00 knows no daylight saving. */
export function zoneNamed(text: string): string | null {
  if (!/^[A-Za-z]/.test(text)) return null;
  try {
    return Temporal.PlainDate.from('2000-01-01').toZonedDateTime(text).timeZoneId;
  } catch {
    return null;
  }
}

/** `YYYY-MM-DDTHH:mm`; seconds where there are any. */
export const clockText = (wall: Temporal.PlainDateTime): string =>
  wall.toString({ smallestUnit: wall.second === 0 ? 'minute' : 'second' });

const zoned = (instant: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
