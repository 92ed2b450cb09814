import { Temporal } from 'temporal-polyfill';
import { clockText, wallAt } from '../../features/calendar/recurrence/wall-clock.js';
import type { IcsProperty } from './ics-components.js';
import type { IcsZones } from './ics-zones.js';

/** A day or a clock on the wall of a zone. */
export interface IcsTime {
  /** `2026-09-07`, or `2026-09-07T15:30`. */
  wall: string;
  /** IANA name, or an offset such as -07:41. */
  zone: string;
}

/** What is wrong with one component; the message is for people. */
export class BrokenComponentError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** What was not understood. */
    readonly value = '',
  ) {
    super(message);
  }
}

const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?Z?$/;

/** @throws BrokenComponentError */
export function readTime(
  value: string,
  { name, params, line }: Omit<IcsProperty, 'value'>,
  zones: IcsZones,
): IcsTime {
  const [, year, month, day, hour, minute, second, utc] = TIME.exec(value.trim()) ?? [];
  if (!year || Number(year) < 1900 || Number(year) >= 2200)
    throw new BrokenComponentError('bad_time', `${name} is not a time`, value);
  const zone = utc ? 'UTC' : params.TZID ? zones.zoneOf(params.TZID, line) : zones.floating;
  if (!zone)
    throw new BrokenComponentError('unknown_time_zone', `${name}: the time zone is not known`, params.TZID);
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`);
    if (hour === undefined || params.VALUE === 'DATE') return { wall: date.toString(), zone };
    const clock = Temporal.PlainTime.from({
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second ?? 0),
    });
    return { wall: clockText(date.toPlainDateTime(clock)), zone };
  } catch {
    throw new BrokenComponentError('bad_time', `${name} is not a time`, value);
  }
}

/** The same moment on the wall of another zone; a day stays a day. */
export function onWallOf(zone: string, time: IcsTime): string {
  if (time.wall.length === 10 || time.zone === zone) return time.wall;
  return wallAt(momentOf(time), zone);
}

export const momentOf = ({ wall, zone }: IcsTime): Date =>
  new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds);

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Minutes; one that cannot be read, or is negative, is none. */
export function durationMinutes(text: string): number {
  const [, sign, ...parts] = DURATION.exec(text.trim().toUpperCase()) ?? [];
  const [weeks, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  if (weeks === undefined || sign === '-') return 0;
  return Math.round(((weeks * 7 + days!) * 24 + hours!) * 60 + minutes! + seconds! / 60);
}
