import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { NotAuthorizedError, NotFoundError } from '../../../platform/errors/app-error.js';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import type { CalendarEventBody, ChangedCalendarEvent } from '../events/calendar-event.dto.js';
import { assertMayChange, PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import { CalendarRepository } from '../events/calendar.repository.js';
import type { CalendarWriteContext } from '../events/calendar-writes.repository.js';
import { listedEvent, occurrenceId, type OccurrenceReference } from '../events/event-details.js';
import type { ChangeScope, EventChanges } from '../events/event-input.dto.js';
import { changedOccurrence, seriesChangedByOccurrence, followingAgain } from './occurrence-change.js';
import { announce } from '../notifications/announcement.js';
import type { EventSeries } from './event-series.entity.js';
import type { OccurrenceRow } from './occurrence-plan.js';
import { dayOf, originalStartAt, wallOf, type OriginalStart } from '../recurrence/series-times.js';
import {
  descriptionsOf,
  listedBefore,
  listedSeries,
  SeriesWriter,
  type StoredSeries,
} from './series-writer.service.js';

interface Scope {
  scope: ChangeScope;
  ifMatch: string | undefined;
}

interface Found extends StoredSeries {
  row: OccurrenceRow;
}

/** Changes of a series through one of its occurrences: of it alone, of it and what follows, of all of them. */
@Injectable()
export class OccurrencesService {
  constructor(
    private readonly calendar: CalendarRepository,
    private readonly writer: SeriesWriter,
    private readonly rights: PublishingRightsService,
    private readonly images: ImageEmbeddingService,
  ) {}

  /**
   * @throws NotFoundError
   * @throws NotAuthorizedError
   * @throws ValidationFailedError
   * @throws StaleError
   */
  async change(
    change: CalendarWriteContext,
    reference: OccurrenceReference,
    input: EventChanges,
    scope: Scope,
  ): Promise<ChangedCalendarEvent> {
    const found = await this.find(change, reference, scope);
    const { dropped, at } =
      scope.scope === 'this'
        ? { dropped: await this.changeOne(change, found, input), at: reference }
        : await this.changeMany(change, scope.scope === 'all' ? found : await this.cut(change, found), input);
    const dropped_exceptions = dropped.map((key) => occurrenceId(found.series.id, key));
    return { ...(await this.getStoredBody(change, found.row.id, at)), dropped_exceptions };
  }

  /** @throws NotFoundError, NotAuthorizedError, StaleError */
  async remove(change: CalendarWriteContext, reference: OccurrenceReference, scope: Scope): Promise<void> {
    const found = await this.find(change, reference, scope);
    if (scope.scope === 'this') return this.callOff(change, found);
    if (scope.scope === 'all' || isFirst(found)) await this.writer.remove(change, found);
    else await this.writer.truncate(change, found, found.row.originalStart);
    await this.embed(change, descriptionsOf(found), null);
  }

  private async find(
    change: CalendarWriteContext,
    reference: OccurrenceReference,
    { scope, ifMatch }: Scope,
  ): Promise<Found> {
    const { manager, member, now } = change;
    const stored = await this.writer.lock(change, reference.seriesId);
    const row = stored?.rows.find(({ originalStart }) => originalStart === reference.key);
    if (!stored || !row) throw new NotFoundError();
    assertMayChange(await this.calendar.findEvent(member, reference, now, manager), ifMatch);
    if (scope !== 'this') {
      const series = await this.calendar.findSeries(member, reference.seriesId, now, manager);
      if (!series?.managed) throw new NotAuthorizedError();
    }
    const others = stored.rows.filter((other) => other !== row);
    return { series: stored.series, row, rows: [row, ...others] };
  }

  private async changeOne(
    change: CalendarWriteContext,
    found: Found,
    input: EventChanges,
  ): Promise<string[]> {
    const { series, row } = found;
    const next = changedOccurrence(row, series, input, change.schoolZone);
    await this.rights.assertMayPublish(change, next, row);
    const edit = (other: OccurrenceRow): OccurrenceRow =>
      other.originalStart === row.originalStart ? next : other;
    const dropped = await this.writer.update(change, found, series, edit);
    await this.rights.assertWithinLimits(change, 'events', listedEvent(next), listedEvent(row));
    if (input.send_alert) announce(change, next);
    await this.embed(change, row.description, next.description);
    return dropped;
  }

  /** With where the occurrence is from then on. */
  private async changeMany(
    change: CalendarWriteContext,
    found: Found,
    input: EventChanges,
  ): Promise<{ dropped: string[]; at: OccurrenceReference }> {
    const { series, row } = found;
    const next = seriesChangedByOccurrence(series, row, input, change.schoolZone);
    await this.rights.assertMayPublish(change, next, series);
    const dropped = await this.writer.update(change, found, next, (other) =>
      other.id === row.id ? followingAgain(other, input, next, change.schoolZone) : other,
    );
    await this.rights.assertWithinLimits(change, 'events', listedSeries(next), listedBefore(found));
    if (input.send_alert) await this.writer.announceNext(change, next.id);
    await this.embed(change, descriptionsOf(found), next.description);
    return { dropped, at: { seriesId: next.id, key: movedKey(row.originalStart, series, next) } };
  }

  /** The clock may have brought it to where there was another one already: then that is the one which is left. */
  private async getStoredBody(
    change: CalendarWriteContext,
    rowId: string,
    at: OccurrenceReference,
  ): Promise<CalendarEventBody> {
    const { manager, member, now } = change;
    const stored =
      (await this.calendar.findStored(change, rowId)) ??
      (await this.calendar.findEvent(member, at, now, manager));
    if (!stored) throw new NotFoundError();
    return stored.body;
  }

  private embed(
    { manager, member }: WriteContext,
    before: string | null,
    after: string | null,
  ): Promise<void> {
    return this.images.change(manager, member, { field: 'description', before, after });
  }

  /** The first occurrence and those that follow are all of them. */
  private async cut(change: CalendarWriteContext, found: Found): Promise<Found> {
    if (isFirst(found)) return found;
    return { ...(await this.writer.split(change, found, found.row.originalStart)), row: found.row };
  }

  private async callOff(change: CalendarWriteContext, found: Found): Promise<void> {
    const { series, row } = found;
    if (row.status === 'cancelled') return;
    const exdates = [...series.exdates, wallOf(row.originalStart, series)].sort();
    await this.writer.update(change, found, { ...series, exdates });
  }
}

/** Key of the same day by the present clock of the series. */
function movedKey(
  key: OriginalStart,
  before: EventSeries,
  { localStart, ...after }: EventSeries,
): OriginalStart {
  return originalStartAt(dayOf(key, before.timeZone) + localStart.slice(10), after) ?? key;
}

const isFirst = ({ rows, row }: Found): boolean =>
  rows.every(({ originalStart }) => originalStart >= row.originalStart);
