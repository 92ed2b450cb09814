import { Temporal } from 'temporal-polyfill';

/** What the clocks of a zone show, and how a file names it; apart from how the product reads it. */
export interface Clock {
  /** As it stands behind TZID=, quotes included; null where a time names none. */
  tzid: string | null;
  /** VTIMEZONE, as lines. */
  definition: string[];
  /** Epoch milliseconds. @param wall `2026-09-07T15:30` */
  instant(wall: string): number;
}

export const clockOf = (zone: string, tzid: string | null, definition: string[] = []): Clock => ({
  tzid,
  definition,
  instant: (wall) => Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds,
});

/** Always the same; minutes east of Greenwich. */
export const fixedClock = (minutes: number, tzid: string): Clock => ({
  tzid,
  definition: [],
  instant: (wall) => Date.parse(`${wall}Z`) - minutes * 60_000,
});

/** On which Sunday of a month, from 1, the last being −1, and at which hour of the wall. */
interface Sunday {
  month: number;
  nth: number;
  hour: number;
}

export interface Rules {
  /** Minutes east of Greenwich. */
  winter: number;
  from: Sunday;
  to: Sunday;
}

export const US = { winter: -300, from: { month: 3, nth: 2, hour: 2 }, to: { month: 11, nth: 1, hour: 2 } };
export const OLD_US = {
  winter: -300,
  from: { month: 4, nth: 1, hour: 2 },
  to: { month: 10, nth: -1, hour: 2 },
};
export const EU = { winter: 60, from: { month: 3, nth: -1, hour: 2 }, to: { month: 10, nth: -1, hour: 3 } };
/** As nobody has it. */
export const ODD = { winter: -90, from: { month: 5, nth: 3, hour: 1 }, to: { month: 9, nth: 2, hour: 1 } };

/** By rules of its own, as a file defines them from that year on. */
export const ruledClock = (rules: Rules, tzid: string, { year = 1601, name = tzid } = {}): Clock => ({
  tzid,
  definition: definitionOf(rules, name, year),
  instant: (wall) => {
    const shown = Date.parse(`${wall}Z`);
    const of = Number(wall.slice(0, 4));
    const isSummer = shown >= sundayAt(of, rules.from) && shown < sundayAt(of, rules.to);
    return shown - (rules.winter + (isSummer ? 60 : 0)) * 60_000;
  },
});

function sundayAt(year: number, { month, nth, hour }: Sunday): number {
  const days = Array.from({ length: 31 }, (_, at) => new Date(Date.UTC(year, month - 1, at + 1, hour)));
  const sundays = days.filter((day) => day.getUTCDay() === 0 && day.getUTCMonth() === month - 1);
  return sundays.at(nth < 0 ? nth : nth - 1)!.getTime();
}

function definitionOf({ winter, from, to }: Rules, name: string, year: number): string[] {
  const [standard, summer] = [offsetText(winter), offsetText(winter + 60)];
  const part = (kind: string, { month, nth, hour }: Sunday, before: string, after: string): string[] => [
    `BEGIN:${kind}`,
    `DTSTART:${year}0101T${String(hour).padStart(2, '0')}0000`,
    `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${nth}SU`,
    `TZOFFSETFROM:${before}`,
    `TZOFFSETTO:${after}`,
    `END:${kind}`,
  ];
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${name.replaceAll('"', '').replace(/[,;]/g, '\\$&')}`,
    ...part('STANDARD', to, summer, standard),
    ...part('DAYLIGHT', from, standard, summer),
    'END:VTIMEZONE',
  ];
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}
