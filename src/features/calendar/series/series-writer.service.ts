import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import {
  CalendarWritesRepository,
  type CalendarWriteContext,
  type Writing,
} from '../events/calendar-writes.repository.js';
import { announce } from '../notifications/announcement.js';
import { EventNotifications } from '../notifications/event-notifications.service.js';
import { invalidField } from '../../../platform/errors/app-error.js';
import type { EventSeries } from './event-series.entity.js';
import {
  hasOwnReaders,
  isVisibleInSeries,
  planOccurrences,
  type OccurrencePlan,
  type OccurrenceRow,
} from './occurrence-plan.js';
import { expandSeries, type Occurrence, ruledWalls } from '../recurrence/expand-series.js';
import {
  type OriginalStart,
  dayOf,
  justBefore,
  originalStartAt,
  type SeriesTimes,
} from '../recurrence/series-times.js';
import { columnsOf, refusing, timesOf } from './series-columns.js';
import type { ListedItem } from '../../publishing/publication.js';
import { isAsImported } from '../import/source-digest.js';
import type { RuleParts } from '../recurrence/recurrence-rule.js';
import {
  audienceOf,
  audiencesOf,
  type Change,
  record,
  type Recording,
} from '../../../platform/journal/recorded-changes.js';
import type { CalendarEvent } from '../events/calendar-event.entity.js';
import { occurrenceId } from '../events/event-details.js';

/**
 * The series as two that together are what was there: the occurrences before the cut, and those from it on (contract
 * section 7, rule 6). Either is null when it has none.
 */
export function splitSeries(
  times: SeriesTimes,
  cut: OriginalStart,
): { before: SeriesTimes | null; after: SeriesTimes | null } {
  const isBefore = (wall: string): boolean => (originalStartAt(wall, times) ?? '') < cut;
  const [rule, walls] = [times.rule, times.rule ? ruledWalls(times, times.rule) : [times.localStart]];
  const [earlier, later] = [walls.filter(isBefore), walls.filter((wall) => !isBefore(wall))];
  const cutDay = dayOf(cut, times.timeZone);
  return {
    before: half(times, earlier, {
      rule: rule && later.length > 0 ? endingBefore(rule, cut) : rule,
      rdates: times.rdates.filter(isBefore),
      exdates: times.exdates.filter((wall) => wall.slice(0, 10) <= cutDay),
    }),
    after: half(times, later, {
      rule: rule && counting(rule, later.length),
      rdates: times.rdates.filter((wall) => !isBefore(wall)),
      exdates: times.exdates.filter((wall) => wall.slice(0, 10) >= cutDay),
    }),
  };
}

/** Where the rule has nothing left, what is left are single dates. */
function half(
  times: SeriesTimes,
  walls: string[],
  parts: Pick<SeriesTimes, 'rule' | 'rdates' | 'exdates'>,
): SeriesTimes | null {
  if (walls[0] !== undefined) return { ...times, ...parts, localStart: walls[0] };
  const [first, ...rest] = parts.rdates.toSorted();
  return first === undefined ? null : { ...times, ...parts, localStart: first, rule: null, rdates: rest };
}

/** UNTIL takes the place of COUNT, which would count on after another change of the rule. */
function endingBefore(rule: RuleParts, cut: OriginalStart): RuleParts {
  const rest = [...rule].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL');
  return new Map([...rest, ['UNTIL', justBefore(cut)]]);
}

const counting = (rule: RuleParts, count: number): RuleParts =>
  rule.has('COUNT') ? new Map([...rule, ['COUNT', String(count)]]) : rule;

const MADE_HERE = {
  ...{ source: 'api', sourceId: null, sourceDigest: null },
  ...{ calendar: null, sourceUpdatedAt: null },
};

/** The stored rows of a series, locked. */
export interface StoredSeries {
  series: EventSeries;
  /** Occurrences; of two on a day, the first stays for that day when their clock moves. */
  rows: OccurrenceRow[];
}

/** All of its descriptions as one text: an occurrence may have its own. */
export const descriptionsOf = ({ series, rows }: StoredSeries): string =>
  [series, ...rows].map(({ description }) => description ?? '').join('');

