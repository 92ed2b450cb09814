import { Injectable } from '@nestjs/common';
import { NotAuthorizedError, NotFoundError } from '../../errors/app-error.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import type { ChangedCalendarEvent } from './calendar-event.dto.js';
import { assertMayChange, CalendarRightsService } from './calendar-rights.service.js';
import { CalendarRepository } from './calendar.repository.js';
import type { Change } from './calendar-writes.repository.js';
import { occurrenceId, type OccurrenceReference } from './event-id.js';
import type { ChangeScope, EventChanges } from './event-input.dto.js';
import { changedOccurrence, changedSeries, followingAgain } from './occurrence-change.js';
import type { OccurrenceRow } from './occurrence-plan.js';
import { dayOf, instantOf } from './recurrence/series-times.js';
import { wallAt } from './recurrence/wall-clock.js';
import { descriptionsOf, SeriesWriter, type StoredSeries } from './series-writer.service.js';

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
    private readonly rights: CalendarRightsService,
    private readonly images: ImageEmbeddingService,
  ) {}

  /**
   * @throws NotFoundError
   * @throws NotAuthorizedError
   * @throws ValidationFailedError
   * @throws StaleError
   */
  async change(
    change: Change,
    reference: OccurrenceReference,
    input: EventChanges,
    scope: Scope,
  ): Promise<ChangedCalendarEvent> {
    const found = await this.find(change, reference, scope);
    const dropped =
      scope.scope === 'this'
        ? await this.changeOne(change, found, input)
        : await this.changeMany(change, scope.scope === 'all' ? found : await this.cut(change, found), input);
    const seen = await this.calendar.findStored(change, found.row.id);
    if (!seen) throw new NotFoundError();
    return {
      ...seen.body,
      dropped_exceptions: dropped.map((key) => occurrenceId(found.series.id, key)),
    };
  }

  /** @throws NotFoundError, NotAuthorizedError, StaleError */
  async remove(change: Change, reference: OccurrenceReference, scope: Scope): Promise<void> {
    const found = await this.find(change, reference, scope);
    if (scope.scope === 'this') return this.callOff(change, found);
    if (scope.scope === 'all' || isFirst(found)) await this.writer.remove(change, found);
    else await this.writer.truncate(change, found, found.row.originalStart);
    await this.embed(change, descriptionsOf(found), null);
  }

  private async find(
    change: Change,
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

  private async changeOne(change: Change, found: Found, input: EventChanges): Promise<string[]> {
    const { series, row } = found;
    const next = changedOccurrence(row, series, input, change.schoolZone);
    await this.rights.assertMayPublish(change, next, row);
    const edit = (other: OccurrenceRow): OccurrenceRow => (other.id === row.id ? next : other);
    const dropped = await this.writer.update(change, found, series, edit);
    await this.embed(change, row.description, next.description);
    return dropped;
  }

  private async changeMany(change: Change, found: Found, input: EventChanges): Promise<string[]> {
    const { series, row } = found;
    const next = changedSeries(series, row, input, change.schoolZone);
    await this.rights.assertMayPublish(change, next, series);
    const dropped = await this.writer.update(change, found, next, (other) =>
      other.id === row.id ? followingAgain(other, input, change.schoolZone) : other,
    );
    await this.embed(change, descriptionsOf(found), next.description);
    return dropped;
  }

  private embed({ manager, member }: Change, before: string | null, after: string | null): Promise<void> {
    return this.images.change(manager, member, { field: 'description', before, after });
  }

  /** The first occurrence and those that follow are all of them. */
  private async cut(change: Change, found: Found): Promise<Found> {
    if (isFirst(found)) return found;
    return { ...(await this.writer.split(change, found, found.row.originalStart)), row: found.row };
  }

  private async callOff(change: Change, found: Found): Promise<void> {
    const { series, row } = found;
    if (row.status === 'cancelled') return;
    const wall = series.allDay
      ? dayOf(row.originalStart, series.timeZone)
      : wallAt(instantOf(row.originalStart), series.timeZone);
    await this.writer.update(change, found, { ...series, exdates: [...series.exdates, wall].sort() });
  }
}

const isFirst = ({ rows, row }: Found): boolean =>
  rows.every(({ originalStart }) => originalStart >= row.originalStart);
