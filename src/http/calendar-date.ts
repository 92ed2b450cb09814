import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `YYYY-MM-DD`, a day that there is, from the year 1 on (contract section 0, rule 3). */
export const CalendarDate = () =>
  applyDecorators(
    ApiProperty({ type: String, format: 'date' }),
    ValidateBy({
      name: 'calendarDate',
      validator: {
        validate: isCalendarDate,
        defaultMessage: () => '$property should be a date such as 2026-09-06',
      },
    }),
  );

/** Together with `CalendarDate`. */
export const Weekday = (day: (typeof WEEKDAYS)[number]) =>
  ValidateBy({
    name: 'weekday',
    validator: {
      validate: (value) =>
        isCalendarDate(value) && WEEKDAYS[new Date(`${value}T00:00:00Z`).getUTCDay()] === day,
      defaultMessage: () => `$property should be a ${day}`,
    },
  });

function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
