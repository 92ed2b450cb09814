import { dayAfter, dayLines, onDays, utcStamp, type ZoneClock } from '../../../platform/ics/zone-clock.js';
import { originalStartAt, type OriginalStart } from '../recurrence/series-times.js';
import {
  type FeedSeries,
  instantLines,
  keyInstant,
  onTheWall,
  repetitionOf,
  stampOf,
  unmistakable,
} from '../feed/feed-content.js';

/** How the occurrences of one series are written: as days, or as clocks on a wall. */
export interface OccurrenceWriting {
  /** A property in the value type of the master. */
  property: (name: string, ...values: string[]) => string;
  /** Where the occurrence really is. */
  value: (key: OriginalStart) => string;
  /** Where an ordinary reader of the rule puts it: a time in the gap of spring stays what it is. */
  ruledValue: (key: OriginalStart) => string;
  /** Whether readers of the rule differ in when this occurrence is. */
  isOblique: (key: OriginalStart) => boolean;
  /** UNTIL, not before any reading of this last occurrence: UTC with a clock, a date without (RFC 5545 3.3.10). */
  until: (key: OriginalStart) => string;
  /** DTSTART and DTEND of one occurrence. */
  when: (key: OriginalStart) => string[];
}

export const asDays = ({ duration }: FeedSeries): OccurrenceWriting => ({
  property: onDays,
  value: (key) => key,
  ruledValue: (key) => key,
  isOblique: () => false,
  until: (key) => key,
  when: (key) => dayLines(key, dayAfter(key, duration)),
});

export function asClocks(series: FeedSeries, clock: ZoneClock): OccurrenceWriting {
  const times = repetitionOf(series);
  const endOf = (start: number): number => start + series.duration * 60_000;
  const value = (key: OriginalStart): string => clock.wall(keyInstant(key));
  const first = originalStartAt(times.localStart, times);
  const firstOffset = first === null ? null : clock.offset(keyInstant(first));

  const ruledValue = (key: OriginalStart): string => {
    const real = value(key);
    if (!clock.isAfterGap(keyInstant(key))) return real;
    const day = `${real.slice(0, 4)}-${real.slice(4, 6)}-${real.slice(6, 8)}`;
    const meant = day + series.local_start.slice(10);
    return originalStartAt(meant, times) === key ? compact(meant) : real;
  };

  return {
    property: (name, ...values) => onTheWall(name, clock, ...values),
    value,
    ruledValue,
    isOblique: (key) => {
      const [start, end] = [keyInstant(key), endOf(keyInstant(key))];
      const changes = clock.offset(start) !== clock.offset(end);
      return changes || !unmistakable(start, end, clock) || ruledValue(key) !== value(key);
    },
    until: (key) => {
      const last = keyInstant(key);
      // There are readers that put the clock of DTSTART against it: in summer they would lose the last of a winter's series.
      const lost = Math.max(clock.offset(last) - (firstOffset ?? clock.offset(last)), 0);
      return utcStamp(last + Math.max(clock.untilRepeated(last), lost));
    },
    when: (key) => instantLines(keyInstant(key), endOf(keyInstant(key)), clock),
  };
}

/** In UTC, where the wall would not say which of two times is meant. */
export const asInstants = (writing: OccurrenceWriting): OccurrenceWriting => ({
  ...writing,
  property: (name, ...values) => onTheWall(name, null, ...values),
  value: (key) => stampOf(keyInstant(key), null),
});

/** `20260907T153000` of `2026-09-07T15:30`, `20260907` of `2026-09-07`. */
export const compact = (wall: string): string =>
  wall.length === 16 ? `${wall.replace(/[-:]/g, '')}00` : wall.replace(/[-:]/g, '');
