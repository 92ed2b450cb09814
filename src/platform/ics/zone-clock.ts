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
    private readonly span: Span,
  ) {
    this.observances = observancesOf(zone, span.from, span.to);
  }

  /** Name of the zone in the file: some readers take "UTC" for the zone of the calendar, and repeat by its clocks. */
  get tzid(): string {
    return this.zone === 'UTC' ? 'Etc/GMT' : this.zone;
  }

  /** The local time at that instant, `20260907T153000`. */
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

  /**
   * VTIMEZONE as lines: by rules where the zone has changed its clocks by the same ones all this while, for classic Outlook
   * reads one STANDARD and one DAYLIGHT; else with every change in this while (RFC 5545 section 3.6.5).
   */
  component(): string[] {
    const yearly = yearlyChanges(this.zone);
    const isRuled = yearly !== null && this.span.from >= Math.min(...yearly.map(({ first }) => first.from));
    const changes: Change[] = isRuled
      ? yearly.map(({ first, rule }) => ({ ...first, rule }))
      : this.observances.map((observance) => ({ ...observance, rule: null }));
    return [
      'BEGIN:VTIMEZONE',
      `TZID:${this.tzid}`,
      ...changes.flatMap((change) => changeLines(change, this.zone, changes.length === 1)),
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

/** One that comes once, or every year by a rule. */
type Change = Observance & { rule: string | null };

/** @param isAlone it has been so ever since, whatever it was called when it began */
function changeLines({ from, offset, offsetBefore, rule }: Change, zone: string, isAlone: boolean): string[] {
  const isSummer = from !== null && !isAlone && offset > standardOffset(zone, from);
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${from === null ? '19700101T000000' : compactWall(from + offsetBefore)}`,
    ...(rule ? [`RRULE:FREQ=YEARLY;${rule}`] : []),
    `TZNAME:${nameAt(zone, from ?? 0, offset)}`,
    `TZOFFSETFROM:${offsetText(offsetBefore)}`,
    `TZOFFSETTO:${offsetText(offset)}`,
    `END:${kind}`,
  ];
}

/** Locales that name zones: each knows the short names of its own zones alone. */
const NAMING = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA'];

/** `EDT`; `+0530` where people have no name for it. */
function nameAt(zone: string, instant: number, offset: number): string {
  const names = NAMING.map((locale) => {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' });
    return parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  });
  return names.find((name) => /^(?!GMT.)[A-Z]{2,5}$/.test(name)) ?? offsetText(offset);
}

interface YearlyChange {
  /** The first that was made by the rule that holds now. */
  first: Observance & { from: number };
  /** `BYMONTH=3;BYDAY=2SU` */
  rule: string;
}

/** Years that are looked at; time zone data goes on for ever as it is in the last of them. */
const [FIRST_YEAR, LAST_YEAR] = [1970, 2037];
const RULE_YEARS = 8;
const known = new Map<string, YearlyChange[] | null>();

/** Two a year, since the later of their rules began; null where there are no such rules, or are to be none. */
function yearlyChanges(zone: string): YearlyChange[] | null {
  const found = known.get(zone);
  if (found !== undefined) return found;
  const changes = computedChanges(zone);
  known.set(zone, changes);
  return changes;
}

function computedChanges(zone: string): YearlyChange[] | null {
  const all = observancesOf(zone, Date.UTC(FIRST_YEAR, 0, 2), Date.UTC(LAST_YEAR, 11, 30)).filter(
    (change): change is YearlyChange['first'] => change.from !== null,
  );
  const byYear = Map.groupBy(all, ({ from, offsetBefore }) => new Date(from + offsetBefore).getUTCFullYear());
  const last = Array.from({ length: RULE_YEARS }, (_, at) => byYear.get(LAST_YEAR - at) ?? []);
  if (last.some((changes) => changes.length !== 2)) return null;
  const rules = [0, 1].map((at) => ruleOf(last.map((changes) => changes[at]!)));
  if (rules.some((rule) => rule === null)) return null;
  const isRuled = (year: number): boolean => {
    const changes = byYear.get(year);
    return changes?.length === 2 && changes.every((change, at) => fits(change, last[0]![at]!, rules[at]!));
  };
  let since = LAST_YEAR;
  while (isRuled(since - 1)) since -= 1;
  return byYear.get(since)!.map((first, at) => ({ first, rule: textOf(rules[at]!) }));
}

interface YearlyRule {
  month: number;
  /** From 0, Sunday. */
  weekday: number;
  /** `2` or `-1`; null where it is the one in a week of its own. */
  ordinal: number | null;
  /** First day of the month of such a week. */
  day: number;
}

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const textOf = ({ month, weekday, ordinal, day }: YearlyRule): string => {
  if (ordinal !== null) return `BYMONTH=${month};BYDAY=${ordinal}${DAYS[weekday]}`;
  const week = Array.from({ length: 7 }, (_, at) => day + at).join(',');
  return `BYMONTH=${month};BYDAY=${DAYS[weekday]};BYMONTHDAY=${week}`;
};

/** The yearly rule that makes all of these changes, one in each year; null where no rule does. */
function ruleOf(changes: YearlyChange['first'][]): YearlyRule | null {
  const days = changes.map(dayOf);
  const { month, weekday } = days[0]!;
  const earliest = Math.min(...days.map(({ day }) => day));
  const rules = [Math.ceil(earliest / 7), -1, null].map((ordinal) => ({
    ...{ month, weekday, ordinal },
    day: earliest,
  }));
  return rules.find((rule) => changes.every((change) => fits(change, changes[0]!, rule))) ?? null;
}

function fits(change: YearlyChange['first'], like: YearlyChange['first'], rule: YearlyRule): boolean {
  const { month, weekday, day, length, clock } = dayOf(change);
  const isThatDay =
    rule.ordinal === null
      ? day >= rule.day && day < rule.day + 7
      : rule.ordinal === -1
        ? day > length - 7
        : Math.ceil(day / 7) === rule.ordinal;
  const isAlike = change.offset === like.offset && change.offsetBefore === like.offsetBefore;
  return (
    isThatDay && isAlike && month === rule.month && weekday === rule.weekday && clock === dayOf(like).clock
  );
}

/** The day and the clock on the wall before the change. */
function dayOf({ from, offsetBefore }: YearlyChange['first']) {
  const wall = new Date(from + offsetBefore);
  const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth() + 1];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return {
    ...{ month, length, weekday: wall.getUTCDay(), day: wall.getUTCDate() },
    clock: wall.toISOString().slice(11, 19),
  };
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
const compactWall = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '');

/** `20260907T193000Z` */
export const utcStamp = (instant: number): string => `${compactWall(instant)}Z`;

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
