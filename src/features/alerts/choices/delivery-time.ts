import { Temporal } from 'temporal-polyfill';
import type { MailRhythm } from './mail-kinds.js';

/** When the daily mail comes, by the clock of the school. */
const DAILY_AT = '07:00';

/** `HH:MM`, by the clock of the school; `to` is of the next day where it is earlier. */
export interface Quiet {
  from: string;
  to: string;
}

/** What a person wants of a mail. */
export interface Wish {
  rhythm: MailRhythm;
  quiet: Quiet | null;
  /** IANA name, of the school. */
  timeZone: string;
  isUrgent: boolean;
}

/** What becomes of a mail: it goes, it waits until its hour, it becomes a line of the daily mail, or nobody wants it. */
export type Delivery = { heldUntil: Date } | { dailyAt: Date } | 'now' | 'never';

/** An urgent notice waits for nothing; who wants no notices gets none. */
export function deliveryOf({ rhythm, quiet, timeZone, isUrgent }: Wish, now: Date): Delivery {
  if (rhythm === 'never') return 'never';
  if (isUrgent) return 'now';
  if (rhythm === 'daily') return { dailyAt: nextDaily(quiet, timeZone, now) };
  const heldUntil = endOfQuiet(quiet, timeZone, now);
  return heldUntil ? { heldUntil } : 'now';
}

/** When the quiet hours end in which it is now; null where it is none. */
export function endOfQuiet(quiet: Quiet | null, timeZone: string, now: Date): Date | null {
  if (!quiet) return null;
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const clock = here.toPlainTime();
  const [from, to] = [Temporal.PlainTime.from(quiet.from), Temporal.PlainTime.from(quiet.to)];
  const isAfter = (time: Temporal.PlainTime): boolean => Temporal.PlainTime.compare(clock, time) >= 0;
  const overNight = Temporal.PlainTime.compare(from, to) > 0;
  if (overNight ? !isAfter(from) && isAfter(to) : !isAfter(from) || isAfter(to)) return null;
  const today = here.toPlainDate();
  return instantAfter(now, overNight && isAfter(from) ? today.add({ days: 1 }) : today, to, timeZone);
}

/** The next daily mail: at the end of quiet hours that reach beyond its time. */
export function nextDaily(quiet: Quiet | null, timeZone: string, now: Date): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const at = Temporal.PlainTime.from(DAILY_AT);
  const today = here.toPlainDate();
  const isOver = Temporal.PlainTime.compare(here.toPlainTime(), at) >= 0;
  const time = instantAfter(now, isOver ? today.add({ days: 1 }) : today, at, timeZone);
  return endOfQuiet(quiet, timeZone, time) ?? time;
}

/** Of an hour that the clock shows twice the first that is still to come; one that it skips is the hour after. */
function instantAfter(now: Date, day: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): Date {
  const wall = day.toPlainDateTime(time);
  const [first, second] = (['compatible', 'later'] as const).map(
    (disambiguation) => new Date(wall.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds),
  ) as [Date, Date];
  return first > now ? first : second;
}
