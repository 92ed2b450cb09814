import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import { EventNotifications } from '../notifications/event-notifications.service.js';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import { EventSeries } from '../series/event-series.entity.js';
import { CalendarWritesRepository } from '../events/calendar-writes.repository.js';
import { ImportedEventsRepository } from './imported-events.repository.js';
import { addressed, importEach, idsOf, type ImportResult } from '../../publishing/item.importer.js';
import type { CalendarImportTarget, ImportedEvent, ImportedSeries, RecordedItem } from './calendar-import.js';
import type { EventDetails } from '../events/event-details.js';
import { whenOf } from '../events/event-times.js';
import { editing, exdatesOf, separateOccurrences, type SeparateOccurrence } from './imported-occurrences.js';
import { changedSeries, newSeries } from '../series/new-series.js';
import { eventsAsNew, importedOrigin, isAlike, seriesAsNew, takenOf } from './as-new.js';
import { changedEvent, newEvent } from '../events/new-event.js';
import { recordedEvent, recordedSeries } from '../results/recorded-item.js';
import { SeriesWriter } from '../series/series-writer.service.js';
import { audienceOf, audiencesOf, record } from '../../../platform/journal/recorded-changes.js';

export interface SeriesImportResult extends ImportResult {
  /** By source id of their series. */
  separate: Map<string, SeparateOccurrence[]>;
}

/**
 * The way in for events and series from outside, inside the caller's transaction. An entry whose digest is the stored
 * one is left as it is. Inputs are as a request would have them once it is validated; nobody's rights are asked about.
 */
@Injectable()
export class CalendarImporter {
  constructor(
    private readonly imported: ImportedEventsRepository,
    private readonly calendar: CalendarWritesRepository,
    private readonly series: SeriesWriter,
    private readonly images: ImageEmbeddingService,
    private readonly notifications: EventNotifications,
  ) {}

  /** Creates and changes single events; none is taken away. */
  async importEvents(target: CalendarImportTarget, events: ImportedEvent[]): Promise<ImportResult> {
    const known = await this.imported.lockEvents(target, idsOf(events));
    const save: CalendarEvent[] = [];
    const result = await importEach(target, events, known, async (target, entry, present) => {
      const event = present
        ? importedEvent(target, present, entry)
        : newEvent(target, entry.input, importedOrigin(target, entry));
      const status = entry.status && !isOffHere(present, event) ? entry.status : null;
      save.push(status ? { ...event, status, cancelledAt: null } : event);
    });
    await this.calendar.carryOut(target.manager, target.schoolId, { save, remove: [], dropped: [] });
    recordWritten(target, [...known.values()], save);
    await this.notifications.notify(target, [...known.values()], { save, remove: [] });
    await this.embed(target, [...known.values(), ...save]);
    await this.claim(target, CalendarEvent, known, eventsAsNew(target, takenOf(events, result)));
    return result;
  }

  /** Items on record with these UIDs. */
  async findRecorded(target: CalendarImportTarget, uids: string[]): Promise<RecordedItem[]> {
    const { events, series } = await this.imported.findByUids(target, uids);
    return [...events.map(recordedEvent), ...series.map(recordedSeries)];
  }

  /** Creates and changes series, and computes their occurrences; none is taken away. */
  async importSeries(target: CalendarImportTarget, series: ImportedSeries[]): Promise<SeriesImportResult> {
    const known = await this.imported.lockSeries(target, idsOf(series));
    const separate = new Map<string, SeparateOccurrence[]>();
    const result = await importEach(target, series, known, async (target, entry, present) => {
      const series = present ?? newSeries(target, entry.input, importedOrigin(target, entry), entry.times);
      if (!present) {
        await this.series.create(target, series);
        record(target, { kind: 'series.created', id: series.id, audience: audienceOf(series) });
      }
      const writing = { ...target, isSilent: !present };
      if (!present && !entry.changes?.length) return this.embed(target, [series]);
      separate.set(entry.sourceId, await this.importOccurrences(writing, entry, present, series));
    });
    await this.claim(target, EventSeries, known, seriesAsNew(target, takenOf(series, result)));
    return { ...result, separate };
  }

