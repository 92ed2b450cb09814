import { Temporal } from 'temporal-polyfill';

/** A time between two changes of the clocks of a zone. */
interface Observance {
  /** Epoch milliseconds; the first one of a zone that has always been so has none. */
  from: number | null;
  /** East of Greenwich, milliseconds. */
  offset: number;
  /** Before it. */
  offsetBefore: number;
}

/** Epoch milliseconds; the end is not part of it. */
export interface Span {
  from: number;
  to: number;
}

const DAY_MS = 86_400_000;

/** The clocks on the walls of one zone for a while, from its own transitions: looked up once, then plain arithmetic. */
export class ZoneClock {
  private readonly observances: Observance[];

  /** @param zone IANA name */
  constructor(
    readonly zone: string,
    { from, to }: Span,
  ) {
    this.observances = observancesOf(zone, from, to);
  }

  /** What the wall shows, `20260907T153000`. */
  wall(instant: number): string {
    return compactWall(instant + this.at(instant).offset);
  }

  offset(instant: number): number {
    return this.at(instant).offset;
  }

  /** Whether the wall shows this time twice, so that writing it down does not say which is meant. */
  isRepeated(instant: number): boolean {
    return this.changes().some(
      ({ from, lost }) => lost < 0 && instant >= from + lost && instant < from - lost,
    );
  }

  /** Whether this may be where a time landed that the clocks skipped. */
  isAfterGap(instant: number): boolean {
    return this.changes().some(({ from, lost }) => lost > 0 && instant >= from && instant < from + lost);
  }

  /** How far the same time on the wall lies later, where it comes again; else 0. Milliseconds. */
  untilRepeated(instant: number): number {
    const change = this.changes().find(({ from, lost }) => instant >= from + lost && instant < from);
    return change ? -change.lost : 0;
  }

  /** The days that the zone goes without, `YYYYMMDD`: Samoa had no 2011-12-30. */
  skippedDays(): { day: string; from: number }[] {
    return this.changes()
      .filter(({ lost }) => lost >= DAY_MS)
      .map(({ from, offsetBefore }) => ({ day: compactWall(from + offsetBefore).slice(0, 8), from }));
  }

  /** VTIMEZONE with every change of the clocks in this while, as lines. */
  component(): string[] {
    return [
      'BEGIN:VTIMEZONE',
      `TZID:${this.zone}`,
      ...this.observances.flatMap((observance) => observanceLines(observance, this.zone)),
      'END:VTIMEZONE',
    ];
  }

  private at(instant: number): Observance {
    return this.observances.findLast(({ from }) => from === null || from <= instant) ?? this.observances[0]!;
  }

  /** `lost`: how far the clocks went forward. */
  private changes(): { from: number; lost: number; offsetBefore: number }[] {
    return this.observances.flatMap(({ from, offset, offsetBefore }) =>
      from === null ? [] : [{ from, lost: offset - offsetBefore, offsetBefore }],
    );
  }
}

function observancesOf(zone: string, from: number, to: number): Observance[] {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  const previous = start.getTimeZoneTransition('previous');
  const first = { from: previous && previous.epochMilliseconds, offset: offsetOf(start) };
  const observances = [{ ...first, offsetBefore: previous ? offsetBefore(previous) : first.offset }];
  let next = start.getTimeZoneTransition('next');
  while (next && next.epochMilliseconds <= to) {
    observances.push({
      from: next.epochMilliseconds,
      offset: offsetOf(next),
      offsetBefore: offsetBefore(next),
    });
    next = next.getTimeZoneTransition('next');
  }
  return observances;
}

const offsetOf = (time: Temporal.ZonedDateTime): number => time.offsetNanoseconds / 1e6;

const offsetBefore = (time: Temporal.ZonedDateTime): number => offsetOf(time.subtract({ nanoseconds: 1 }));

/** RFC 5545 section 3.6.5: one sub-component a change, which is what every reader understands. */
function observanceLines({ from, offset, offsetBefore }: Observance, zone: string): string[] {
  const kind = from !== null && offset > standardOffset(zone, from) ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${from === null ? '19700101T000000' : compactWall(from + offsetBefore)}`,
    `TZOFFSETFROM:${offsetText(offsetBefore)}`,
    `TZOFFSETTO:${offsetText(offset)}`,
    `END:${kind}`,
  ];
}

/** The lesser one of summer and winter of that year. */
function standardOffset(zone: string, instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  const [january, july] = [1, 7].map((month) =>
    offsetOf(Temporal.PlainDate.from({ year, month, day: 1 }).toZonedDateTime(zone)),
  );
  return Math.min(january!, july!);
}

/** `+hhmm`, with seconds where there are any. */
function offsetText(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const digits = parts.map((part) => String(part).padStart(2, '0')).join('');
  return (offset < 0 ? '-' : '+') + digits.replace(/^(\d{4})00$/, '$1');
}

/** `20260907T153000` */
export const compactWall = (wall: number): string =>
  new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '');

/** `20260907T193000Z` */
export const utcStamp = (instant: number): string => `${compactWall(instant)}Z`;
