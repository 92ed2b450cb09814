import { Temporal } from 'temporal-polyfill';

/** A night in which the clock of a zone changes: the day on which it ends. */
export interface Night {
  zone: string;
  day: string;
}

const of = (zone: string, ...days: string[]): Night[] => days.map((day) => ({ zone, day }));

/** Both changes of a year in five zones. */
export const NIGHTS: Night[] = [
  ...of('America/New_York', '2026-11-01', '2027-03-14'),
  ...of('Europe/Berlin', '2026-10-25', '2027-03-28'),
  ...of('Atlantic/Azores', '2026-10-25', '2027-03-28'),
  ...of('Australia/Sydney', '2026-10-04', '2027-04-04'),
  ...of('America/Santiago', '2026-09-06', '2027-04-04'),
];

const STEP_MINUTES = 10;

/** Every ten minutes from six in the evening before to ten in the morning, and noon of the day after. */
export function momentsOf({ zone, day }: Night): Date[] {
  const morning = Temporal.PlainDate.from(day);
  const at = (date: Temporal.PlainDate, hour: number): number =>
    date.toPlainDateTime({ hour }).toZonedDateTime(zone).epochMilliseconds;
  const [begin, end] = [at(morning.subtract({ days: 1 }), 18), at(morning, 10)];
  const moments = [];
  for (let moment = begin; moment <= end; moment += STEP_MINUTES * 60_000) moments.push(new Date(moment));
  return [...moments, new Date(at(morning.add({ days: 1 }), 12))];
}

/** Whether the clock of the zone changes in these moments: a table of time zones may be older than a law. */
export const changes = ({ zone }: Night, moments: Date[]): boolean =>
  new Set(
    moments.map((moment) => Temporal.Instant.fromEpochMilliseconds(+moment).toZonedDateTimeISO(zone).offset),
  ).size > 1;

export interface Hours {
  from: string;
  to: string;
}

/** Among them some that begin, end or lie in the hour that is missing or comes twice. */
export const QUIET: (Hours | null)[] = [
  null,
  { from: '21:00', to: '07:00' },
  { from: '22:00', to: '02:30' },
  { from: '01:30', to: '02:30' },
  { from: '02:00', to: '03:00' },
  { from: '02:15', to: '02:45' },
  { from: '00:00', to: '08:20' },
  { from: '00:30', to: '01:30' },
];

/** `HH:MM`, as a clock on a wall there shows it. */
export const clockAt = (moment: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(moment);

export function isQuiet(hours: Hours | null, moment: Date, zone: string): boolean {
  if (!hours) return false;
  const clock = clockAt(moment, zone);
  const { from, to } = hours;
  return from < to ? from <= clock && clock < to : clock >= from || clock < to;
}
