import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import { EventResult } from '../results/event-result.entity.js';

@Injectable()
export class EventNotificationsRepository {
  /** The result as it is stored. */
  findResult(manager: EntityManager, { schoolId, eventId }: EventResult): Promise<EventResult | null> {
    return manager.getRepository(EventResult).findOneBy({ schoolId, eventId });
  }

  findEvent(
    manager: EntityManager,
    { schoolId, eventId }: Pick<EventResult, 'schoolId' | 'eventId'>,
  ): Promise<CalendarEvent | null> {
    return manager.getRepository(CalendarEvent).findOneBy({ schoolId, id: eventId });
  }
}