/** What a series adds to the calendar. */
export const listedSeries = (series: EventSeries): ListedItem => ({
  organizationId: series.organizationId,
  text: series.description,
  occurrences: expandSeries(timesOf(series)).filter(({ excluded }) => !excluded).length,
});

/** What a series that is stored has in the calendar. */
export const listedBefore = ({ series, rows }: StoredSeries): ListedItem => ({
  organizationId: series.organizationId,
  text: series.description,
  occurrences: rows.length,
});

/** A series of an import of which nothing but occurrences was changed is itself as the source has it. */
const followed = (series: EventSeries, stored: EventSeries, now: Date): EventSeries =>
  isAsImported(stored) && isDeepStrictEqual({ ...series, exdates: [] }, { ...stored, exdates: [] })
    ? { ...series, sourceUpdatedAt: now }
    : series;

const idOf = ({ id, seriesId, originalStart }: CalendarEvent): string =>
  seriesId === null || originalStart === null ? id : occurrenceId(seriesId, originalStart);

/** Called off and no occurrence any more: nobody has ever seen it by the id that it has from now on. */
const isDeleted = ({ seriesId, status }: CalendarEvent): boolean =>
  seriesId === null && status === 'cancelled';

/**
 * The change of a series names the occurrences that read differently, by the ids of before and of now. One with readers of its own
 * has a row of its own.
 */
function recordPlan(
  recording: Recording,
  rows: OccurrenceRow[],
  { save, remove }: OccurrencePlan,
  change: Omit<Change, 'schoolId'>,
): void {
  const before = new Map(rows.map((row) => [row.id, row]));
  const events = new Set<string>();
  for (const row of [...save, ...rows.filter(({ id }) => remove.includes(id))]) {
    const was = before.get(row.id) ?? row;
    const ids = new Set([idOf(was), ...(isDeleted(row) ? [] : [idOf(row)])]);
    if ([was, row].some(hasOwnReaders))
      for (const id of ids) record(recording, { kind: 'event.changed', id, ...audiencesOf(was, row) });
    else for (const id of ids) events.add(id);
  }
  record(recording, { ...change, ids: { events: [...events] } });
}

interface PlanOptions {
  edit?: ((row: OccurrenceRow) => OccurrenceRow) | undefined;
  isDeletion?: boolean;
  /** Left out, what the series says. */
  occurrences?: Occurrence[];
}

/** Stores a series and, computed from it, its occurrences. */
@Injectable()
export class SeriesWriter {
  constructor(
    private readonly calendar: CalendarWritesRepository,
    private readonly notifications: EventNotifications,
  ) {}

  /**
   * Null when nobody has such a series.
   * @returns locked until the transaction ends
   */
  async lock({ manager, member }: WriteContext, seriesId: string): Promise<StoredSeries | null> {
    const series = await this.calendar.lockSeries(manager, member.schoolId, seriesId);
    return series && { series, rows: await this.calendar.lockOccurrences(manager, series) };
  }

  /** @throws ValidationFailedError when the rule cannot be computed, is too much, or leaves nothing; none is written */
  async create(change: Writing, series: EventSeries): Promise<void> {
    const plan = await this.plan(change, { series, rows: [] });
    if (plan.save.length === 0) throw invalidField('exdates', 'exdates must leave an occurrence');
    await this.calendar.insertSeries(change.manager, series);
    await this.calendar.carryOut(change.manager, series.schoolId, plan);
  }

