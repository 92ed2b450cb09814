import { Injectable } from '@nestjs/common';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import type { EventSeries } from '../series/event-series.entity.js';
import type { CalendarImportTarget, ImportedOccurrence } from './calendar-import.js';
import { CalendarWritesRepository } from '../events/calendar-writes.repository.js';
import { ImportedEventsRepository } from './imported-events.repository.js';
import { changedBySource, staysOffHere, liveStarts, type Edit } from './imported-occurrences.js';
import type { OccurrenceRow } from '../series/occurrence-plan.js';
import { expandSeries } from '../recurrence/expand-series.js';
import { wallOf } from '../recurrence/series-times.js';
import { refusing, timesOf } from '../series/series-columns.js';
import { SeriesWriter } from '../series/series-writer.service.js';
import { separateDigest, separateVersionOf } from './source-digest.js';

export interface OccurrenceImportResult {
  updated: number;
  /** Those that were called off. */
  archived: number;
  unchanged: number;
  /** On record is a newer version of these. */
  outdated: ImportedOccurrence[];
}

/**
 * The way in for occurrences that a source tells without their series, inside the caller's transaction. What else the
 * series has stays as it is.
 */
@Injectable()
export class OccurrenceImporter {
  constructor(
    private readonly imported: ImportedEventsRepository,
    private readonly calendar: CalendarWritesRepository,
    private readonly series: SeriesWriter,
    private readonly images: ImageEmbeddingService,
  ) {}

  async import(
    target: CalendarImportTarget,
    occurrences: ImportedOccurrence[],
  ): Promise<OccurrenceImportResult> {
    const result: OccurrenceImportResult = { updated: 0, archived: 0, unchanged: 0, outdated: [] };
    const bySeries = Map.groupBy(occurrences, ({ seriesSourceId }) => seriesSourceId);
    const stored = await this.imported.lockSeries(target, [...bySeries.keys()]);
    for (const [sourceId, some] of bySeries) {
      const series = stored.get(sourceId);
      if (series) await this.importInto(target, series, some, result);
    }
    return result;
  }

  private async importInto(
    target: CalendarImportTarget,
    series: EventSeries,
    occurrences: ImportedOccurrence[],
    result: OccurrenceImportResult,
  ): Promise<void> {
    const rows = await this.calendar.lockOccurrences(target.manager, series);
    const byStart = new Map(rows.map((row) => [row.originalStart, row]));
    const news = occurrences.filter((one) => isNews(one, byStart.get(one.originalStart), result));
    if (news.length === 0) return;
    const edit = editing(series, news, target.schoolZone);
    const exdates = exdatesOf(series, news, { rows: byStart, edit });
    await this.series.update(target, { series, rows }, { ...series, exdates }, edit);
    const texts = [...rows.map(({ description }) => description), ...news.map(descriptionOf)];
    await this.images.changeByImport(target.manager, target.schoolId, texts);
  }
}

const descriptionOf = ({ input }: ImportedOccurrence): string | null => input?.description ?? null;

/** Counts it as well. */
function isNews(
  one: ImportedOccurrence,
  row: OccurrenceRow | undefined,
  result: OccurrenceImportResult,
): boolean {
  const known = separateVersionOf(row?.sourceDigest ?? null);
  const isOff = row?.status === 'cancelled' || row === undefined;
  if (known?.hash === one.hash || (one.input === null && isOff)) {
    result.unchanged += 1;
    return false;
  }
  if (known && isOlder(one, known)) {
    result.outdated.push(one);
    return false;
  }
  if (one.input === null) result.archived += 1;
  else result.updated += 1;
  return true;
}

type Version = Pick<ImportedOccurrence, 'sequence' | 'modified'>;

const isOlder = (one: Version, other: Version): boolean =>
  one.sequence !== other.sequence ? one.sequence < other.sequence : one.modified < other.modified;

function editing(series: EventSeries, occurrences: ImportedOccurrence[], schoolZone: string): Edit {
  const byStart = new Map(occurrences.map((one) => [one.originalStart, one]));
  return (row) => {
    const one = byStart.get(row.originalStart);
    if (!one) return row;
    const digest = separateDigest(one);
    if (one.input === null) return { ...row, sourceDigest: digest };
    return changedBySource(row, series, { digest, input: one.input }, schoolZone);
  };
}

/**
 * The dates to leave out. A date that was cancelled here for the time that it still has stays so, whatever the source says.
 */
function exdatesOf(
  series: EventSeries,
  occurrences: ImportedOccurrence[],
  { rows, edit }: { rows: Map<string, OccurrenceRow>; edit: Edit },
): string[] {
  const all = refusing(() => expandSeries(timesOf(series))).map(({ key }) => key);
  const live = liveStarts(series);
  for (const { originalStart, input } of occurrences) {
    const row = rows.get(originalStart);
    if (input === null) live.delete(originalStart);
    else if (!row || !staysOffHere(row, edit)) live.add(originalStart);
  }
  return all.filter((key) => !live.has(key)).map((key) => wallOf(key, series));
}
