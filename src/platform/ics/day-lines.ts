import { compactWall } from './zone-clock.js';

const DAY_MS = 86_400_000;

/** `DTSTART;VALUE=DATE:20260907`, of `YYYYMMDD`. */
export const onDays = (name: string, ...days: string[]): string => `${name};VALUE=DATE:${days.join(',')}`;

/**
 * DTSTART and DTEND of what lasts whole days.
 * @param after the first day that is no longer part of it
 */
export const dayLines = (day: string, after: string): string[] => [
  onDays('DTSTART', day),
  onDays('DTEND', after),
];

/** `YYYYMMDD` */
export const dayAfter = (day: string, days = 1): string =>
  compactWall(dayStart(day) + days * DAY_MS).slice(0, 8);

/** Midnight in UTC of `YYYYMMDD` and whatever follows; epoch milliseconds. */
export const dayStart = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)));
