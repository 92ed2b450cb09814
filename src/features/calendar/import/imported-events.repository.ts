import { Injectable } from '@nestjs/common';
import { Any, IsNull, Raw } from 'typeorm';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import { EventSeries } from '../series/event-series.entity.js';
import type { ImportTarget } from '../../publishing/item.importer.js';
import type { Writing } from '../events/calendar-writes.repository.js';

/** Items of earlier imports by source id, locked until the transaction ends. */
@Injectable()
export class ImportedEventsRepository {
  async lockEvents(
    { manager, schoolId, source }: Writing & ImportTarget,
    sourceIds: string[],
  ): Promise<Map<string, CalendarEvent>> {
    const where = { schoolId, source, sourceId: Any(sourceIds) };
    const events = await manager
      .getRepository(CalendarEvent)
      .find({ where, order: { id: 'asc' }, lock: LOCK });
    return new Map(events.map((event) => [event.sourceId!, event]));
  }

  async lockSeries(
    { manager, schoolId, source }: Writing & ImportTarget,
    sourceIds: string[],
  ): Promise<Map<string, EventSeries>> {
    const where = { schoolId, source, sourceId: Any(sourceIds) };
    const series = await manager.getRepository(EventSeries).find({ where, order: { id: 'asc' }, lock: LOCK });
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
    const events = await manager
      .getRepository(CalendarEvent)
      .find({ where: { ...where, seriesId: IsNull() }, order });
    return { events, series: await manager.getRepository(EventSeries).find({ where, order }) };
  }
}

/** Suffix of a source id after the UID: a hash of the title, a start, or both. */
const MADE_OF_UID = '(//[A-Za-z0-9_-]{12})?(/[0-9]{8}(T[0-9]{6}Z)?)?$';

const LOCK = { mode: 'pessimistic_write' } as const;
