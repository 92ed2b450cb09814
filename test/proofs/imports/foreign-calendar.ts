import { Chance } from './chance.js';
import { exporterOf, type Exporter } from './exporters.js';
import { dayText, lineOf, linesOf, trueEvent, type TrueEvent } from './true-calendar.js';

/** A file, and what is true of it. */
export interface ForeignCalendar {
  exporter: string;
  text: string;
  /** What takes place, as far as it can be read, in the words of the readers of feeds. */
  lines: string[];
  /** What the report has to name: something of it cannot be read. */
  named: string[];
}

const DAY_MS = 86_400_000;
const SCHOOL = 'America/New_York';

export function foreignCalendar(seed: number): ForeignCalendar {
  const chance = new Chance(seed);
  const exporter = exporterOf(chance);
  const written = Array.from({ length: chance.between(1, 9) }, (_, at) => {
    const event = trueEvent(chance, chance.of(exporter.clocks), at);
    return chance.is(0.12) ? withFault(event, chance, exporter) : faultless(event, exporter, chance);
  });
  const clocks = exporter.clocks.flatMap(({ definition }) => (definition.length > 0 ? [definition] : []));
  const file = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${exporter.prodId}`, ...exporter.head],
    ...clocks.flat(),
    ...written.flatMap(({ components }) => components.flat()),
    'END:VCALENDAR',
  ];
  const text = exporter.mark + file.flatMap(exporter.fold).join(exporter.eol) + exporter.eol;
  const lines = written.flatMap((one) => one.lines).sort();
  return { exporter: exporter.name, text, lines, named: written.flatMap(({ named }) => named) };
}

interface Written {
  components: string[][];
  lines: string[];
  named: string[];
}

function faultless(event: TrueEvent, exporter: Exporter, chance: Chance): Written {
  const components = componentsOf(event, exporter);
  const isDouble = chance.is(exporter.doubles);
  return {
    components: isDouble ? [...components, ...components] : components,
    lines: linesOf(event),
    named: [],
  };
}

/** One value of it is none. */
function withFault(event: TrueEvent, chance: Chance, exporter: Exporter): Written {
  const alone: TrueEvent = {
    ...event,
    allDay: false,
    start: `${event.start.slice(0, 10)}T10:00`,
    series: null,
  };
  const single = (change: (line: string) => string): string[][] =>
    componentsOf(alone, { ...exporter, end: 'end' }).map((lines) => lines.map(change));
  const named = [event.title];
  const wall = alone.start;
  const atSchool = { ...alone, clock: { ...alone.clock, instant: schoolInstant } };
  switch (chance.of(['start', 'end', 'zone', 'rule', 'exdate'])) {
    case 'start':
      return {
        components: single((line) => line.replace(/^DTSTART.*/, 'DTSTART:to be told')),
        lines: [],
        named,
      };
    case 'end':
      return {
        components: single((line) => line.replace(/^DTEND.*/, 'DTEND:after lunch')),
        lines: [lineOf({ ...alone, length: 0 }, wall, alone.title)],
        named: alone.length > 0 ? named : [],
      };
    case 'zone':
      return {
        components: single((line) =>
          line.replace(/^(DTSTART|DTEND).*:(\d{8}T\d{6})Z?$/, '$1;TZID=Atlantis:$2'),
        ),
        lines: [lineOf(atSchool, wall, alone.title)],
        named,
      };
    case 'rule':
      return {
        components: single((line) =>
          line.replace(/^UID/, 'RRULE:FREQ=WEEKLY;BYDAY=Monday;COUNT=3\r\r$&'),
        ).map(split),
        lines: [],
        named,
      };
    default:
      return {
        components: single((line) =>
          line.replace(/^UID/, 'RRULE:FREQ=DAILY;COUNT=2\r\rEXDATE:the second\r\r$&'),
        ).map(split),
        lines: [wall, nextDay(wall)].map((at) => lineOf(alone, at, alone.title)),
        named,
      };
  }
}

const split = (lines: string[]): string[] => lines.flatMap((line) => line.split('\r\r'));
const nextDay = (wall: string): string => dayText(Date.parse(wall.slice(0, 10)) + DAY_MS) + wall.slice(10);
const schoolInstant = (wall: string): number => {
  // In New York summer time ends and begins as it has since 2007.
  const offsets = [-4, -5].filter((hours) => {
    const at = new Date(Date.parse(`${wall}Z`) - hours * 3_600_000);
    const shown = at.toLocaleString('sv-SE', { timeZone: SCHOOL });
    return shown.startsWith(wall.replace('T', ' '));
  });
  return Date.parse(`${wall}Z`) - offsets[0]! * 3_600_000;
};

const compact = (wall: string): string => `${wall.replace(/[-:]/g, '')}${wall.includes('T') ? '00' : ''}`;
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
export const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&');

export function componentsOf(event: TrueEvent, exporter: Exporter): string[][] {
  const { series, title, start } = event;
  const uid =
    exporter.sharesUids && !series ? 'calendar@school.example' : `${Buffer.from(title).toString('hex')}@x`;
  const own = (summary: string, wall: string, more: string[]): string[] => [
    ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T080000Z'],
    ...when(event, wall, exporter),
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped('Bring, please; what is needed — naïve façade 🎺 ')}\\n${'x'.repeat(90)}`,
    ...more,
    ...['BEGIN:VALARM', 'TRIGGER:-PT15M', 'ACTION:DISPLAY', 'END:VALARM', 'END:VEVENT'],
  ];
  if (!series) return [own(title, start, [])];
  const excluded = [
    ...series.excluded,
    ...(exporter.leavesOutMoved ? series.moved.map(({ from }) => from) : []),
  ];
  const master = own(title, start, [
    `RRULE:${exporter.rule(`${series.rule};${endOf(event, exporter)}`)}`,
    ...exdateLines(event, excluded, exporter),
  ]);
  const overrides = [
    ...series.moved.map((one) => own(one.title, one.to, [recurrenceOf(event, one.from, exporter)])),
    ...series.cancelled.map((wall) =>
      own(title, wall, [recurrenceOf(event, wall, exporter), 'STATUS:CANCELLED']),
    ),
  ];
  return [master, ...overrides];
}