  /**
   * Calls off what an import brought before: a single event stays as a cancelled one, a series is removed.
   * @param isNew false for the source id of what comes again in another form: nobody is told that it is off
   * @returns how many there were
   */
  async cancel(
    target: CalendarImportTarget,
    ids: { events: string[]; series: string[] },
    isNew: (sourceId: string) => boolean = () => true,
  ): Promise<{ events: number; series: number }> {
    const events = [...(await this.imported.lockEvents(target, ids.events)).values()];
    const save = events
      .filter(({ status }) => status !== 'cancelled')
      .map((event) => cancelled(event, target));
    await this.calendar.carryOut(target.manager, target.schoolId, { save, remove: [], dropped: [] });
    const added = events.filter(({ sourceId }) => isNew(sourceId!));
    for (const event of save)
      record(target, { kind: 'event.cancelled', id: event.id, audience: audienceOf(event) });
    await this.notifications.notify(target, added, { save, remove: [] });
    await this.embed(target, save);
    const series = [...(await this.imported.lockSeries(target, ids.series)).values()];
    for (const one of series) {
      const rows = await this.calendar.lockOccurrences(target.manager, one);
      const writing = { ...target, isSilent: !isNew(one.sourceId!) };
      await this.series.remove(writing, { series: one, rows });
      await this.embed(target, [one, ...rows]);
    }
    return { events: save.length, series: series.length };
  }

  private async importOccurrences(
    target: CalendarImportTarget,
    entry: ImportedSeries,
    present: EventSeries | null,
    series: EventSeries,
  ): Promise<SeparateOccurrence[]> {
    const rows = await this.calendar.lockOccurrences(target.manager, series);
    const input = addressed(entry.input, series);
    const next = present ? changedSeries(present, input, target.schoolZone, entry.times) : series;
    const changes = entry.changes ?? [];
    const edit = editing(next, changes, target.schoolZone);
    const exdates = exdatesOf(next, rows, edit, changes);
    await this.series.update(
      target,
      { series, rows },
      {
        ...{ ...next, exdates, sourceDigest: entry.digest },
        ...{ calendar: target.calendar ?? series.calendar, sourceUpdatedAt: target.now },
      },
      edit,
    );
    await this.embed(target, [series, ...rows, next]);
    return separateOccurrences(next, rows, changes);
  }

  /**
   * Writes to items on record of which calendar they are. Those of an import that did not say it yet are as that one has left
   * them where they are as they would be made now.
   * @param asNew by source id, what the entries of the file would make
   */
  private async claim<Item extends CalendarEvent | EventSeries>(
    target: CalendarImportTarget,
    entity: new () => Item,
    known: Map<string, Item>,
    asNew: Map<string, () => Item>,
  ): Promise<void> {
    if (target.calendar === undefined) return;
    const others = [...known.values()].filter(({ calendar }) => calendar !== target.calendar);
    await this.imported.claim(
      target,
      entity,
      others.map(({ sourceId }) => sourceId!),
    );
    const unknown = others.filter(({ sourceUpdatedAt }) => sourceUpdatedAt === null);
    const unchanged = unknown.filter((one) => {
      const made = asNew.get(one.sourceId!);
      return made !== undefined && isAlike(one, made());
    });
    await this.imported.markAsImported(
      target,
      entity,
      unchanged.map(({ sourceId }) => sourceId!),
    );
  }

  /** @param touched as they were and as they are */
  private embed({ manager, schoolId }: CalendarImportTarget, touched: EventDetails[]): Promise<void> {
    return this.images.changeByImport(
      manager,
      schoolId,
      touched.map(({ description }) => description),
    );
  }
}

function importedEvent(
  { schoolZone, now, calendar }: CalendarImportTarget,
  present: CalendarEvent,
  entry: ImportedEvent,
): CalendarEvent {
  const next = changedEvent(present, addressed(entry.input, present), schoolZone);
  const source = { sourceDigest: entry.digest, calendar: calendar ?? present.calendar, sourceUpdatedAt: now };
  return { ...next, ...source, sequence: present.sequence + 1, updatedAt: now };
}

/** Whether somebody has called it off here for the time that it has still; what the source calls off has no digest. */
const isOffHere = (present: CalendarEvent | null, next: CalendarEvent): boolean =>
  present?.status === 'cancelled' &&
  present.sourceDigest !== null &&
  isDeepStrictEqual(whenOf(present), whenOf(next));

/** Without its digest: what comes again is news. */
const cancelled = (event: CalendarEvent, { now }: CalendarImportTarget): CalendarEvent => ({
  ...event,
  status: 'cancelled',
  cancelledAt: now,
  sourceDigest: null,
  sequence: event.sequence + 1,
  updatedAt: now,
});

function recordWritten(target: CalendarImportTarget, known: CalendarEvent[], saved: CalendarEvent[]): void {
  const before = new Map(known.map((event) => [event.id, event]));
  for (const event of saved) {
    const present = before.get(event.id);
    if (present) record(target, { kind: 'event.changed', id: event.id, ...audiencesOf(present, event) });
    else record(target, { kind: 'event.created', id: event.id, audience: audienceOf(event) });
  }
}
