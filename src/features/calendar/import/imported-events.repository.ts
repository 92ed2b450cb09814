import { Injectable } from '@nestjs/common';
import { Any, IsNull, Not, Raw } from 'typeorm';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import { EventSeries } from '../series/event-series.entity.js';
import type { ImportTarget } from '../../publishing/item.importer.js';
import type { Writing } from '../events/calendar-writes.repository.js';
import { dateAt } from '../../../platform/clock/wall-clock.js';
import type { CalendarImportTarget, Destination } from './calendar-import.js';

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

  /** Items that take place, of the named calendar; of none, those without a name that went to the same place. */
  async findOfCalendar(
    { manager, schoolId, source, calendar }: CalendarImportTarget,
    { organization_id, category_id }: Destination,
  ): Promise<{ events: CalendarEvent[]; series: EventSeries[] }> {
    const filed = { organizationId: organization_id ?? IsNull(), categoryId: category_id ?? IsNull() };
    const of = calendar === undefined ? { calendar: IsNull(), ...filed } : { calendar };
    const where = { schoolId, source, sourceId: Not(IsNull()), ...of };
    const order = { id: 'asc' } as const;
    const events = await manager
      .getRepository(CalendarEvent)
      .find({ where: { ...where, seriesId: IsNull(), status: Not('cancelled' as const) }, order });
    return { events, series: await manager.getRepository(EventSeries).find({ where, order }) };
  }

  /** Counts events and occurrences that take place and have not begun: of the calendar, or those of no name that went there. */
  async countAhead(
    { manager, schoolId, source, calendar = null, now, schoolZone }: UnnamedTarget,
    { organization_id = null, category_id = null }: Partial<Record<keyof Destination, string | null>> = {},
  ): Promise<number> {
    const [row] = await manager.query<[{ n: number }]>(COUNT_AHEAD, [
      ...[schoolId, source, calendar, now, dateAt(now, schoolZone)],
      ...[organization_id, category_id],
    ]);
    return row.n;
  }

  /** Lets items go on under other source ids; a digest that is given is that under the new one. */
  async rename(
    { manager, schoolId, source }: Writing & ImportTarget,
    entity: ItemEntity,
    ids: NewSourceId[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const { tableName } = manager.connection.getMetadata(entity);
    await manager.query(
      `update ${tableName} item set source_id = new.id, source_digest = coalesce(new.digest, item.source_digest)
       from unnest($3::text[], $4::text[], $5::text[]) as new(former_id, id, digest)
       where item.school_id = $1 and item.source = $2 and item.source_id = new.former_id`,
      [
        schoolId,
        source,
        ids.map(({ formerId }) => formerId),
        ids.map(({ id }) => id),
        ids.map(({ digest }) => digest),
      ],
    );
  }

  async claim(
    { manager, schoolId, source, calendar }: CalendarImportTarget,
    entity: ItemEntity,
    sourceIds: string[],
  ): Promise<void> {
    const where = { schoolId, source, sourceId: Any(sourceIds) };
    if (sourceIds.length > 0) await manager.getRepository(entity).update(where, { calendar: calendar! });
  }

  async markAsImported(
    { manager, schoolId, source }: CalendarImportTarget,
    entity: ItemEntity,
    sourceIds: string[],
  ): Promise<void> {
    const where = { schoolId, source, sourceId: Any(sourceIds), sourceUpdatedAt: IsNull() };
    const updated = { sourceUpdatedAt: () => 'updated_at' };
    if (sourceIds.length > 0) await manager.getRepository(entity).update(where, updated);
  }
}

type UnnamedTarget = Omit<CalendarImportTarget, 'calendar'> & { calendar?: string | null | undefined };

type ItemEntity = new () => CalendarEvent | EventSeries;

export interface NewSourceId {
  formerId: string;
  id: string;
  /** Null: as it is stored. */
  digest: string | null;
}

const COUNT_AHEAD = `
  select count(*)::int as n from events e
    left join event_series s on s.school_id = e.school_id and s.id = e.series_id
  where e.school_id = $1 and e.source = $2 and e.status <> 'cancelled' and coalesce(s.source_id, e.source_id) is not null
    and (coalesce(s.calendar, e.calendar) = $3 or $3::text is null and coalesce(s.calendar, e.calendar) is null
      and coalesce(s.organization_id, e.organization_id) is not distinct from $6::uuid
      and coalesce(s.category_id, e.category_id) is not distinct from $7::uuid)
    and case when e.all_day then e.start_date > $5::date else e.starts_at > $4 end`;

/** Suffix of a source id after the UID: a hash of the title, a start, or both. */
const MADE_OF_UID = '(//[A-Za-z0-9_-]{12})?(/[0-9]{8}(T[0-9]{6}Z)?)?$';

const LOCK = { mode: 'pessimistic_write' } as const;
