import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CalendarEvent } from '../events/calendar-event.entity.js';
import type { EventSeries } from './event-series.entity.js';
import {
  DETAIL_NAMES,
  detailOf,
  detailsOf,
  type DetailName,
  type EventDetails,
} from '../events/event-details.js';
import { arrivalInstant, isAhead } from '../events/event-times.js';
import type { Occurrence } from '../recurrence/expand-series.js';
import { dayOf, timesAt } from '../recurrence/series-times.js';

/** An occurrence as it is stored. */
export type OccurrenceRow = Omit<CalendarEvent, 'originalStart'> & { originalStart: string };

/** Among the overrides of an occurrence: it is off, whatever a source of the series says of it. */
export const CALLED_OFF_HERE = 'status';

export interface OccurrencePlan {
  /** New, or no longer as they are stored. */
  save: CalendarEvent[];
  /** Events, by id. */
  remove: string[];
  /** Original starts of exceptions that are no more, in order. */
  dropped: string[];
}

export interface Planning {
  series: EventSeries;
  /** Those of the series that are stored; of two on a day, the first may stay for that day. */
  rows: OccurrenceRow[];
  /** Events that have a result, which they keep whatever becomes of the series. */
  withResult: ReadonlySet<string>;
  /** Events to which somebody has answered: they stay with their day, and alone where the series has left it. */
  withAnswers: ReadonlySet<string>;
  schoolZone: string;
  now: Date;
  /** Whether a member calls off what is called off, and not a source. */
  byMember: boolean;
  /** Whether the series is deleted, from a date on or whole. */
  isDeletion: boolean;
  /** Edits an occurrence, old or new, before it follows the series in everything else. */
  edit?: (row: OccurrenceRow) => OccurrenceRow;
}

/**
 * From what is stored to what the series says now (contract section 7, rule 7). A row stays with its original start;
 * without one any more, it stays with its day, so that what hangs on the occurrence moves along.
 */
export function planOccurrences(planning: Planning, occurrences: Occurrence[]): OccurrencePlan {
  const { rows, withResult, withAnswers, edit = (row) => row } = planning;
  const keys = new Set(occurrences.map(({ key }) => key));
  const orphans = rows.filter((row) => !keys.has(row.originalStart));
  const dropped = orphans.filter((row) => !withResult.has(row.id));
  const byKey = new Map(rows.map((row) => [row.originalStart, row]));
  const byDay = new Map(
    firstLast(dropped, withAnswers).map((row) => [dayOf(row.originalStart, row.timeZone), row]),
  );
  const save = orphans.filter((row) => withResult.has(row.id)).map((row) => singleEvent(row, planning));
  const stays = new Set<string>();
  for (const { key, excluded } of occurrences) {
    const sameKey = byKey.get(key);
    const day = dayOf(key, planning.series.timeZone);
    const stored = sameKey ?? byDay.get(day);
    if (!stored && excluded) continue;
    if (stored && !sameKey) byDay.delete(day);
    if (stored) stays.add(stored.id);
    const row = sameKey ? { ...sameKey } : moved(stored ?? newRow(key, planning), key);
    const next = withStatus(following(edit(row), planning), excluded, planning);
    if (!stored || !isDeepStrictEqual(next, { ...stored })) save.push(changed(next, stored, planning));
  }
  const left = dropped.filter((row) => !stays.has(row.id));
  const alone = left.filter((row) => withAnswers.has(row.id));
  save.push(...alone.map((row) => answeredEvent(row, planning)));
  return {
    save,
    remove: left.filter((row) => !alone.includes(row)).map((row) => row.id),
    dropped: dropped
      .filter((row) => isException(row) && !alone.includes(row))
      .map((row) => row.originalStart),
  };
}

/** So that of two on a day the first stays for it, and one with answers before one without. */
const firstLast = (rows: OccurrenceRow[], withAnswers: ReadonlySet<string>): OccurrenceRow[] =>
  rows.toReversed().sort((a, b) => Number(withAnswers.has(a.id)) - Number(withAnswers.has(b.id)));

/** The details that say who the readers are. */
const READERS: DetailName[] = ['audience', 'organization_id'];