  /**
   * @param edit what one of the occurrences is to be, before it follows the series in everything else
   * @param isDeletion whether the occurrences that it no longer has are deleted, and not somewhere else
   * @returns the original starts of exceptions that are no more
   * @throws ValidationFailedError when the rule cannot be computed, or is too much
   */
  async update(
    change: Writing,
    { series: stored, rows }: StoredSeries,
    series: EventSeries,
    edit?: (row: OccurrenceRow) => OccurrenceRow,
    isDeletion = false,
  ): Promise<OriginalStart[]> {
    const plan = await this.plan(change, { series, rows }, { edit, isDeletion });
    const same = isDeepStrictEqual({ ...series }, { ...stored });
    if (same && plan.save.length === 0 && plan.remove.length === 0) return [];
    if (!same || isVisibleInSeries(plan, rows))
      await this.touch(change, followed(series, stored, change.now));
    await this.calendar.carryOut(change.manager, series.schoolId, plan);
    recordPlan({ ...change, schoolId: series.schoolId }, rows, plan, {
      ...{ kind: 'series.changed', id: series.id },
      ...audiencesOf(stored, series),
    });
    await this.notifications.notify(change, rows, plan);
    return plan.dropped;
  }

  /** Alerts the audience of the next occurrence that takes place, of which nobody is alerted twice. */
  async announceNext(change: CalendarWriteContext, seriesId: string): Promise<void> {
    const next = await this.calendar.findNextOccurrence(change, seriesId);
    if (next) announce(change, next);
  }

  /** Raises the sequence: clients compare it. */
  async touch({ manager, now }: Writing, series: EventSeries): Promise<void> {
    await this.calendar.updateSeries(manager, { ...series, sequence: series.sequence + 1, updatedAt: now });
  }

  /** Ends the series before the cut; a new one carries the rest on (contract section 7, rule 6). */
  async split(
    change: CalendarWriteContext,
    { series, rows }: StoredSeries,
    cut: OriginalStart,
  ): Promise<StoredSeries> {
    const { before, after } = refusing(() => splitSeries(timesOf(series), cut));
    if (!before || !after) throw new Error('A series is split between two of its occurrences');
    const [now, rest] = [change.now, rows.filter(({ originalStart }) => originalStart >= cut)];
    const source = { ...MADE_HERE, createdAt: now, updatedAt: now };
    const next = { ...series, ...columnsOf(after), ...source, splitFromId: series.id, sequence: 0 };
    next.id = randomUUID();
    await this.touch(change, { ...series, ...columnsOf(before) });
    const ids = { events: rest.map(({ originalStart }) => occurrenceId(series.id, originalStart)) };
    record(change, { kind: 'series.changed', id: series.id, audience: audienceOf(series), ids });
    await this.calendar.insertSeries(change.manager, next);
    record(change, { kind: 'series.created', id: next.id, audience: audienceOf(next) });
    return { series: next, rows: rest };
  }

  /** Ends the series before the cut, and what follows is gone. */
  async truncate(change: CalendarWriteContext, stored: StoredSeries, cut: OriginalStart): Promise<void> {
    const { before } = refusing(() => splitSeries(timesOf(stored.series), cut));
    if (before)
      await this.update(change, stored, { ...stored.series, ...columnsOf(before) }, undefined, true);
  }

  /** Removes the series. An occurrence with a result stays as a single event, and one with answers as one that is called off. */
  async remove(change: Writing, stored: StoredSeries): Promise<void> {
    const plan = await this.plan(change, stored, { isDeletion: true, occurrences: [] });
    await this.calendar.carryOut(change.manager, stored.series.schoolId, plan);
    await this.calendar.deleteSeries(change.manager, stored.series);
    const { id, schoolId } = stored.series;
    recordPlan({ ...change, schoolId }, stored.rows, plan, {
      ...{ kind: 'series.cancelled', id },
      audience: audienceOf(stored.series),
    });
    await this.notifications.notify(change, stored.rows, plan);
  }

  private async plan(
    { manager, now, schoolZone, member }: Writing,
    { series, rows }: StoredSeries,
    {
      edit,
      isDeletion = false,
      occurrences = refusing(() => expandSeries(timesOf(series))),
    }: PlanOptions = {},
  ): Promise<OccurrencePlan> {
    const withResult = await this.calendar.findWithResult(manager, series.schoolId, rows);
    const withAnswers = await this.calendar.findWithAnswers(manager, series.schoolId, rows);
    const planning = { series, rows, withResult, withAnswers, isDeletion, schoolZone, now };
    const byMember = member !== undefined;
    return planOccurrences({ ...planning, byMember, ...(edit && { edit }) }, occurrences);
  }
}
