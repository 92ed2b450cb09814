import { Temporal } from 'temporal-polyfill';
import { clockText, wallAt } from '../../features/calendar/recurrence/wall-clock.js';
import type { IcsProperty } from './ics-components.js';
import type { ZoneRules } from './ics-zone-rules.js';
import type { FoundZone, IcsZones } from './ics-zones.js';

/** A day or a clock on the wall of a zone. */
export interface IcsTime {
  /** `2026-09-07`, or `2026-09-07T15:30`. */
  wall: string;
  /** IANA name. */
  zone: string;
  /** Of a zone that the file defines itself: what its clocks show is told by these, and `zone` is like it at best. */
  rules?: ZoneRules;
}

/** What is wrong with one component; the message is for people. */
export class BrokenComponentError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** What was not understood. */
    readonly value: string | null = null,
  ) {
    super(message);
  }
}

const CLOCK = String.raw`T(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?`;
const TIME = new RegExp(String.raw`^(\d{4})-?(\d\d)-?(\d\d)(?:${CLOCK})?Z?$`, 'i');

/**
 * @param onZone is told the zone that a clock is on
 * @throws BrokenComponentError
 */
export function readTime(
  value: string,
  { name, params }: Omit<IcsProperty, 'value' | 'line'>,
  zones: IcsZones,
  onZone: (tzid: string, zone: FoundZone) => void = () => undefined,
): IcsTime {
  const bad = new BrokenComponentError('bad_time', `${name} is no time such as 20260907T153000`, value);
  const [, year, month, day, hour, minute, second = 0, offset] = TIME.exec(value.trim()) ?? [];
  if (!year || Number(year) < 1900 || Number(year) >= 2200) throw bad;
  const isDay = hour === undefined || params.VALUE?.toUpperCase() === 'DATE';
  const found = params.TZID ? zones.zoneOf(params.TZID) : zones.floating;
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`);
    if (isDay) return { wall: date.toString(), ...clocksOf(found) };
    const clock = date.toPlainDateTime(clockOf(Number(hour), Number(minute), Number(second)));
    // Some write the end of a day as its 24th hour.
    const wall = clockText(hour === '24' ? clock.add({ days: 1 }) : clock);
    if (offset && !/^z$/i.test(offset)) return inUtc(wall, offset);
    if (offset) return { wall, zone: 'UTC' };
    if (params.TZID) onZone(params.TZID, found);
    return { wall, ...clocksOf(found) };
  } catch {
    throw bad;
  }
}

const clocksOf = ({ zone, rules }: FoundZone): Pick<IcsTime, 'zone' | 'rules'> => ({
  zone,
  ...(rules && { rules }),
});

/** @throws RangeError */
function clockOf(hour: number, minute: number, second: number): Temporal.PlainTime {
  const isMidnight = hour === 24 && minute === 0 && second === 0;
  const time = { hour: isMidnight ? 0 : hour, minute, second: second === 60 ? 59 : second };
  return Temporal.PlainTime.from(time, { overflow: 'reject' });
}

function inUtc(wall: string, offset: string): IcsTime {
  const at = Temporal.Instant.from(`${wall}${offset.replace(/(\d\d):?(\d\d)$/, '$1:$2')}`);
  return { wall: wallAt(new Date(at.epochMilliseconds), 'UTC'), zone: 'UTC' };
}

/** The same moment on the wall of another zone; a day stays a day. */
export function onWallOf(zone: string, time: IcsTime): string {
  if (time.wall.length === 10 || (time.zone === zone && !time.rules)) return time.wall;
  return wallAt(momentOf(time), zone);
}

export const momentOf = ({ wall, zone, rules }: IcsTime): Date =>
  rules?.momentOf(wall) ??
  new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds);

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Minutes; null for one that cannot be read or is negative. */
export function durationMinutes(text: string): number | null {
  const [, sign, ...parts] = DURATION.exec(text.trim().toUpperCase()) ?? [];
  const [weeks, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  if (weeks === undefined || sign === '-') return null;
  return Math.round(((weeks * 7 + days!) * 24 + hours!) * 60 + minutes! + seconds! / 60);
}
