import type { Chance } from './chance.js';
import { clockOf, EU, fixedClock, ODD, OLD_US, ruledClock, US, type Clock } from './clocks.js';

/** How a program writes a calendar down. */
export interface Exporter {
  name: string;
  prodId: string;
  eol: string;
  /** Before the first line. */
  mark: string;
  /** Of the calendar, as lines. */
  head: string[];
  clocks: Clock[];
  allDay: 'date' | 'date without a word' | 'midnights with a flag';
  end: 'end' | 'duration' | 'end at 24';
  exdates: 'one line' | 'lines' | 'days' | 'in utc';
  until: 'utc' | 'day' | 'count' | 'floating';
  rule: (rule: string) => string;
  recurrence: 'zone' | 'utc';
  /** The old date of an occurrence that was moved is left out as well. */
  leavesOutMoved: boolean;
  /** All single events have one UID. */
  sharesUids: boolean;
  /** Of events that stand there twice. */
  doubles: number;
  fold: (line: string) => string[];
}

const folded =
  (by: string) =>
  (line: string): string[] => {
    const parts = [...line].reduce<string[]>((lines, char) => {
      if (Buffer.byteLength((lines.at(-1) ?? '') + char) > 74) lines.push(by);
      lines.push((lines.pop() ?? '') + char);
      return lines;
    }, []);
    return parts;
  };
const unfolded = (line: string): string[] => [line];
const asIs = (rule: string): string => rule;

const NEW_YORK = 'America/New_York';
const CITIES = [
  NEW_YORK,
  'America/Chicago',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Tokyo',
  'Australia/Sydney',
];
const WINDOWS: [zone: string, name: string][] = [
  [NEW_YORK, 'Eastern Standard Time'],
  ['America/Chicago', 'Central Standard Time'],
  ['America/Denver', 'Mountain Standard Time'],
  ['Europe/Berlin', 'W. Europe Standard Time'],
];
const PACIFIC = { ...US, winter: -480 };
const COMMA = '"Pacific Time (US & Canada), Tijuana"';

const common = {
  ...{ eol: '\r\n', mark: '', head: [] as string[], rule: asIs, fold: folded(' ') },
  ...{ leavesOutMoved: false, sharesUids: false, doubles: 0 },
  ...{ allDay: 'date', end: 'end', exdates: 'lines', until: 'utc', recurrence: 'zone' },
} as const satisfies Partial<Exporter>;

export const EXPORTERS: Exporter[] = [
  {
    ...common,
    name: 'Outlook',
    prodId: '-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
    clocks: [
      ruledClock(PACIFIC, COMMA),
      ruledClock(OLD_US, '"Customized Time Zone"'),
      ruledClock(EU, '"Amsterdam, Berlin; Bern"'),
      ...WINDOWS.map(([zone, name]) => clockOf(zone, `"${name}"`)),
    ],
    ...{ allDay: 'midnights with a flag', exdates: 'one line', until: 'floating', fold: folded('\t') },
    leavesOutMoved: true,
  },
  {
    ...common,
    name: 'Google',
    prodId: '-//Google Inc//Google Calendar 70.9054//EN',
    head: ['X-WR-TIMEZONE:America/New_York', 'X-WR-CALNAME:School'],
    clocks: CITIES.map((zone) => clockOf(zone, zone)),
    leavesOutMoved: true,
    doubles: 0.1,
  },
  {
    ...common,
    name: 'Apple',
    prodId: '-//Apple Inc.//macOS 15.5//EN',
    clocks: [...CITIES.map((zone) => clockOf(zone, zone)), ruledClock(US, 'EST', { year: 1970 })],
    ...{ exdates: 'one line', recurrence: 'utc', end: 'duration', until: 'day' },
  },
  {
    ...common,
    name: 'Exchange',
    prodId: 'Microsoft Exchange Server 2010',
    clocks: [
      clockOf('UTC', 'tzone://Microsoft/Utc'),
      ruledClock(ODD, 'tzone://Microsoft/Custom'),
      ruledClock(OLD_US, 'Customized Time Zone 1'),
      ...WINDOWS.map(([zone, name]) => clockOf(zone, name)),
    ],
    ...{ allDay: 'midnights with a flag', exdates: 'one line', recurrence: 'zone' },
    doubles: 0.1,
  },
  {
    ...common,
    name: 'Teamup',
    prodId: '-//Teamup.com//Calendar//EN',
    clocks: CITIES.flatMap((zone) => [
      clockOf(zone, `"${zone}"`),
      clockOf(zone, `/mozilla.org/20050126_1/${zone}`),
    ]),
    ...{ end: 'duration', exdates: 'days', until: 'count', fold: unfolded },
  },
  {
    ...common,
    ...{ name: 'school system', prodId: '-//School office//EN', eol: '\n', mark: '\uFEFF' },
    clocks: [
      clockOf(NEW_YORK, null),
      clockOf(NEW_YORK, '(UTC-05:00) Eastern Time (US & Canada)'),
      clockOf(NEW_YORK, 'Eastern Time (US & Canada)'),
      clockOf(NEW_YORK, 'US/Eastern'),
      fixedClock(-420, '-0700'),
      fixedClock(330, 'GMT+0530'),
    ],
    rule: (rule) => rule.replaceAll(',', ', ').toLowerCase(),
    ...{ allDay: 'date without a word', end: 'end at 24', exdates: 'in utc', until: 'count', fold: unfolded },
    ...{ sharesUids: true, doubles: 0.2 },
  },
];

export const exporterOf = (chance: Chance): Exporter => chance.of(EXPORTERS);
