import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import type { CalendarEvent } from './calendar-event.entity.js';
import { EventNotifications } from './event-notifications.service.js';
import { CalendarWritesRepository, type Change } from './calendar-writes.repository.js';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { PublishingRightsService } from '../publishing/publishing-rights.service.js';

/** Stores single events, with which images their descriptions embed. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly calendar: CalendarWritesRepository,
    private readonly images: ImageEmbeddingService,
    private readonly notifications: EventNotifications,
  ) {}

  /** Null when nobody has such a single event. */
  lock({ manager, member }: Change, id: string): Promise<CalendarEvent | null> {
    return this.calendar.lockSingleEvent(manager, member.schoolId, id);
  }

  /** @throws UnknownImageError */
  async create({ manager, member }: Change, event: CalendarEvent): Promise<void> {
    await this.calendar.insertEvent(manager, event);
    const after = event.description;
    await this.images.change(manager, member, { field: 'description', before: null, after });
  }

  /** @throws UnknownImageError */
  async update(change: Change, event: CalendarEvent, next: CalendarEvent): Promise<void> {
    await this.store(change, next);
    await this.notifications.notify(change, [event], { save: [next], remove: [] });
    const [before, after] = [event.description, next.description];
    await this.images.change(change.manager, change.member, { field: 'description', before, after });
  }

  /** Not deleted: calendar apps that have it need to hear that it is off. */
  async cancel(change: Change, event: CalendarEvent): Promise<void> {
    const next: CalendarEvent = { ...event, status: 'cancelled', cancelledAt: change.now };
    await this.store(change, next);
    await this.notifications.notify(change, [event], { save: [next], remove: [] });
    const before = event.description;
    await this.images.change(change.manager, change.member, { field: 'description', before, after: null });
  }

  /** Raises the sequence: clients compare it. */
  private store({ manager, now }: Change, event: CalendarEvent): Promise<void> {
    return this.calendar.updateEvent(manager, { ...event, sequence: event.sequence + 1, updatedAt: now });
  }
}

/** The transaction of one change, with what every change has to know. */
@Injectable()
export class CalendarTransaction {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calendar: CalendarWritesRepository,
    private readonly rights: PublishingRightsService,
    private readonly clock: Clock,
  ) {}

  run<T>(member: Member, work: (change: Change) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const present = await this.rights.lockGrants(manager, member);
      const schoolZone = await this.calendar.schoolZone(manager, present.schoolId);
      return work({ manager, member: present, schoolZone, now: this.clock.now() });
    });
  }
}
