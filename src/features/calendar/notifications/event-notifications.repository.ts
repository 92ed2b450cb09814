import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isAddressedToEach } from '../../../policy/audience.js';
import { isTurnedOn } from '../../../policy/school-feature.js';
import { EACH_MEMBER } from '../../alerts/alert-audience.js';
import type { NotificationKind } from '../../alerts/alert.js';
import { CalendarEvent } from '../events/calendar-event.entity.js';
import { EVENT_ID } from '../events/calendar.sql.js';
import { EventResult } from '../results/event-result.entity.js';
import type { Renamed } from './notifications-of-write.js';

/** An event as its audience is told of it: it may be gone from its table. */
export interface NotifiedEvent {
  kind: NotificationKind;
  /** Public id of the event. */
  id: string;
  event: CalendarEvent;
}

/** Unread notifications of an event that no longer hold; those that were read stay. */
export interface StaleNotifications {
  kind: NotificationKind;
  /** Public id of the event. */
  id: string;
}

/*
 * Members before their notifications, and both in one order: two that tell at once never wait for each other, and
 * somebody who leaves at this moment is passed over. What they had of the same event and kind makes way for a new one.
 */
const TELL = `
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, item.kind, 'event', item.target_id, item.title, $2
  from json_to_recordset($1) as item(kind text, target_id text, title text, school_id uuid, organization_id uuid,
    audience_type text, audience_years int[], audience_organization_ids uuid[])
  join schools school on school.id = item.school_id and ${isTurnedOn('school', 'calendar')}
  join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where m.id is distinct from $3::uuid and ${isAddressedToEach('item', EACH_MEMBER)}
  order by m.id, item.target_id for key share of m
  on conflict on constraint notifications_once_key do update
  set id = excluded.id, title = excluded.title, created_at = excluded.created_at, read_at = null`;

const REMOVE_STALE = `
  delete from notifications n using json_to_recordset($2) as stale(kind text, target_id text)
  where n.school_id = $1 and n.target_type = 'event' and n.target_id = stale.target_id and n.kind = stale.kind
    and n.read_at is null`;

/* Members before their notifications, as above. There is one of a kind: what is there under the new id already stays. */
const RENAME = `
  with moved as materialized (
    select n.id, n.membership_id, renamed.id as target_id,
      exists (select from notifications other where other.school_id = n.school_id and other.membership_id = n.membership_id
        and other.kind = n.kind and other.target_type = 'event' and other.target_id = renamed.id) as twice
    from notifications n join json_to_recordset($2) as renamed(id text, former_id text) on n.target_id = renamed.former_id
    where n.school_id = $1 and n.target_type = 'event'
  ), held as materialized (
    select m.id from memberships m
    where m.school_id = $1 and m.id in (select membership_id from moved) order by m.id for key share
  ), removed as (
    delete from notifications n using moved join held on held.id = moved.membership_id
    where n.school_id = $1 and n.id = moved.id and moved.twice
  )
  update notifications n set target_id = moved.target_id from moved join held on held.id = moved.membership_id
  where n.school_id = $1 and n.id = moved.id and not moved.twice`;

const REMOVE_RESULT = `
  delete from notifications n using events e
  where e.school_id = $1 and e.id = $2 and n.school_id = e.school_id and n.target_type = 'event' and n.target_id = ${EVENT_ID}
    and n.kind = 'result_posted' and n.read_at is null`;

@Injectable()
export class EventNotificationsRepository {
  /**
   * A new notification for everybody whom one of the events is addressed to, but its author; for nobody while the
   * school has turned the calendar off.
   * @param author membership; null when there is none
   */
  async notify(
    manager: EntityManager,
    events: NotifiedEvent[],
    author: string | null,
    now: Date,
  ): Promise<void> {
    await manager.query(TELL, [JSON.stringify(events.map(itemOf)), now, author]);
  }

  async removeStale(manager: EntityManager, schoolId: string, stale: StaleNotifications[]): Promise<void> {
    const rows = stale.map(({ kind, id }) => ({ kind, target_id: id }));
    await manager.query(REMOVE_STALE, [schoolId, JSON.stringify(rows)]);
  }

  /** Moves the notifications of events from their former ids to the present ones. */
  async rename(manager: EntityManager, schoolId: string, renamed: Renamed[]): Promise<void> {
    const rows = renamed.map(({ id, formerId }) => ({ id, former_id: formerId }));
    await manager.query(RENAME, [schoolId, JSON.stringify(rows)]);
  }

  /** @param eventId of the row */
  async removeResult(manager: EntityManager, schoolId: string, eventId: string): Promise<void> {
    await manager.query(REMOVE_RESULT, [schoolId, eventId]);
  }

  /** The result as it is stored. */
  findResult(manager: EntityManager, { schoolId, eventId }: EventResult): Promise<EventResult | null> {
    return manager.getRepository(EventResult).findOneBy({ schoolId, eventId });
  }

  getEvent(manager: EntityManager, { schoolId, eventId }: EventResult): Promise<CalendarEvent> {
    return manager.getRepository(CalendarEvent).findOneByOrFail({ schoolId, id: eventId });
  }
}

const itemOf = ({ kind, id, event }: NotifiedEvent): object => ({
  kind,
  target_id: id,
  title: event.title,
  school_id: event.schoolId,
  organization_id: event.organizationId,
  audience_type: event.audienceType,
  audience_years: event.audienceYears,
  audience_organization_ids: event.audienceOrganizationIds,
});
