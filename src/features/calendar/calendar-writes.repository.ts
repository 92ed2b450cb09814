import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { holdsLiveGrant, isOrganizationThere } from '../../access/organization-access.js';
import { CalendarEvent } from './calendar-event.entity.js';
import { VIEWER, viewerParameters } from './calendar.sql.js';
import type { EventDetails } from './event-details.js';
import { EventResult } from './event-result.entity.js';
import { EventSeries } from './event-series.entity.js';
import type { OccurrencePlan, OccurrenceRow } from './occurrence-plan.js';

/** One change of the calendar: who makes it, when, and in which transaction. */
export interface Change {
  manager: EntityManager;
  member: Member;
  now: Date;
  /** IANA name. */
  schoolZone: string;
}

/** Whether what the item refers to is there for the caller, and whether they manage its organization. */
export interface References {
  organization: 'managed' | 'seen' | null;
  category: boolean;
  audience: boolean;
}

const REFERENCES = `
  select
    (select case when ${VIEWER.admin}::boolean or ${holdsLiveGrant('o', VIEWER)} then 'managed' else 'seen' end
      from organizations o
      where o.school_id = $1 and o.id = $5 and ${isOrganizationThere('o', VIEWER.admin)}) as organization,
    exists (select from categories c where c.school_id = $1 and c.id = $6) as category,
    (select count(*) from organizations o where o.school_id = $1 and o.id = any($7::uuid[])) = cardinality($7::uuid[])
      as audience`;

/** What a change of the calendar reads and writes, inside of its transaction. */
@Injectable()
export class CalendarWritesRepository {
  async schoolZone(manager: EntityManager, schoolId: string): Promise<string> {
    const [school] = await manager.query<[{ time_zone: string }]>(
      'select time_zone from schools where id = $1',
      [schoolId],
    );
    return school.time_zone;
  }

  async findReferences({ manager, member, now }: Change, details: EventDetails): Promise<References> {
    const [row] = await manager.query<[References]>(REFERENCES, [
      ...viewerParameters(member, now),
      details.organizationId,
      details.categoryId,
      details.audienceOrganizationIds,
    ]);
    return row;
  }

  /** First of all in every change of a series: whoever else would change it waits. */
  lockSeries(manager: EntityManager, schoolId: string, id: string): Promise<EventSeries | null> {
    return manager.findOne(EventSeries, { where: { schoolId, id }, lock: { mode: 'pessimistic_write' } });
  }

  lockSingleEvent(manager: EntityManager, schoolId: string, id: string): Promise<CalendarEvent | null> {
    const where = { schoolId, id, seriesId: IsNull() };
    return manager.findOne(CalendarEvent, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Whoever would record a result for one of them waits as well: no result is lost with a row. */
  lockOccurrences(manager: EntityManager, seriesId: string): Promise<OccurrenceRow[]> {
    return manager.find(CalendarEvent, {
      where: { seriesId },
      order: { originalStart: 'asc' },
      lock: { mode: 'pessimistic_write' },
    }) as Promise<OccurrenceRow[]>;
  }

  /** Those of the events that have a result. */
  async findWithResult(manager: EntityManager, events: CalendarEvent[]): Promise<Set<string>> {
    const results = await manager.find(EventResult, {
      select: { eventId: true },
      where: { eventId: In(events.map(({ id }) => id)) },
    });
    return new Set(results.map(({ eventId }) => eventId));
  }

  async insertEvent(manager: EntityManager, event: CalendarEvent): Promise<void> {
    await manager.insert(CalendarEvent, event);
  }

  async updateEvent(manager: EntityManager, { id, ...columns }: CalendarEvent): Promise<void> {
    await manager.update(CalendarEvent, { id }, columns);
  }

  async insertSeries(manager: EntityManager, series: EventSeries): Promise<void> {
    await manager.insert(EventSeries, series);
  }

  async updateSeries(manager: EntityManager, { id, ...columns }: EventSeries): Promise<void> {
    await manager.update(EventSeries, { id }, columns);
  }

  async deleteSeries(manager: EntityManager, id: string): Promise<void> {
    await manager.delete(EventSeries, { id });
  }

  async carryOut(manager: EntityManager, { save, remove }: OccurrencePlan): Promise<void> {
    if (remove.length > 0) await manager.delete(CalendarEvent, { id: In(remove) });
    if (save.length > 0) await manager.upsert(CalendarEvent, save, ['id']);
  }
}