const onClock = ({ clock }: TrueEvent, name: string, wall: string): string =>
  `${name}${clock.tzid === null ? '' : `;TZID=${clock.tzid}`}:${compact(wall)}`;

function when(event: TrueEvent, wall: string, { allDay, end }: Exporter): string[] {
  if (event.allDay) {
    const after = dayText(Date.parse(wall) + event.length * DAY_MS);
    if (allDay === 'midnights with a flag')
      return [
        ...[onClock(event, 'DTSTART', `${wall}T00:00`), onClock(event, 'DTEND', `${after}T00:00`)],
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      ];
    const value = allDay === 'date' ? ';VALUE=DATE' : '';
    // Some write the last day where the day after belongs.
    const last = event.length === 1 && end === 'duration' ? wall : after;
    return [`DTSTART${value}:${compact(wall)}`, `DTEND${value}:${compact(last)}`];
  }
  const start = onClock(event, 'DTSTART', wall);
  if (event.length === 0) return [start];
  if (end === 'duration') return [start, `DURATION:PT${event.length}M`];
  const until = new Date(Date.parse(`${wall}Z`) + event.length * 60_000).toISOString().slice(0, 16);
  const isMidnight = end === 'end at 24' && until.endsWith('T00:00');
  return [
    start,
    isMidnight ? onClock(event, 'DTEND', `${wall.slice(0, 10)}T24:00`) : onClock(event, 'DTEND', until),
  ];
}

function endOf(event: TrueEvent, { until }: Exporter): string {
  const { walls } = event.series!;
  const last = walls.at(-1)!;
  if (until === 'count') return `COUNT=${walls.length}`;
  if (until === 'day' || event.allDay) return `UNTIL=${compact(last.slice(0, 10))}`;
  return until === 'floating' ? `UNTIL=${compact(last)}` : `UNTIL=${utc(event.clock.instant(last))}`;
}

function exdateLines(event: TrueEvent, walls: string[], { exdates, allDay }: Exporter): string[] {
  if (walls.length === 0) return [];
  const days = walls.map((wall) => compact(wall.slice(0, 10)));
  if (event.allDay && allDay !== 'midnights with a flag') return [`EXDATE;VALUE=DATE:${days.join(',')}`];
  const full = walls.map((wall) => (event.allDay ? `${wall}T00:00` : wall));
  if (exdates === 'days') return days.map((day) => `EXDATE;VALUE=DATE:${day}`);
  if (exdates === 'in utc') return [`EXDATE:${full.map((wall) => utc(event.clock.instant(wall))).join(',')}`];
  if (exdates === 'lines') return full.map((wall) => onClock(event, 'EXDATE', wall));
  return [
    `${onClock(event, 'EXDATE', full[0]!)}${full
      .slice(1)
      .map((wall) => `,${compact(wall)}`)
      .join('')}`,
  ];
}

export function recurrenceOf(event: TrueEvent, wall: string, { recurrence, allDay }: Exporter): string {
  if (event.allDay && allDay !== 'midnights with a flag') return `RECURRENCE-ID;VALUE=DATE:${compact(wall)}`;
  const full = event.allDay ? `${wall}T00:00` : wall;
  return recurrence === 'utc'
    ? `RECURRENCE-ID:${utc(event.clock.instant(full))}`
    : onClock(event, 'RECURRENCE-ID', full);
}
