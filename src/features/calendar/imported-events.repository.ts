import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { CalendarEvent } from './calendar-event.entity.js';
import type { CalendarImportTarget } from './calendar-import.js';
import { EventSeries } from './event-series.entity.js';

/** What an import brought before, by source id, locked until the transaction ends. */
@Injectable()
export class ImportedEventsRepository {
  async lockEvents(
    { manager, schoolId, source }: CalendarImportTarget,
    sourceIds: string[],
  ): Promise<Map<string, CalendarEvent>> {
    const where = { schoolId, source, sourceId: Any(sourceIds) };
    const events = await manager.find(CalendarEvent, { where, order: { id: 'asc' }, lock: LOCK });
    return new Map(events.map((event) => [event.sourceId!, event]));
  }

  async lockSeries(
    { manager, schoolId, source }: CalendarImportTarget,
    sourceIds: string[],
  ): Promise<Map<string, EventSeries>> {
    const where = { schoolId, source, sourceId: Any(sourceIds) };
    const series = await manager.find(EventSeries, { where, order: { id: 'asc' }, lock: LOCK });
    return new Map(series.map((one) => [one.sourceId!, one]));
  }
}

const LOCK = { mode: 'pessimistic_write' } as const;
