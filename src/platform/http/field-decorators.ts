import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsInt, IsNotEmpty, IsString, Max, MaxLength, Min, ValidateBy, ValidateIf } from 'class-validator';
import { Temporal } from 'temporal-polyfill';
import { distinctNames } from '../text/distinct-names.js';
import { type Lines, normalizeText } from '../text/normalize.js';

/** A whole number in a query string; anything but digits stays as it came and fails. */
export const QueryInteger = (from: number, to: number) =>
  applyDecorators(
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
    ),
    IsInt(),
    Min(from),
    Max(to),
  );

/**
 * Cleaned, trimmed and NFC-normalised on write (contract section 0, rule 4). `MaxLength` beside it bounds what that costs: a
 * longer text is refused before (`declaredPart`).
 */
export const NormalizedText = (lines: Lines = 'one line') =>
  Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' ? (normalizeText(value, lines) ?? '') : value,
  );

/** A name or a title: one line of at most 200 characters, which may not be blank (contract section 0, rule 4). */
export const IsName = () => applyDecorators(NormalizedText(), IsString(), IsNotEmpty(), MaxLength(200));

/** A member that may be left out, and not be cleared: null is refused by the other rules. */
export const WhenGiven = () => ValidateIf((_, value) => value !== undefined);

/** Normalizes a text; a blank one becomes null. */
export const BlankIsNull = (lines: Lines = 'one line') =>
  Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' ? normalizeText(value, lines) : value,
  );

/** Normalised, blank ones left out, each once whatever its case. */
export const DistinctNames = () =>
  Transform(({ value }: TransformFnParams): unknown =>
    Array.isArray(value) ? distinctNames(value as unknown[]) : value,
  );

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
