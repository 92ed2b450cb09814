import { ValidateBy } from 'class-validator';
import { Temporal } from 'temporal-polyfill';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** A date-time with its offset: without one it is refused and never guessed (contract section 0, rule 3). */
export const IsTimestamp = () =>
  ValidateBy({
    name: 'isTimestamp',
    validator: {
      validate: (value) =>
        isText(value, TIMESTAMP) &&
        inReach(() => Temporal.Instant.from(value).toZonedDateTimeISO('UTC').year),
      defaultMessage: () => '$property must be a date-time with an offset, such as 2026-09-07T15:30:00Z',
    },
  });

/** A calendar date, at the school. */
export const IsCalendarDate = () =>
  ValidateBy({
    name: 'isCalendarDate',
    validator: {
      validate: isCalendarDate,
      defaultMessage: () => '$property must be a date, such as 2026-09-07',
    },
  });

/** Together with `IsCalendarDate`. */
export const IsWeekday = (day: (typeof WEEKDAYS)[number]) =>
  ValidateBy({
    name: 'isWeekday',
    validator: {
      validate: (value) =>
        isCalendarDate(value) && WEEKDAYS[Temporal.PlainDate.from(value).dayOfWeek - 1] === day,
      defaultMessage: () => `$property must be a ${day}`,
    },
  });

/** A date as IsCalendarDate wants it. */
export const isCalendarDate = (value: unknown): value is string =>
  isText(value, DATE) && inReach(() => Temporal.PlainDate.from(value).year);

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

/** Centuries away there is no school, and beyond them dates that the database does not know. */
function inReach(yearOf: () => number): boolean {
  try {
    const year = yearOf();
    return year >= 1900 && year < 2200;
  } catch {
    return false;
  }
}
