import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarEvent } from '../events/calendar-event.entity.js';
import type { Writing } from '../events/calendar-writes.repository.js';
import type { EventResult } from '../results/event-result.entity.js';
import { EventNotificationsRepository, type StaleNotifications } from './event-notifications.repository.js';
import {
  firstOfEach,
  notificationsOf,
  publicIdOf,
  renamedBy,
  type EventNotification,
  type Written,
} from './notifications-of-write.js';

/**
 * Notifications of events, in the transaction of the write and never by mail. Members are locked, so that a notification is
 * written before other rows that name them and may go with one of them, such as embedded images.
 */
@Injectable()
export class EventNotifications {
  constructor(private readonly notifications: EventNotificationsRepository) {}

  /**
   * Notifies the audience of an event, without the writer, that it has another time or place, or is cancelled, if it begins
   * within 14 days. The audience is that of the event now. A series has one notification, about its next changed occurrence.
   * It costs nothing where there is none. Earlier notifications follow an event to another id, whether or not there is a new
   * one.
   * @param before rows as they were, without those that the write has made
   */
  async notify(writing: Writing, before: CalendarEvent[], written: Written): Promise<void> {
    const { manager, member, now, isSilent } = writing;
    const renamed = renamedBy(before, written);
    if (before[0] && renamed.length > 0)
      await this.notifications.rename(manager, before[0].schoolId, renamed);
    if (isSilent) return;
    const notifications = notificationsOf(before, written, writing);
    if (!notifications[0]) return;
    await this.notifications.notify(manager, firstOfEach(notifications), member?.membershipId ?? null, now);
    await this.notifications.removeStale(
      manager,
      notifications[0].event.schoolId,
      notifications.map(staleAfter),
    );
  }

  /**
   * Notifies the audience of an event, without the recorder, of a new or changed result. Runs before the result is written:
   * the recorder of the earlier one may be leaving, and would wait for it. A cancelled event, or an equal outcome and score,
   * notifies no one.
   */
  async tellOfResult(manager: EntityManager, result: EventResult): Promise<void> {
    const stored = await this.notifications.findResult(manager, result);
    if (stored && scoreOf(stored) === scoreOf(result)) return;
    const event = await this.notifications.getEvent(manager, result);
    if (event.status === 'cancelled') return;
    const notified = { kind: 'result_posted', id: publicIdOf(event), event } as const;
    await this.notifications.notify(manager, [notified], result.recordedByMembershipId, result.updatedAt);
  }

  /**
   * Removes the unread notifications of a result.
   * @param eventId of the row
   */
  takeBackResult(manager: EntityManager, schoolId: string, eventId: string): Promise<void> {
    return this.notifications.removeResult(manager, schoolId, eventId);
  }
}

const scoreOf = ({ outcome, scoreFor, scoreAgainst, place }: EventResult): string =>
  JSON.stringify([outcome, scoreFor, scoreAgainst, place]);

/** The opposite notification, which the newer one replaces. */
const staleAfter = ({ kind, id }: EventNotification): StaleNotifications => ({
  kind: kind === 'event_changed' ? 'event_cancelled' : 'event_changed',
  id,
});