/** Whether an occurrence is for others than its series. */
export const hasOwnReaders = ({ overrides }: CalendarEvent): boolean =>
  READERS.some((name) => overrides.includes(name));

/**
 * Whether a reader of the series can tell that the plan is carried out: not where all that changes are occurrences that
 * have readers of their own, and keep them.
 */
export function isVisibleInSeries({ save, remove }: OccurrencePlan, stored: OccurrenceRow[]): boolean {
  const before = new Map(stored.map((row) => [row.id, row]));
  const keepsItsReaders = (row: CalendarEvent): boolean => {
    const was = before.get(row.id);
    return (
      was !== undefined &&
      hasOwnReaders(row) &&
      READERS.every((name) => isDeepStrictEqual(detailOf(name, row), detailOf(name, was)))
    );
  };
  return remove.length > 0 || !save.every(keepsItsReaders);
}

export const isException = ({ overrides, status }: CalendarEvent): boolean =>
  overrides.length > 0 || status === 'cancelled';

/** It stands for itself from now on. */
function singleEvent(row: OccurrenceRow, { now }: Planning): CalendarEvent {
  const sequence = row.sequence + 1;
  return { ...row, seriesId: null, originalStart: null, overrides: [], sequence, updatedAt: now };
}

/** Its answers stay with it. What is deleted with its series and lies ahead is called off: nobody comes to it. */
function answeredEvent(row: OccurrenceRow, planning: Planning): CalendarEvent {
  const event = singleEvent(row, planning);
  if (!planning.isDeletion || event.status === 'cancelled' || !isAhead(row, planning)) return event;
  return { ...event, status: 'cancelled', cancelledAt: planning.now };
}

/** To another original start, where it is as the series has it; it goes on asking who comes, for answers move along. */
const moved = (row: OccurrenceRow, originalStart: string): OccurrenceRow => ({
  ...row,
  originalStart,
  overrides: row.overrides.filter((name) => name === 'rsvp'),
  sourceDigest: null,
});

const newRow = (originalStart: string, { series, schoolZone, now }: Planning): OccurrenceRow => ({
  ...detailsOf(series),
  ...timesAt(originalStart, series, schoolZone),
  id: randomUUID(),
  schoolId: series.schoolId,
  seriesId: series.id,
  originalStart,
  timeZone: series.timeZone,
  status: 'confirmed',
  cancelledAt: null,
  arrivalAt: null,
  rsvpRemindedAt: null,
  overrides: [],
  sequence: 0,
  source: series.source,
  sourceId: null,
  sourceDigest: null,
  calendar: null,
  sourceUpdatedAt: null,
  createdAt: now,
  updatedAt: now,
});

/** The occurrence with the values of the series, but for its own overrides. */
function following(row: OccurrenceRow, { series, schoolZone }: Planning): OccurrenceRow {
  const own = new Set(row.overrides);
  const followed = DETAIL_NAMES.filter((name) => !own.has(name)).map((name) => detailOf(name, series));
  const details = Object.assign({}, ...followed) as Partial<EventDetails>;
  const times = own.has('times') ? null : timesAt(row.originalStart, series, schoolZone);
  const next = { ...row, ...details, ...times, seriesId: series.id, timeZone: series.timeZone };
  if (!own.has('arrival_at')) next.arrivalAt = arrivalInstant(next.startsAt, series.arrivalMinutesBefore);
  return next;
}

function withStatus(row: OccurrenceRow, excluded: boolean, { now, byMember }: Planning): OccurrenceRow {
  if (excluded === (row.status === 'cancelled')) return row;
  if (excluded) {
    const overrides = byMember ? [...row.overrides, CALLED_OFF_HERE] : row.overrides;
    return { ...row, overrides, status: 'cancelled', cancelledAt: now };
  }
  const overrides = row.overrides.filter((name) => name !== CALLED_OFF_HERE);
  return { ...row, overrides, status: 'confirmed', cancelledAt: null };
}

const changed = (
  row: OccurrenceRow,
  stored: OccurrenceRow | undefined,
  { now }: Planning,
): CalendarEvent => ({
  ...row,
  sequence: stored ? stored.sequence + 1 : 0,
  updatedAt: now,
});
