import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { CalendarEvent } from './calendar-event.entity.js';
import { EventSeries } from '../series/event-series.entity.js';
import { EventResult } from '../results/event-result.entity.js';
import { dateAt } from '../../../platform/clock/wall-clock.js';
import type { OccurrencePlan, OccurrenceRow } from '../series/occurrence-plan.js';

/** A write of the calendar by a member or an import: when it happens, and in which transaction. */
export interface Writing {
  manager: EntityManager;
  now: Date;
  /** IANA name. */
  schoolZone: string;
  /** The member who writes; an import has none. */
  member?: Member;
  /** True where no one is notified: the event is new to everybody, or exists in another form. */
  isSilent?: boolean;
}

/** A write of the calendar by a member: a `WriteContext` that knows the zone of the school. */
export interface CalendarWriteContext extends Writing {
  member: Member;
}

/** Reads and writes of a change of the calendar, inside of its transaction. */
@Injectable()
export class CalendarWritesRepository {
  async schoolZone(manager: EntityManager, schoolId: string): Promise<string> {
    const [school] = await manager.query<[{ time_zone: string }]>(
      'select time_zone from schools where id = $1',
      [schoolId],
    );
    return school.time_zone;
  }

  /** First of all in every change of a series: whoever else would change it waits. */
  lockSeries(manager: EntityManager, schoolId: string, id: string): Promise<EventSeries | null> {
    return manager
      .getRepository(EventSeries)
      .findOne({ where: { schoolId, id }, lock: { mode: 'pessimistic_write' } });
  }

  lockSingleEvent(manager: EntityManager, schoolId: string, id: string): Promise<CalendarEvent | null> {
    const where = { schoolId, id, seriesId: IsNull() };
    return manager.getRepository(CalendarEvent).findOne({ where, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks the occurrences. Recording a result for one of them waits as well: no result is lost with a row. */
  lockOccurrences(manager: EntityManager, { schoolId, id }: EventSeries): Promise<OccurrenceRow[]> {
    return manager.getRepository(CalendarEvent).find({
      where: { schoolId, seriesId: id },
      order: { originalStart: 'asc' },
      lock: { mode: 'pessimistic_write' },
    }) as Promise<OccurrenceRow[]>;
  }

  /** Null when none is still to begin. */
  async findNextOccurrence(
    { manager, member: { schoolId }, now, schoolZone }: CalendarWriteContext,
    seriesId: string,
  ): Promise<CalendarEvent | null> {
    const [next] = await manager.query<{ id: string }[]>(
      `select e.id from events e where e.school_id = $1 and e.series_id = $2 and e.status <> 'cancelled'
         and case when e.all_day then e.start_date > $3::date else e.starts_at > $4 end
       order by e.start_date, e.starts_at limit 1`,
      [schoolId, seriesId, dateAt(now, schoolZone), now],
    );
    return next ? manager.getRepository(CalendarEvent).findOneBy({ schoolId, id: next.id }) : null;
  }

  /** Those of the school's events that have a result. */
  async findWithResult(
    manager: EntityManager,
    schoolId: string,
    events: CalendarEvent[],
  ): Promise<Set<string>> {
    const results = await manager.getRepository(EventResult).find({
      select: { eventId: true },
      where: { schoolId, eventId: In(events.map(({ id }) => id)) },
    });
    return new Set(results.map(({ eventId }) => eventId));
  }

  /** Those of the events to which somebody has answered, also where the answer counts for nothing now. */
  async findWithAnswers(
    manager: EntityManager,
    schoolId: string,
    events: CalendarEvent[],
  ): Promise<Set<string>> {
    const answered = await manager.query<{ eventId: string }[]>(
      `select distinct event_id as "eventId" from event_rsvps where school_id = $1 and event_id = any ($2::uuid[])`,
      [schoolId, events.map(({ id }) => id)],
    );
    return new Set(answered.map(({ eventId }) => eventId));
  }

  async insertEvent(manager: EntityManager, event: CalendarEvent): Promise<void> {
    await manager.getRepository(CalendarEvent).insert(event);
  }

  async updateEvent(manager: EntityManager, { id, ...columns }: CalendarEvent): Promise<void> {
    await manager.getRepository(CalendarEvent).update({ schoolId: columns.schoolId, id }, columns);
  }

  async insertSeries(manager: EntityManager, series: EventSeries): Promise<void> {
    await manager.getRepository(EventSeries).insert(series);
  }

  async updateSeries(manager: EntityManager, { id, ...columns }: EventSeries): Promise<void> {
    await manager.getRepository(EventSeries).update({ schoolId: columns.schoolId, id }, columns);
  }

  async deleteSeries(manager: EntityManager, { schoolId, id }: EventSeries): Promise<void> {
    await manager.getRepository(EventSeries).delete({ schoolId, id });
  }

  async carryOut(manager: EntityManager, schoolId: string, { save, remove }: OccurrencePlan): Promise<void> {
    if (remove.length > 0) await manager.getRepository(CalendarEvent).delete({ schoolId, id: In(remove) });
    for (let from = 0; from < save.length; from += CHUNK)
      await manager.getRepository(CalendarEvent).upsert(save.slice(from, from + CHUNK), ['schoolId', 'id']);
  }
}

/** A statement has room for 65,535 parameters. */
const CHUNK = 1000;
