import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { NotFoundError } from '../../errors/app-error.js';
import type { CalendarEventBody, ChangedCalendarEvent } from './calendar-event.dto.js';
import type { CalendarEvent } from './calendar-event.entity.js';
import { assertMayChange, CalendarRightsService } from './calendar-rights.service.js';
import { CalendarTransaction } from './calendar-transaction.service.js';
import { CalendarRepository } from './calendar.repository.js';
import { CalendarWritesRepository, type Change } from './calendar-writes.repository.js';
import { detailsFrom } from './event-details.js';
import { existingEventId } from './event-id.js';
import type { EventChanges, EventInput, ScopeQuery } from './event-input.dto.js';
import { arrivalAt, arrivalMinutes, arrivalOf, eventTimesFrom } from './event-times.js';
import { OccurrencesService } from './occurrences.service.js';

/** Changes of single events; those of occurrences are handed on. */
@Injectable()
export class EventsService {
  constructor(
    private readonly transaction: CalendarTransaction,
    private readonly calendar: CalendarRepository,
    private readonly writes: CalendarWritesRepository,
    private readonly rights: CalendarRightsService,
    private readonly occurrences: OccurrencesService,
  ) {}

  /**
   * @throws NotAuthorizedError no admin, and no live grant on the organization
   * @throws NotFoundError an organization or category that is not there
   * @throws ValidationFailedError
   */
  create(member: Member, input: EventInput): Promise<CalendarEventBody> {
    return this.transaction.run(member, async (change) => {
      const event = newEvent(change, input);
      await this.rights.assertMayPublish(change, event, null);
      await this.writes.insertEvent(change.manager, event);
      return this.shown(change, event.id);
    });
  }

  /**
   * @throws NotFoundError not visible
   * @throws NotAuthorizedError visible, and not theirs to change
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
    const reference = existingEventId(eventId);
    return this.transaction.run(member, async (change) => {
      if (!('id' in reference)) return this.occurrences.change(change, reference, input, { scope, ifMatch });
      const event = await this.lock(change, reference.id, ifMatch);
      await this.changeSingle(change, event, input);
      return { ...(await this.shown(change, event.id)), dropped_exceptions: [] };
    });
  }

  /**
   * @throws NotFoundError not visible
   * @throws NotAuthorizedError visible, and not theirs to change
   * @throws StaleError `ifMatch` names another state than the present one
   */
  remove(member: Member, eventId: string, { scope = 'this' }: ScopeQuery, ifMatch?: string): Promise<void> {
    const reference = existingEventId(eventId);
    return this.transaction.run(member, async (change) => {
      if (!('id' in reference)) return this.occurrences.remove(change, reference, { scope, ifMatch });
      const event = await this.lock(change, reference.id, ifMatch);
      // Not deleted: calendar apps that have it need to hear that it is off.
      await this.store(change, { ...event, status: 'cancelled', cancelledAt: change.now });
    });
  }

  private async lock(
    { manager, member, now }: Change,
    id: string,
    ifMatch: string | undefined,
  ): Promise<CalendarEvent> {
    const event = await this.writes.lockSingleEvent(manager, member.schoolId, id);
    assertMayChange(await this.calendar.findEvent(member, { id }, now, manager), ifMatch);
    if (!event) throw new NotFoundError();
    return event;
  }

  private async changeSingle(change: Change, event: CalendarEvent, input: EventChanges): Promise<void> {
    const details = detailsFrom(input, event);
    const times = eventTimesFrom(input, event, change.schoolZone);
    const arrival = arrivalAt(times.startsAt, arrivalMinutes(input, times, arrivalOf(event)));
    await this.rights.assertMayPublish(change, details, event);
    await this.store(change, { ...event, ...details, ...times, arrivalAt: arrival });
  }

  /** Raises the sequence: clients compare it. */
  private store({ manager, now }: Change, event: CalendarEvent): Promise<void> {
    return this.writes.updateEvent(manager, { ...event, sequence: event.sequence + 1, updatedAt: now });
  }

  private async shown(change: Change, id: string): Promise<CalendarEventBody> {
    const seen = await this.calendar.findStored(change, id);
    if (!seen) throw new NotFoundError();
    return seen.body;
  }
}

/** @throws ValidationFailedError */
function newEvent({ member, now, schoolZone }: Change, input: EventInput): CalendarEvent {
  const times = eventTimesFrom(input, null, schoolZone);
  return {
    ...detailsFrom(input, null),
    ...times,
    id: randomUUID(),
    schoolId: member.schoolId,
    seriesId: null,
    originalStart: null,
    timeZone: schoolZone,
    status: 'confirmed',
    cancelledAt: null,
    arrivalAt: arrivalAt(times.startsAt, arrivalMinutes(input, times, null)),
    overrides: [],
    sequence: 0,
    source: 'api',
    sourceId: null,
    sourceDigest: null,
    createdAt: now,
    updatedAt: now,
  };
}
