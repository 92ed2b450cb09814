import { Injectable } from '@nestjs/common';
import { Any, In, IsNull, Raw, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { CalendarEvent, EventSeries } from './calendar-event.entity.js';
import { EventResult } from './event-result.entity.js';
import type { OccurrencePlan, OccurrenceRow } from './occurrence-plan.js';
import type { ImportTarget } from '../publishing/item.importer.js';

/** A change of the calendar, whoever makes it: when, and in which transaction. */
export interface Writing {
  manager: EntityManager;
  now: Date;
  /** IANA name. */
  schoolZone: string;
  /** Who makes it; an import has nobody. */
  member?: Member;
  /** Nobody is told of it: it is new to everybody, or there is the same in another form. */
  quiet?: boolean;
}

/** One that a member makes. */
export interface Change extends Writing {
  member: Member;
}

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

  /** First of all in every change of a series: whoever else would change it waits. */
  lockSeries(manager: EntityManager, schoolId: string, id: string): Promise<EventSeries | null> {
    return manager.findOne(EventSeries, { where: { schoolId, id }, lock: { mode: 'pessimistic_write' } });
  }

  lockSingleEvent(manager: EntityManager, schoolId: string, id: string): Promise<CalendarEvent | null> {
    const where = { schoolId, id, seriesId: IsNull() };
    return manager.findOne(CalendarEvent, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Whoever would record a result for one of them waits as well: no result is lost with a row. */
  lockOccurrences(manager: EntityManager, { schoolId, id }: EventSeries): Promise<OccurrenceRow[]> {
    return manager.find(CalendarEvent, {
      where: { schoolId, seriesId: id },
      order: { originalStart: 'asc' },
      lock: { mode: 'pessimistic_write' },
    }) as Promise<OccurrenceRow[]>;
  }

  /** Those of the school's events that have a result. */
  async findWithResult(
    manager: EntityManager,
    schoolId: string,
    events: CalendarEvent[],
  ): Promise<Set<string>> {
    const results = await manager.find(EventResult, {
      select: { eventId: true },
      where: { schoolId, eventId: In(events.map(({ id }) => id)) },
    });
    return new Set(results.map(({ eventId }) => eventId));
  }

  async insertEvent(manager: EntityManager, event: CalendarEvent): Promise<void> {
    await manager.insert(CalendarEvent, event);
  }

  async updateEvent(manager: EntityManager, { id, ...columns }: CalendarEvent): Promise<void> {
    await manager.update(CalendarEvent, { schoolId: columns.schoolId, id }, columns);
  }

  async insertSeries(manager: EntityManager, series: EventSeries): Promise<void> {
    await manager.insert(EventSeries, series);
  }

  async updateSeries(manager: EntityManager, { id, ...columns }: EventSeries): Promise<void> {
    await manager.update(EventSeries, { schoolId: columns.schoolId, id }, columns);
  }

  async deleteSeries(manager: EntityManager, { schoolId, id }: EventSeries): Promise<void> {
    await manager.delete(EventSeries, { schoolId, id });
  }

  async carryOut(manager: EntityManager, schoolId: string, { save, remove }: OccurrencePlan): Promise<void> {
    if (remove.length > 0) await manager.delete(CalendarEvent, { schoolId, id: In(remove) });
    for (let from = 0; from < save.length; from += CHUNK)
      await manager.upsert(CalendarEvent, save.slice(from, from + CHUNK), ['schoolId', 'id']);
  }
}

/** A statement has room for 65,535 parameters. */
const CHUNK = 1000;

/** What an import brought before, by source id, locked until the transaction ends. */
@Injectable()
export class ImportedEventsRepository {
  async lockEvents(
    { manager, schoolId, source }: Writing & ImportTarget,
    sourceIds: string[],
  ): Promise<Map<string, CalendarEvent>> {
    const where = { schoolId, source, sourceId: Any(sourceIds) };
    const events = await manager.find(CalendarEvent, { where, order: { id: 'asc' }, lock: LOCK });
    return new Map(events.map((event) => [event.sourceId!, event]));
  }

  async lockSeries(
    { manager, schoolId, source }: Writing & ImportTarget,
    sourceIds: string[],
  ): Promise<Map<string, EventSeries>> {
    const where = { schoolId, source, sourceId: Any(sourceIds) };
    const series = await manager.find(EventSeries, { where, order: { id: 'asc' }, lock: LOCK });
    return new Map(series.map((one) => [one.sourceId!, one]));
  }

  /** Under the UID itself, or one that was made of it where several events have the same. */
  async findByUids(
    { manager, schoolId, source }: Writing & ImportTarget,
    uids: string[],
  ): Promise<{ events: CalendarEvent[]; series: EventSeries[] }> {
    const isOfUid = (alias: string): string =>
      `(${alias} = any(:uids) or regexp_replace(${alias}, :suffix, '') = any(:uids))`;
    const where = { schoolId, source, sourceId: Raw(isOfUid, { uids, suffix: MADE_OF_UID }) };
    const order = { id: 'asc' } as const;
    const events = await manager.find(CalendarEvent, { where: { ...where, seriesId: IsNull() }, order });
    return { events, series: await manager.find(EventSeries, { where, order }) };
  }
}

/** What stands behind the UID in the source id: a hash of the title, a start, or both. */
const MADE_OF_UID = '(//[A-Za-z0-9_-]{12})?(/[0-9]{8}(T[0-9]{6}Z)?)?$';

const LOCK = { mode: 'pessimistic_write' } as const;
