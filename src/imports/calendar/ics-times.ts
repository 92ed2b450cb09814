import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { ruledWalls } from '../../features/calendar/recurrence/expand-series.js';
import { foreignRule, type RuleParts } from '../../features/calendar/recurrence/recurrence-rule.js';
import { clockText, wallAt } from '../../platform/clock/wall-clock.js';
import type { IcsComponent, IcsProperty } from './ics-components.js';

/** A day or a clock on the wall of a zone. */
export interface IcsTime {
  /** `2026-09-07`, or `2026-09-07T15:30`. */
  wall: string;
  /** IANA name. */
  zone: string;
  /** Rules of a zone that the file defines itself: they decide about its clocks, and `zone` is similar at best. */
  rules?: ZoneRules;
}

/** The zone that a calendar file means by a name. */
export interface FoundZone {
  /** IANA name. */
  zone: string;
  /** Where the file defines the zone itself, and nobody else has one of that name. */
  rules?: ZoneRules | undefined;
  /** For people: what was taken, where it is a guess. */
  doubt?: string;
}

/** Zones by what a file calls them. */
export interface ZoneNames {
  /** Zone of times that name none. */
  readonly floating: FoundZone;
  zoneOf(tzid: string): FoundZone;
}

/** A fault of one component; the message is for people. */
export class BrokenComponentError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Value that was not understood. */
    readonly value: string | null = null,
  ) {
    super(message);
  }
}

const CLOCK = String.raw`T(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?`;
// Bounded: each character of a time has 1 place in it.
const TIME = new RegExp(String.raw`^(\d{4})-?(\d\d)-?(\d\d)(?:${CLOCK})?Z?$`, 'i');

/** Names of the properties with times, in words for people. */
const MEANT: Record<string, string> = {
  DTSTART: 'its start',
  DTEND: 'its end',
  EXDATE: 'the date to leave out',
  RDATE: 'the extra date',
  'RECURRENCE-ID': 'the occurrence that it changes,',
};

/**
 * @param onZone is told the zone that a clock is on
 * @throws BrokenComponentError
 */
export function readTime(
  value: string,
  { name, params }: Omit<IcsProperty, 'value' | 'line'>,
  zones: ZoneNames,
  onZone: (tzid: string, zone: FoundZone) => void = () => undefined,
): IcsTime {
  const fault = `${MEANT[name] ?? name} "${value.slice(0, 60)}" is no date or time`;
  const bad = new BrokenComponentError('bad_time', fault, value);
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

/** The moment by the clock of another zone; a day stays a day. */
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

/** A change of the clocks; epoch and other milliseconds, offsets east of Greenwich. */
interface Onset {
  at: number;
  offset: number;
  offsetBefore: number;
}

const DAY_MS = 86_400_000;
/** Outlook begins in 1601. What was before counts as the first year does, what comes after as the last. */
const [FIRST_YEAR, LAST_YEAR] = [1970, 2070];
const BOUNDS = { occurrences: 1000, years: 200 };

/** The clocks of a zone as its VTIMEZONE tells them (RFC 5545 section 3.6.5). */
export class ZoneRules {
  private constructor(
    private readonly onsets: Onset[],
    private readonly key: string,
  ) {}

  /** Null for a definition that cannot be followed. */
  static of({ parts }: IcsComponent): ZoneRules | null {
    const observances = parts.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
    try {
      const onsets = observances.flatMap(({ properties }) => onsetsOf(properties));
      if (onsets.length === 0) return null;
      const said = observances.map(({ properties }) => properties.map(({ name, value }) => [name, value]));
      return new ZoneRules(
        onsets.sort((a, b) => a.at - b.at),
        hash('sha256', JSON.stringify(said), 'base64url'),
      );
    } catch {
      return null;
    }
  }

  /** @param offset seconds east of Greenwich, always the same */
  static fixed(offset: number): ZoneRules {
    return new ZoneRules([{ at: 0, offset: offset * 1000, offsetBefore: offset * 1000 }], String(offset));
  }

  /** Milliseconds. */
  offsetAt(instant: number): number {
    return this.onsets.findLast(({ at }) => at <= instant)?.offset ?? this.onsets[0]!.offsetBefore;
  }

  /**
   * The moment of a local time, by the rule of every other zone: times that spring skips move forward, and of times that
   * come twice in autumn the first counts.
   */
  momentOf(wall: string): Date {
    const local = asIfUtc(wall);
    const [before, after] = [this.offsetAt(local - DAY_MS), this.offsetAt(local + DAY_MS)];
    const offset = [before, after].find((one) => this.offsetAt(local - one) === one) ?? before;
    return new Date(local - offset);
  }

  wallAt(moment: Date): string {
    const local = new Date(moment.getTime() + this.offsetAt(moment.getTime()));
    return clockText(Temporal.PlainDateTime.from(local.toISOString().slice(0, 19)));
  }

  /** The part of the rules that a digest is made of. */
  toJSON(): string {
    return this.key;
  }
}

const asIfUtc = (wall: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime('UTC').epochMilliseconds;

/** @throws Error when one of its values is no offset, time or rule */
function onsetsOf(properties: IcsProperty[]): Onset[] {
  const valueOf = (wanted: string): string =>
    properties.find(({ name }) => name === wanted)?.value.trim() ?? '';
  const [offset, offsetBefore] = [offsetIn(valueOf('TZOFFSETTO')), offsetIn(valueOf('TZOFFSETFROM'))];
  const start = Temporal.PlainDateTime.from(valueOf('DTSTART').replace('Z', ''));
  const dates = properties.filter(({ name }) => name === 'RDATE').flatMap(({ value }) => value.split(','));
  const rules = properties.filter(({ name, value }) => name === 'RRULE' && value.trim());
  const walls = [
    clockText(start),
    ...dates.map((date) => clockText(Temporal.PlainDateTime.from(date.trim().replace('Z', '')))),
    ...rules.flatMap(({ value }) => ruled(start, foreignRule(value), offsetBefore)),
  ];
  return [...new Set(walls)].map((wall) => ({ at: asIfUtc(wall) - offsetBefore, offset, offsetBefore }));
}

function ruled(start: Temporal.PlainDateTime, rule: RuleParts, offset: number): string[] {
  const isYearly = rule.get('FREQ') === 'YEARLY' && !rule.has('INTERVAL') && !rule.has('COUNT');
  const from = isYearly && start.year < FIRST_YEAR ? start.with({ year: FIRST_YEAR }) : start;
  const until = rule.get('UNTIL');
  const last = until === undefined || until.slice(0, 4) > String(LAST_YEAR) ? `${LAST_YEAR}1231` : until;
  if (last.slice(0, 4) < String(FIRST_YEAR)) return [];
  const times = { allDay: false, localStart: clockText(from), duration: 0, timeZone: 'UTC' };
  const ended = new Map([...rule, ['UNTIL', onWall(last, offset)]]);
  return ruledWalls({ ...times, rule: ended, rdates: [], exdates: [] }, ended, BOUNDS);
}

/** An end in UTC, as the wall shows it before the change. */
function onWall(until: string, offset: number): string {
  if (!until.endsWith('Z')) return until;
  const wall = new Date(Temporal.Instant.from(until).epochMilliseconds + offset);
  return wall.toISOString().slice(0, 19).replace(/[-:]/g, '');
}

/** `-0500`, `+01:00`, `+053020`; milliseconds. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes, seconds = 0] = /^([+-]?)(\d\d):?(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (hours === undefined) throw new Error('no offset');
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (sign === '-' ? -1000 : 1000) * whole;
}
