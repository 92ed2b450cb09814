import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import { assertMayChange, PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import type { Replay } from '../../idempotency/replay.js';
import { CalendarLocks } from '../events/calendar-locks.service.js';
import { CalendarRepository } from '../events/calendar.repository.js';
import { occurrenceId } from '../events/event-details.js';
import type { ChangedEventSeries, EventSeriesBody, SeriesChanges, SeriesInput } from './event-series.dto.js';
import { changedSeries, newSeries } from './new-series.js';
import {
  descriptionsOf,
  listedBefore,
  listedSeries,
  SeriesWriter,
  type StoredSeries,
} from './series-writer.service.js';
import { record, audienceOf } from '../../../platform/journal/recorded-changes.js';

/** Changes of whole series. */
@Injectable()
export class EventSeriesService {
  constructor(
    private readonly locks: CalendarLocks,
    private readonly calendar: CalendarRepository,
    private readonly writer: SeriesWriter,
    private readonly rights: PublishingRightsService,
    private readonly images: ImageEmbeddingService,
  ) {}

  /**
   * @throws NotAuthorizedError no admin, and no live grant on the organization
   * @throws NotFoundError an organization or category that is not there
   * @throws LimitReachedError
   * @throws ValidationFailedError
   */
  create(member: Member, input: SeriesInput, replay?: Replay): Promise<EventSeriesBody> {
    return this.locks.withLockedGrants(member, async (change) => {
      const series = newSeries(change, input, { schoolId: member.schoolId, source: 'api' });
      await this.rights.assertMayPublish(change, series, null);
      if (replay) return this.getStoredBody(change, replay.resultKey!);
      await this.writer.create(change, series);
      await this.rights.assertWithinLimits(change, 'events', listedSeries(series), null);
      record(change, { kind: 'series.created', id: series.id, audience: audienceOf(series) });
      if (input.send_alert) await this.writer.announceNext(change, series.id);
      await this.embed(change, null, series.description);
      return this.getStoredBody(change, series.id);
    });
  }

  /**
   * @throws NotFoundError not visible
   * @throws NotAuthorizedError visible, and not theirs to change
   * @throws LimitReachedError
   * @throws ValidationFailedError
   * @throws StaleError `ifMatch` names another state than the present one
   */
  change(
    member: Member,
    seriesId: string,
    input: SeriesChanges,
    ifMatch?: string,
  ): Promise<ChangedEventSeries> {
    return this.locks.withLockedGrants(member, async (change) => {
      const stored = await this.lock(change, seriesId, ifMatch);
      const next = changedSeries(stored.series, input, change.schoolZone);
      await this.rights.assertMayPublish(change, next, stored.series);
      const dropped = await this.writer.update(change, stored, next);
      await this.rights.assertWithinLimits(change, 'events', listedSeries(next), listedBefore(stored));
      if (input.send_alert) await this.writer.announceNext(change, seriesId);
      await this.embed(change, stored, next.description);
      const body = await this.getStoredBody(change, seriesId);
      return { ...body, dropped_exceptions: dropped.map((key) => occurrenceId(seriesId, key)) };
    });
  }

  /**
   * @throws NotFoundError not visible
   * @throws NotAuthorizedError visible, and not theirs to change
   * @throws StaleError `ifMatch` names another state than the present one
   */
  remove(member: Member, seriesId: string, ifMatch?: string): Promise<void> {
    return this.locks.withLockedGrants(member, async (change) => {
      const stored = await this.lock(change, seriesId, ifMatch);
      await this.writer.remove(change, stored);
      await this.embed(change, stored, null);
    });
  }

  private embed({ manager, member }: WriteContext, stored: StoredSeries | null, after: string | null) {
    const before = stored && descriptionsOf(stored);
    return this.images.change(manager, member, { field: 'description', before, after });
  }

  private async lock(
    change: WriteContext,
    seriesId: string,
    ifMatch: string | undefined,
  ): Promise<StoredSeries> {
    const { manager, member, now } = change;
    const stored = isUuid(seriesId) ? await this.writer.lock(change, seriesId) : null;
    if (!stored) throw new NotFoundError();
    assertMayChange(await this.calendar.findSeries(member, seriesId, now, manager), ifMatch);
    return stored;
  }

  private async getStoredBody({ manager, member, now }: WriteContext, id: string): Promise<EventSeriesBody> {
    const stored = await this.calendar.findSeries(member, id, now, manager);
    if (!stored) throw new NotFoundError();
    return stored.body;
  }
}
