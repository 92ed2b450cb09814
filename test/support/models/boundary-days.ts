import { Temporal } from 'temporal-polyfill';

/** Zones with a day on which the clocks are changed there, by an hour or by half of one, or with none at all. */
export const BOUNDARY_DAYS: [zone: string, day: string][] = [
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Apia', '2027-01-01'],
  ['Asia/Kolkata', '2026-12-31'],
];

/** The midnight before that day, after it, and after the next: to open, to close and to be gone. */
export function boundariesOf(timeZone: string, day: string) {
  const begins = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
  const [opensAt, closesAt, visibleUntil] = [0, 1, 2].map(
    (days) => new Date(begins.add({ days }).epochMilliseconds),
  ) as [Date, Date, Date];
  return { opensAt, closesAt, visibleUntil };
}

/** The six moments at which something changes, or is about to. */
export const momentsOf = ({ opensAt, closesAt, visibleUntil }: ReturnType<typeof boundariesOf>): Date[] =>
  [opensAt, closesAt, visibleUntil].flatMap((at) => [new Date(at.getTime() - 1), at]);
