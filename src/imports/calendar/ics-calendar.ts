import { hash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type {
  ImportedChange,
  ImportedEvent,
  ImportedSeries,
} from '../../features/calendar/calendar-import.js';
import { expandSeries } from '../../features/calendar/recurrence/expand-series.js';
import {
  originalStartAt,
  wallOf,
  type SeriesTimes,
} from '../../features/calendar/recurrence/series-times.js';
import { nameOf, type EventNote, type IcsEvent } from './ics-event.js';
import { foreignSeries } from './ics-series.js';
import { BrokenComponentError, momentOf, onWallOf } from './ics-times.js';
import { isOutdated, keyOf, latestOverrides, mastersOf, type Master } from './ics-versions.js';

/** A calendar file as the school's calendar would take it. */
export interface ForeignCalendar {
  events: ImportedEvent[];
  series: ImportedSeries[];
  /** Source ids of what is called off. */
  cancelled: string[];
  /** Source ids of what stands for itself no longer: it is an occurrence of a series. */
  joined: string[];
  /** By source id. */
  lines: Map<string, number>;
  notes: ({ line: number } & EventNote)[];
  broken: { line: number; error: BrokenComponentError }[];
}

/** Where all of it goes. */
export interface Destination {
  organization_id?: string;
  category_id?: string;
}

/** @param today YYYY-MM-DD */
export function foreignCalendar(events: IcsEvent[], to: Destination, today: string): ForeignCalendar {
  const calendar: ForeignCalendar = {
    ...{ events: [], series: [], cancelled: [], joined: [], lines: new Map(), notes: [], broken: [] },
  };
  for (const [uid, versions] of Map.groupBy(events, (event) => event.uid))
    new UidTaker(calendar, to, today).take(uid, versions);
  calendar.notes.sort((a, b) => a.line - b.line);
  return calendar;
}

/** A series, and what of it is otherwise. */
interface Planned extends Master {
  times: SeriesTimes;
  /** Original start → whether the series leaves it out. */
  occurrences: Map<string, boolean>;
  changes: IcsEvent[];
  /** All that the file says of single occurrences. */
  known: IcsEvent[];
  /** Original starts of those that do not take place after all. */
  off: Set<string>;
}

const isRepeated = ({ rules, rdates }: IcsEvent): boolean => rules.length > 0 || rdates.length > 0;
const isCancelled = ({ status }: IcsEvent): boolean => status === 'cancelled';

/** Takes all that has one UID. */
class UidTaker {
  constructor(
    private readonly calendar: ForeignCalendar,
    private readonly to: Destination,
    private readonly today: string,
  ) {}

  take(uid: string, versions: IcsEvent[]): void {
    const { calendar } = this;
    const overrides = latestOverrides(versions.filter(({ recurrenceId }) => recurrenceId));
    const masters = mastersOf(
      uid,
      versions.filter(({ recurrenceId }) => !recurrenceId),
      (event, note) => calendar.notes.push({ line: event.line, ...note }),
    );
    if (masters.length > 0 && masters.every(({ event }) => isCancelled(event))) {
      calendar.cancelled.push(
        ...masters.flatMap(({ id, formerIds }) => [id, ...formerIds]),
        ...overrides.map(idOf),
      );
      return;
    }
    calendar.joined.push(...masters.flatMap(({ formerIds }) => formerIds));
    const standing = masters.filter((master) => !this.isReplaced(master, overrides));
    const own = overrides.filter((one) => isRepeated(one) && !isCancelled(one));
    const planned = [
      ...standing.flatMap((master) => this.plan(master)),
      ...own.flatMap((event) => this.plan({ event, id: idOf(event), formerIds: [] })),
    ];
    for (const event of own) this.replace(event, planned);
    for (const override of overrides.filter((one) => !own.includes(one))) this.assign(override, planned);
    for (const series of planned) this.takeSeries(series);
  }

  /** What does not repeat is taken at once. */
  private plan(master: Master): Planned[] {
    const { event, id } = master;
    this.calendar.notes.push(...event.notes.map((note) => ({ line: event.line, ...note })));
    if (isCancelled(event)) this.calendar.cancelled.push(id);
    else if (!isRepeated(event)) this.takeSingle(event, id);
    else {
      try {
        const { times, notes } = foreignSeries(event, this.today);
        for (const code of notes) this.note(event, code);
        const occurrences = new Map(expandSeries(times).map(({ key, excluded }) => [key, excluded]));
        return [{ ...master, times, occurrences, changes: [], known: [], off: new Set() }];
      } catch (error) {
        if (!(error instanceof BrokenComponentError)) throw error;
        this.calendar.broken.push({ line: event.line, error });
      }
    }
    return [];
  }

  /** A single event that one with a RECURRENCE-ID tells anew. */
  private isReplaced({ event, id }: Master, overrides: IcsEvent[]): boolean {
    if (isRepeated(event) || isCancelled(event)) return false;
    const starts = [keyOf(event.start), event.start.wall.slice(0, 10).replaceAll('-', '')];
    const isReplaced = overrides.some(
      (one) => starts.includes(keyOf(one.recurrenceId)) && !isOutdated(one, event),
    );
    if (isReplaced) this.calendar.joined.push(id);
    return isReplaced;
  }

  /** An occurrence with a rule of its own is a series in its place. */
  private replace(event: IcsEvent, planned: Planned[]): void {
    const own = planned.find((series) => series.event === event);
    if (!own) return;
    this.note(event, 'own_rule');
    for (const series of planned) {
      if (series === own || series.event.recurrenceId) continue;
      const key = originalOf(event, series.times);
      for (const start of series.occurrences.keys())
        if (start === key || (event.isForFuture && key !== '' && start > key)) series.off.add(start);
      if (series.off.size > 0) series.known.push(event);
    }
  }

  private assign(override: IcsEvent, planned: Planned[]): void {
    const { title } = override.details;
    const candidates = planned.filter(({ times, occurrences }) =>
      occurrences.has(originalOf(override, times)),
    );
    const series = candidates.find(({ event }) => event.details.title === title) ?? candidates[0];
    const id = idOf(override);
    this.calendar.notes.push(...override.notes.map((note) => ({ line: override.line, ...note })));
    if (override.isForFuture) this.note(override, 'range_dropped');
    if (!series) this.takeSingle(override, id);
    else {
      this.calendar.joined.push(id);
      series.known.push(override);
      const key = originalOf(override, series.times);
      const isExcluded = series.occurrences.get(key)!;
      if (isCancelled(override)) series.off.add(key);
      else if (isExcluded && isOutdated(override, series.event)) this.note(override, 'override_excluded');
      else series.changes.push(override);
    }
  }

  private takeSeries(planned: Planned): void {
    const { to, calendar } = this;
    const { event: master, id, times, changes, known, occurrences } = planned;
    const { exdates, restored } = exclusionsOf(planned);
    if (exdates.length > 0 && [...occurrences.keys()].every((key) => isLeftOut(key, planned, restored))) {
      // Nothing is left of it, which is nothing wrong.
      calendar.cancelled.push(id);
      return;
    }
    const input = { ...master.details, ...to };
    const said = { input, master, known, to, ...(restored.length > 0 && { restored }) };
    calendar.series.push({
      sourceId: id,
      digest: digestOf(said),
      input,
      times: { ...times, exdates },
      changes: changes.map((one): ImportedChange => {
        const changed = inputOf(one, to);
        return { originalStart: originalOf(one, times), digest: digestOf(changed), input: changed };
      }),
    });
    calendar.lines.set(id, master.line);
  }

  /** One that has no master, or of which the master says nothing, stands for itself. */
  private takeSingle(event: IcsEvent, sourceId: string): void {
    const { calendar } = this;
    const { status } = event;
    if (status === 'cancelled') {
      calendar.cancelled.push(sourceId);
      return;
    }
    const input = inputOf(event, this.to);
    calendar.events.push({ sourceId, digest: digestOf({ input, status }), input, status });
    calendar.lines.set(sourceId, event.line);
  }

  private note({ line, details, start, rules }: IcsEvent, code: keyof typeof NOTES): void {
    const value = code === 'range_dropped' ? 'THISANDFUTURE' : rules.join(' ') || start.wall;
    this.calendar.notes.push({
      line,
      code,
      value,
      message: `${nameOf(details.title, start)}: ${NOTES[code]}`,
    });
  }
}

const isLeftOut = (key: string, { occurrences, off }: Planned, restored: string[]): boolean =>
  off.has(key) || (occurrences.get(key) === true && !restored.includes(key));

/** What the series leaves out, but for what an override of it has moved; such a date is told again where others share it. */
function exclusionsOf(planned: Planned): { exdates: string[]; restored: string[] } {
  const { times, occurrences, changes, off } = planned;
  const restored = changes.map((one) => originalOf(one, times)).filter((key) => occurrences.get(key));
  const ended = [...off].map((key) => wallOf(key, times));
  const left = [...occurrences.keys()].filter((key) => isLeftOut(key, planned, restored));
  const exdates = restored.length > 0 ? left.map((key) => wallOf(key, times)) : [...times.exdates, ...ended];
  return { exdates: [...new Set(exdates)].sort(), restored };
}

const NOTES = {
  series_cut:
    'it has no end, or one too far away, and is kept for three years from now: import it again before that.',
  exception_rule_dropped: 'EXRULE is not kept: take out by hand the dates that should be left out.',
  range_dropped:
    'RANGE=THISANDFUTURE is not kept: the change is of this occurrence alone. Change the later ones by hand.',
  rule_dropped: 'the rule has no occurrence: only single dates are kept. Look whether the rule is right.',
  own_rule:
    'this change of one occurrence repeats itself, and is kept as a series of its own. Look whether it is meant so.',
  override_excluded:
    'it is left out: a newer version of its series leaves out that date. Look whether it takes place.',
};

const idOf = ({ uid, recurrenceId }: IcsEvent): string =>
  recurrenceId ? `${uid}/${keyOf(recurrenceId)}` : uid;

/** A date may stand for the timed occurrence of that day. */
function originalOf({ recurrenceId }: IcsEvent, times: SeriesTimes): string {
  const wall = onWallOf(times.timeZone, recurrenceId!);
  const full = times.allDay || wall.length > 10 ? wall : wall + times.localStart.slice(10);
  return originalStartAt(full, times) ?? '';
}

/** As a request would have it. */
function inputOf({ details, allDay, start, duration }: IcsEvent, to: Destination): ImportedEvent['input'] {
  if (allDay) {
    const end = Temporal.PlainDate.from(start.wall).add({ days: duration - 1 });
    return { ...details, ...to, all_day: true, start_date: start.wall, end_date: end.toString() };
  }
  const starts = momentOf(start);
  const ends = new Date(starts.getTime() + duration * 60_000);
  return { ...details, ...to, all_day: false, starts_at: starts.toISOString(), ends_at: ends.toISOString() };
}

/** The line on which it stands, what is told of it, and a range that is not kept. */
const SAYS_NOTHING = new Set(['line', 'isForFuture', 'notes', 'modified']);

/** Of what the file says, not of where on the day it was cut. */
const digestOf = (said: object): string =>
  hash(
    'sha256',
    JSON.stringify(said, (key, value: unknown) => (SAYS_NOTHING.has(key) ? undefined : value)),
    'base64url',
  );
