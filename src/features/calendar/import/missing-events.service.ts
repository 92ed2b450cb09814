import { Injectable } from '@nestjs/common';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import { CalendarWritesRepository } from '../events/calendar-writes.repository.js';
import { isAhead } from '../events/event-times.js';
import { expandSeries } from '../recurrence/expand-series.js';
import { wallOf } from '../recurrence/series-times.js';
import { recordedEvent, recordedSeries } from '../results/recorded-item.js';
import { EventSeries } from '../series/event-series.entity.js';
import { CALLED_OFF_HERE, type OccurrenceRow } from '../series/occurrence-plan.js';
import { columnsOf, timesOf } from '../series/series-columns.js';
import { SeriesWriter, splitSeries, type StoredSeries } from '../series/series-writer.service.js';
import type { CalendarImportTarget, Destination, RecordedItem } from './calendar-import.js';
import { CalendarImporter } from './calendar.importer.js';
import { ImportedEventsRepository, type NewSourceId } from './imported-events.repository.js';
import { isAsImported, separateVersionOf, isUnedited } from './source-digest.js';

export type { NewSourceId } from './imported-events.repository.js';

/** An item of a calendar that lies ahead, and that the calendar has no more. */
export interface MissingItem {
  sourceId: string;
  title: string;
  /** Day of the first event that is meant, `YYYY-MM-DD` at the school. */
  date: string;
  /** Events that are meant. */
  count: number;
  isSeries: boolean;
}

/** What becomes of the items of a calendar that a file of it does not have. */
export interface Removal {
  /** To be cancelled. */
  cancelled: MissingItem[];
  /** Items, or occurrences of them, that were changed here: they stay. */
  retained: MissingItem[];
  /** Events ahead of the whole calendar; of a series each occurrence. */
  ahead: number;
  /** Series that go on in part. */
  shortened: (StoredSeries & { next: EventSeries })[];
}

/** The ends of what a calendar has no more: what is past stays, and so does what people have changed here. */
@Injectable()
export class MissingEvents {
  constructor(
    private readonly imported: ImportedEventsRepository,
    private readonly calendar: CalendarWritesRepository,
    private readonly importer: CalendarImporter,
    private readonly series: SeriesWriter,
    private readonly images: ImageEmbeddingService,
  ) {}

  /** Items on record that take place, of the named calendar; of none, those without a name that went to the same place. */
  async findOfCalendar(target: CalendarImportTarget, to: Destination): Promise<RecordedItem[]> {
    const { events, series } = await this.imported.findOfCalendar(target, to);
    return [...events.map(recordedEvent), ...series.map(recordedSeries)];
  }

  /** Lets events and series go on under other source ids. */
  async rename(target: CalendarImportTarget, ids: NewSourceId[]): Promise<void> {
    await this.imported.rename(target, CalendarEvent, ids);
    await this.imported.rename(target, EventSeries, ids);
  }

  /** Says what removing items of the target's calendar would do, with its rows locked. */
  async plan(target: CalendarImportTarget, sourceIds: string[]): Promise<Removal> {
    const ahead = await this.imported.countAhead(target);
    const removal: Removal = { cancelled: [], retained: [], ahead, shortened: [] };
    for (const event of (await this.imported.lockEvents(target, sourceIds)).values())
      if (isLive(event, target))
        removal[isAsImported(event) ? 'cancelled' : 'retained'].push(missing(event, [event]));
    for (const series of (await this.imported.lockSeries(target, sourceIds)).values()) {
      const rows = await this.calendar.lockOccurrences(target.manager, series);
      planSeries(removal, { series, rows }, target);
    }
    return removal;
  }

  /** Counts events ahead that came to the same place, and of which no calendar is known. */
  countUnnamed(target: CalendarImportTarget, to: Destination): Promise<number> {
    return this.imported.countAhead({ ...target, calendar: null }, to);
  }

  /** @param isNew false for the source id of what comes again in another form: nobody is told that it is off */
  async remove(
    target: CalendarImportTarget,
    { cancelled, shortened }: Removal,
    isNew: (sourceId: string) => boolean,
  ): Promise<void> {
    const inPart = new Set(shortened.map(({ series }) => series.sourceId));
    const whole = cancelled.filter(({ sourceId }) => !inPart.has(sourceId));
    const idsOf = (isSeries: boolean): string[] =>
      whole.filter((item) => item.isSeries === isSeries).map(({ sourceId }) => sourceId);
    await this.importer.cancel(target, { events: idsOf(false), series: idsOf(true) }, isNew);
    for (const { series, rows, next } of shortened) {
      await this.series.update(
        { ...target, isSilent: !isNew(series.sourceId!) },
        { series, rows },
        { ...next, sourceUpdatedAt: target.now },
      );
      const texts = [series, ...rows].map(({ description }) => description);
      await this.images.changeByImport(target.manager, target.schoolId, texts);
    }
  }
}

const isLive = (event: CalendarEvent, target: CalendarImportTarget): boolean =>
  event.status !== 'cancelled' && isAhead(event, target);

function planSeries(removal: Removal, stored: StoredSeries, target: CalendarImportTarget): void {
  const { series, rows } = stored;
  const live = rows.filter((row) => isLive(row, target));
  const retained = isAsImported(series) ? live.filter(isChangedHere) : live;
  const off = live.filter((row) => !retained.includes(row));
  if (retained.length > 0) removal.retained.push(missing(series, retained));
  if (off.length === 0) return;
  removal.cancelled.push(missing(series, off));
  const stays = rows.filter((row) => !isAhead(row, target) || isChangedHere(row));
  if (stays.length > 0) removal.shortened.push({ ...stored, next: shortened(series, stays, off) });
}

/** Whether somebody has changed the occurrence here, or called it off. */
const isChangedHere = ({ overrides, sourceDigest }: OccurrenceRow): boolean => {
  if (overrides.includes(CALLED_OFF_HERE)) return true;
  const isOfSource = separateVersionOf(sourceDigest) ? isUnedited(sourceDigest) : sourceDigest !== null;
  return overrides.length > 0 && !isOfSource;
};

/**
 * The series up to the last occurrence that stays, without what goes before it. It has no digest: should its source have it
 * again, that is news.
 */
function shortened(series: EventSeries, stays: OccurrenceRow[], off: OccurrenceRow[]): EventSeries {
  const times = timesOf(series);
  const last = stays
    .map(({ originalStart }) => originalStart)
    .sort()
    .at(-1)!;
  const cut = expandSeries(times).find(({ key }) => key > last)?.key;
  const before = (cut === undefined ? null : splitSeries(times, cut).before) ?? times;
  const walls = off
    .filter(({ originalStart }) => originalStart < (cut ?? '9'))
    .map(({ originalStart }) => wallOf(originalStart, series));
  const exdates = [...new Set([...before.exdates, ...walls])].sort();
  return { ...series, ...columnsOf({ ...before, exdates }), sourceDigest: null };
}

function missing(item: CalendarEvent | EventSeries, events: CalendarEvent[]): MissingItem {
  const days = events.map(({ startDate }) => startDate).sort();
  const { sourceId, title } = item;
  return { sourceId: sourceId!, title, date: days[0]!, count: events.length, isSeries: 'localStart' in item };
}
