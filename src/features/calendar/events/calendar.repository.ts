import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { FIND_VIEWER, viewerParameters } from '../../../policy/audience.js';
import type { VisibleItem } from '../../publishing/publication.js';
import type { CalendarEventBody } from './calendar-event.dto.js';
import {
  EVENT,
  EVENT_ORDER,
  FROM_EVENTS,
  FROM_SERIES,
  isEvent,
  isManaged,
  isRetained,
  isVisible,
  SERIES,
  SERIES_ORDER,
} from './calendar.sql.js';
import type { EventReference } from './event-details.js';
import type { EventSeriesBody } from '../series/event-series.dto.js';

export interface VisibleRow<Body> extends VisibleItem<Body> {
  /** Id of the row: an occurrence has another id to the outside. */
  rowId: string;
}

type QueriedRow<Body> = Body & { managed: boolean; row_id: string };

export interface Days {
  /** At the school, `YYYY-MM-DD`, inclusive. */
  from?: string;
  to?: string;
}

const VISIBLE = `e.school_id = $1 and ${isVisible('e')}`;
const VISIBLE_EVENTS = `${VISIBLE} and ${isRetained('e')}`;

const list = (name: string, select: string): string =>
  `with ${FIND_VIEWER} select '{"${name}":' || coalesce(json_agg(item), '[]')::text || '}' as text from (${select}) item`;

const OCCURRENCES = list(
  'events',
  `select ${EVENT} from ${FROM_EVENTS} where ${VISIBLE_EVENTS} and e.series_id = $5 order by ${EVENT_ORDER}`,
);

const ALL_SERIES = list(
  'series',
  `select ${SERIES} from ${FROM_SERIES} where s.school_id = $1 and ${isVisible('s')} order by ${SERIES_ORDER}`,
);

const IN_DAYS = `
  with ${FIND_VIEWER}
  select ${EVENT} from ${FROM_EVENTS}
  where ${VISIBLE_EVENTS} and e.end_date >= coalesce($5::date, e.end_date) and e.start_date <= coalesce($6::date, e.start_date)
  order by ${EVENT_ORDER}`;

const visibleEvent = (condition: string): string => `
  with ${FIND_VIEWER}
  select ${EVENT}, ${isManaged('e')} as managed, e.id as row_id from ${FROM_EVENTS} where ${condition}`;

const VISIBLE_SERIES = `
  with ${FIND_VIEWER}
  select ${SERIES}, ${isManaged('s')} as managed, s.id as row_id from ${FROM_SERIES}
  where s.school_id = $1 and s.id = $5 and ${isVisible('s')}`;

/** Reads of the calendar: set-based, as the caller may see it, in the shape of the answer. */
@Injectable()
export class CalendarRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All series as text that the database has written: one round trip, no entities. */
  async findAllSeries(member: Member, now: Date): Promise<string> {
    const parameters = viewerParameters(member, now);
    const [row] = await this.dataSource.query<[{ text: string }]>(ALL_SERIES, parameters);
    return row.text;
  }

  async findOccurrences(member: Member, seriesId: string, now: Date): Promise<string> {
    const parameters = [...viewerParameters(member, now), seriesId];
    const [row] = await this.dataSource.query<[{ text: string }]>(OCCURRENCES, parameters);
    return row.text;
  }

  /** Events that touch one of these days, in the order of the calendar. */
  findInDays(member: Member, { from, to }: Days, now: Date): Promise<CalendarEventBody[]> {
    return this.dataSource.query(IN_DAYS, [...viewerParameters(member, now), from ?? null, to ?? null]);
  }

  /** Null when it is not there for the caller. */
  async findEvent(
    member: Member,
    reference: EventReference,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<VisibleRow<CalendarEventBody> | null> {
    const [condition, parameters] = isEvent(reference, 5);
    return fromRow(
      await manager.query<QueriedRow<CalendarEventBody>[]>(
        visibleEvent(`${VISIBLE_EVENTS} and ${condition}`),
        [...viewerParameters(member, now), ...parameters],
      ),
    );
  }

  /**
   * Finds an event by the id of its row, after a change: the change may have given an occurrence another id, or cancelled a
   * single event, which `findEvent` no longer finds.
   */
  async findStored(
    { manager, member, now }: WriteContext,
    id: string,
  ): Promise<VisibleRow<CalendarEventBody> | null> {
    const parameters = [...viewerParameters(member, now), id];
    return fromRow(
      await manager.query<QueriedRow<CalendarEventBody>[]>(
        visibleEvent(`${VISIBLE} and e.id = $5`),
        parameters,
      ),
    );
  }

  async findSeries(
    member: Member,
    seriesId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<VisibleRow<EventSeriesBody> | null> {
    const parameters = [...viewerParameters(member, now), seriesId];
    return fromRow(await manager.query<QueriedRow<EventSeriesBody>[]>(VISIBLE_SERIES, parameters));
  }
}

function fromRow<Body>([row]: QueriedRow<Body>[]): VisibleRow<
  Omit<QueriedRow<Body>, 'managed' | 'row_id'>
> | null {
  if (!row) return null;
  const { managed, row_id: rowId, ...body } = row;
  return { body, managed, rowId };
}
