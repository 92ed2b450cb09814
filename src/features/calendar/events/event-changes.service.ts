import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import type { CalendarEventBody, ChangedCalendarEvent } from './calendar-event.dto.js';
import type { CalendarEvent } from './calendar-event.entity.js';
import { assertMayChange, PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import type { Replay } from '../../idempotency/replay.js';
import { EventWriter } from './event-writer.service.js';
import { CalendarLocks } from './calendar-locks.service.js';
import { CalendarRepository } from './calendar.repository.js';
import type { CalendarWriteContext } from './calendar-writes.repository.js';
import { listedEvent, parseEventId } from './event-details.js';
import type { EventChanges, EventInput, ScopeQuery } from './event-input.dto.js';
import { changedEvent, newEvent } from './new-event.js';
import { announce } from '../notifications/announcement.js';
import { OccurrencesService } from '../series/occurrences.service.js';
import { record, audienceOf } from '../../../platform/journal/recorded-changes.js';

/** Changes of single events; those of occurrences are handed on. */
@Injectable()
export class EventChangesService {
  constructor(
    private readonly locks: CalendarLocks,
    private readonly calendar: CalendarRepository,
    private readonly writer: EventWriter,
    private readonly rights: PublishingRightsService,
    private readonly occurrences: OccurrencesService,
  ) {}

  /**
   * @throws NotAuthorizedError no admin, and no live grant on the organization
   * @throws NotFoundError an organization or category that is not there
   * @throws LimitReachedError
   * @throws ValidationFailedError
   */
  create(member: Member, input: EventInput, replay?: Replay): Promise<CalendarEventBody> {
    return this.locks.withLockedGrants(member, async (change) => {
      const event = newEvent(change, input, { schoolId: member.schoolId, source: 'api' });
      await this.rights.assertMayPublish(change, event, null);
      if (replay) return this.getVisibleBody(change, replay.resultKey!);
      await this.writer.create(change, event);
      await this.rights.assertWithinLimits(change, 'events', listedEvent(event), null);
      record(change, { kind: 'event.created', id: event.id, audience: audienceOf(event) });
      if (input.send_alert) announce(change, event);
      return this.getStoredBody(change, event.id);
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
    eventId: string,
    input: EventChanges,
    { scope = 'this' }: ScopeQuery,
    ifMatch?: string,
  ): Promise<ChangedCalendarEvent> {
    const reference = parseEventId(eventId);
    return this.locks.withLockedGrants(member, async (change) => {
      if (!('id' in reference)) return this.occurrences.change(change, reference, input, { scope, ifMatch });
      const event = await this.lock(change, reference.id, ifMatch);
      await this.changeSingle(change, event, input);
      return { ...(await this.getStoredBody(change, event.id)), dropped_exceptions: [] };
    });
  }

  /**
   * @throws NotFoundError not visible
   * @throws NotAuthorizedError visible, and not theirs to change
   * @throws StaleError `ifMatch` names another state than the present one
   */
  remove(member: Member, eventId: string, { scope = 'this' }: ScopeQuery, ifMatch?: string): Promise<void> {
    const reference = parseEventId(eventId);
    return this.locks.withLockedGrants(member, async (change) => {
      if (!('id' in reference)) return this.occurrences.remove(change, reference, { scope, ifMatch });
      const event = await this.lock(change, reference.id, ifMatch);
      await this.writer.cancel(change, event);
    });
  }

  private async lock(change: WriteContext, id: string, ifMatch: string | undefined): Promise<CalendarEvent> {
    const { manager, member, now } = change;
    const event = await this.writer.lock(change, id);
    assertMayChange(await this.calendar.findEvent(member, { id }, now, manager), ifMatch);
    if (!event) throw new NotFoundError();
    return event;
  }

  private async changeSingle(
    change: CalendarWriteContext,
    event: CalendarEvent,
    input: EventChanges,
  ): Promise<void> {
    const next = changedEvent(event, input, change.schoolZone);
    await this.rights.assertMayPublish(change, next, event);
    await this.writer.update(change, event, next);
    await this.rights.assertWithinLimits(change, 'events', listedEvent(next), listedEvent(event));
    if (input.send_alert) announce(change, next);
  }

  /** @throws NotFoundError it was deleted meanwhile */
  private async getVisibleBody(
    { manager, member, now }: WriteContext,
    id: string,
  ): Promise<CalendarEventBody> {
    const found = await this.calendar.findEvent(member, { id }, now, manager);
    if (!found) throw new NotFoundError();
    return found.body;
  }

  private async getStoredBody(change: WriteContext, id: string): Promise<CalendarEventBody> {
    const stored = await this.calendar.findStored(change, id);
    if (!stored) throw new NotFoundError();
    return stored.body;
  }
}
