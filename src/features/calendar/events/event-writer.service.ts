import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import type { CalendarEvent } from './calendar-event.entity.js';
import { EventNotifications } from '../notifications/event-notifications.service.js';
import { CalendarWritesRepository, type CalendarWriteContext } from './calendar-writes.repository.js';
import { record, audienceOf, audiencesOf } from '../../../platform/journal/recorded-changes.js';

/**
 * Writes single events, and with them the images that the description embeds; of a change or a cancellation also the
 * journal and the notifications.
 */
@Injectable()
export class EventWriter {
  constructor(
    private readonly calendar: CalendarWritesRepository,
    private readonly images: ImageEmbeddingService,
    private readonly notifications: EventNotifications,
  ) {}

  /** Null when nobody has such a single event. */
  lock({ manager, member }: WriteContext, id: string): Promise<CalendarEvent | null> {
    return this.calendar.lockSingleEvent(manager, member.schoolId, id);
  }

  /** @throws UnknownImageError */
  async create({ manager, member }: WriteContext, event: CalendarEvent): Promise<void> {
    await this.calendar.insertEvent(manager, event);
    const after = event.description;
    await this.images.change(manager, member, { field: 'description', before: null, after });
  }

  /** @throws UnknownImageError */
  async update(change: CalendarWriteContext, event: CalendarEvent, next: CalendarEvent): Promise<void> {
    await this.store(change, next);
    record(change, { kind: 'event.changed', id: event.id, ...audiencesOf(event, next) });
    await this.notifications.notify(change, [event], { save: [next], remove: [] });
    const [before, after] = [event.description, next.description];
    await this.images.change(change.manager, change.member, { field: 'description', before, after });
  }

  /** Cancels the event and keeps its row: calendar apps that have the event need to hear that it is off. */
  async cancel(change: CalendarWriteContext, event: CalendarEvent): Promise<void> {
    const next: CalendarEvent = { ...event, status: 'cancelled', cancelledAt: change.now };
    await this.store(change, next);
    record(change, { kind: 'event.cancelled', id: event.id, audience: audienceOf(event) });
    await this.notifications.notify(change, [event], { save: [next], remove: [] });
    const before = event.description;
    await this.images.change(change.manager, change.member, { field: 'description', before, after: null });
  }

  /** Raises the sequence: clients compare it. */
  private store({ manager, now }: WriteContext, event: CalendarEvent): Promise<void> {
    return this.calendar.updateEvent(manager, { ...event, sequence: event.sequence + 1, updatedAt: now });
  }
}
