import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import { isCurrentAnswer } from '../../../policy/event-rsvp.js';
import { EventResult } from '../results/event-result.entity.js';

const COMING = `
  select distinct e.id as "eventId", coalesce(r.membership_id, family.membership_id) as "membershipId", home.locale
  from events e join schools home on home.id = e.school_id
  join event_rsvps r on ${isCurrentAnswer('r', 'e')} and r.answer in ('yes', 'maybe')
  left join family_guardians family on family.school_id = r.school_id and family.student_id = r.student_id
  where e.school_id = $1 and e.id = any ($2::uuid[]) and coalesce(r.membership_id, family.membership_id) is not null`;

@Injectable()
export class EventNotificationsRepository {
  /** The result as it is stored. */
  findResult(manager: EntityManager, { schoolId, eventId }: EventResult): Promise<EventResult | null> {
    return manager.getRepository(EventResult).findOneBy({ schoolId, eventId });
  }

  /** Members who have said yes or maybe to one of these events, for themselves or for a student of theirs; with the school's locale, BCP 47. */
  findComing(
    manager: EntityManager,
    schoolId: string,
    eventIds: string[],
  ): Promise<{ eventId: string; membershipId: string; locale: string }[]> {
    return manager.query(COMING, [schoolId, eventIds]);
  }

  findEvent(
    manager: EntityManager,
    { schoolId, eventId }: Pick<EventResult, 'schoolId' | 'eventId'>,
  ): Promise<CalendarEvent | null> {
    return manager.getRepository(CalendarEvent).findOneBy({ schoolId, id: eventId });
  }
}
