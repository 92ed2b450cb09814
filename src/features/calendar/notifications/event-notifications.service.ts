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
 * What people are told of events that are theirs, in the transaction of the write and never by mail. Members are locked: so
 * it comes before whatever names them and may go with one of them, as embedded images do.
 */
@Injectable()
export class EventNotifications {
  constructor(private readonly notifications: EventNotificationsRepository) {}

  /**
   * That an event which begins within 14 days has another time or place, or is called off: to those whom it is addressed
   * to now, but who wrote it. Of a series once, about the next that is concerned. Costs nothing where nothing is. What was
   * told of an event goes with it to another id, whether or not there is news.
   * @param before rows as they were, without those that the write has made
   */
  async notify(writing: Writing, before: CalendarEvent[], written: Written): Promise<void> {
    const { manager, member, now, quiet } = writing;
    const renamed = renamedBy(before, written);
    if (before[0] && renamed.length > 0)
      await this.notifications.rename(manager, before[0].schoolId, renamed);
    if (quiet) return;
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
   * That an event has a result, or another one: to those whom it is addressed to, but who recorded it. Before the result
   * is written: whoever recorded the one before may be leaving, and would wait for it. Nobody is told of what is called
   * off, or of the same outcome and score.
   */
  async tellOfResult(manager: EntityManager, result: EventResult): Promise<void> {
    const stored = await this.notifications.findResult(manager, result);
    if (stored && scoreOf(stored) === scoreOf(result)) return;
    const event = await this.notifications.getEvent(manager, result);
    if (event.status === 'cancelled') return;
    const told = { kind: 'result_posted', id: publicIdOf(event), event } as const;
    await this.notifications.notify(manager, [told], result.recordedByMembershipId, result.updatedAt);
  }

  /**
   * Whoever has not read of it learns of it no more.
   * @param eventId of the row
   */
  takeBackResult(manager: EntityManager, schoolId: string, eventId: string): Promise<void> {
    return this.notifications.removeResult(manager, schoolId, eventId);
  }
}

const scoreOf = ({ outcome, scoreFor, scoreAgainst, place }: EventResult): string =>
  JSON.stringify([outcome, scoreFor, scoreAgainst, place]);

/** Of the two kinds the later one holds. */
const staleAfter = ({ kind, id }: EventNotification): StaleNotifications => ({
  kind: kind === 'event_changed' ? 'event_cancelled' : 'event_changed',
  id,
});
