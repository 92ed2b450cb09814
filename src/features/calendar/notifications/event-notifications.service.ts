import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MailDetails } from '../../../platform/mail/queued-mail.entity.js';
import type { NotificationKind } from '../../alerts/alert.js';
import type { CalendarEvent } from '../events/calendar-event.entity.js';
import type { Writing } from '../events/calendar-writes.repository.js';
import type { EventResult } from '../results/event-result.entity.js';
import { RsvpOffboarding } from '../rsvp/rsvp-offboarding.service.js';
import {
  ItemNotifications,
  type NotifiedItem,
} from '../../alerts/notifications/item-notifications.service.js';
import { messages } from '../../../platform/messages/messages.js';
import { changeDetails } from './change-details.js';
import { EventNotificationsRepository } from './event-notifications.repository.js';
import {
  changesForComing,
  firstOfEach,
  notificationsOf,
  publicIdOf,
  putOffBy,
  renamedBy,
  type EventNotification,
  type Renamed,
  type Written,
} from './notifications-of-write.js';

/** An event as its audience is notified of it: it may be gone from its table. */
interface NotifiedEvent {
  kind: NotificationKind;
  /** Public id of the event. */
  id: string;
  event: CalendarEvent;
  /** What a mail says of it; null where there is no mail. */
  mail: MailDetails | null;
}

/** Who has said yes or maybe, by the id of the event's row, and how they are told of an event that they do not see. */
interface Coming {
  members: Map<string, { membershipId: string }[]>;
  hiddenTitle: string;
}

/**
 * Notifications of events, in the transaction of the write, and with those of a change its mails. Members are locked, so that a notification is
 * written before other rows that name them and may go with one of them, such as embedded images.
 */
@Injectable()
export class EventNotifications {
  constructor(
    private readonly events: EventNotificationsRepository,
    private readonly notifications: ItemNotifications,
    private readonly rsvps: RsvpOffboarding,
  ) {}

  /**
   * Notifies the audience of an event, without the writer, that it has another time or place, or is cancelled, if it begins
   * within 14 days; of another day, and of what is cancelled, also those who have said that they
   * come. The audience is that of the event now. A series has one notification, about its next changed occurrence.
   * It costs nothing where there is none. Earlier notifications follow an event to another id, whether or not there is a new
   * one. Of one that had begun, and is put off, those come no more who are gone since.
   * @param before rows as they were, without those that the write has made
   */
  async notify(writing: Writing, before: CalendarEvent[], written: Written): Promise<void> {
    const { manager, member, now, isSilent } = writing;
    const renamed = renamedBy(before, written);
    if (before[0] && renamed.length > 0)
      await this.notifications.rename(manager, before[0].schoolId, 'event', renamed.map(rowOf));
    const putOff = putOffBy(before, written, writing);
    if (before[0] && putOff.length > 0) await this.rsvps.endOvertaken(manager, before[0].schoolId, putOff);
    if (isSilent) return;
    const notifications = notificationsOf(before, written, writing);
    const toAudience = firstOfEach(notifications);
    const forComing = changesForComing(before, written, writing);
    const coming = await this.findComing(manager, forComing);
    const [first, ...others] = [
      ...toAudience.map((one) => itemFor(one, coming)),
      ...forComing
        .filter(({ id }) => !toAudience.some((one) => one.id === id))
        .map((one) => ({ ...itemFor(one, coming), to_audience: false }))
        .filter(({ member_ids }) => member_ids.length > 0),
    ];
    if (!first) return;
    const author = member?.membershipId ?? null;
    const from = { feature: 'calendar', author, now } as const;
    await this.notifications.notifyAudience(manager, [first, ...others], from);
    const stale = [...notifications, ...forComing].map(staleAfter);
    await this.notifications.removeUnread(manager, first.school_id, stale);
  }

  /** Of events that were moved or called off, also long before, and once those who come are in no audience. */
  private async findComing(manager: EntityManager, changed: EventNotification[]): Promise<Coming> {
    if (!changed[0]) return { members: new Map(), hiddenTitle: '' };
    const ids = changed.map(({ event }) => event.id);
    const found = await this.events.findComing(manager, changed[0].event.schoolId, ids);
    const hiddenTitle = messages(found[0]?.locale ?? 'en').say('landing.items.event');
    return { members: Map.groupBy(found, ({ eventId }) => eventId), hiddenTitle };
  }

  /**
   * Notifies the audience of an event, without the recorder, of a new or changed result. Runs before the result is written:
   * the recorder of the earlier one may be leaving, and would wait for it. A cancelled event, or an equal outcome and score,
   * notifies no one.
   */
  async tellOfResult(manager: EntityManager, result: EventResult): Promise<void> {
    const stored = await this.events.findResult(manager, result);
    if (stored && scoreOf(stored) === scoreOf(result)) return;
    const event = await this.events.findEvent(manager, result);
    if (!event || event.status === 'cancelled') return;
    const notified = itemOf({ kind: 'result_posted', id: publicIdOf(event), event, mail: null });
    const { recordedByMembershipId: author, updatedAt: now } = result;
    await this.notifications.notifyAudience(manager, [notified], { feature: 'calendar', author, now });
  }

  /**
   * Removes the unread notifications of a result.
   * @param eventId of the row
   */
  async takeBackResult(manager: EntityManager, schoolId: string, eventId: string): Promise<void> {
    const event = await this.events.findEvent(manager, { schoolId, eventId });
    if (!event) return;
    const stale = { kind: 'result_posted', target_type: 'event', target_id: publicIdOf(event) } as const;
    await this.notifications.removeUnread(manager, schoolId, [stale]);
  }
}

const scoreOf = ({ outcome, scoreFor, scoreAgainst, place }: EventResult): string =>
  JSON.stringify([outcome, scoreFor, scoreAgainst, place]);

/** The opposite notification, which the newer one replaces. */
const staleAfter = ({ kind, id }: EventNotification) => ({
  kind: kind === 'event_changed' ? ('event_cancelled' as const) : ('event_changed' as const),
  target_type: 'event' as const,
  target_id: id,
});

const rowOf = ({ id, formerId }: Renamed) => ({ id, former_id: formerId });

/** With those who wanted to come or thought about it: they are told of it by no title that they have not seen. */
const itemFor = (changed: EventNotification, { members, hiddenTitle }: Coming): NotifiedItem => ({
  ...itemOf({ ...changed, mail: changeDetails(changed) }),
  former_title: changed.was.title,
  former_audience_type: changed.was.audienceType,
  former_audience_years: changed.was.audienceYears,
  former_audience_organization_ids: changed.was.audienceOrganizationIds,
  hidden_title: hiddenTitle,
  member_ids: members.get(changed.event.id)?.map(({ membershipId }) => membershipId) ?? [],
});

const itemOf = ({ kind, id, event, mail }: NotifiedEvent): NotifiedItem => ({
  kind,
  target_type: 'event',
  target_id: id,
  title: event.title,
  former_title: event.title,
  hidden_title: event.title,
  school_id: event.schoolId,
  organization_id: event.organizationId,
  audience_type: event.audienceType,
  audience_years: event.audienceYears,
  audience_organization_ids: event.audienceOrganizationIds,
  former_audience_type: event.audienceType,
  former_audience_years: event.audienceYears,
  former_audience_organization_ids: event.audienceOrganizationIds,
  to_audience: true,
  member_ids: [],
  mail,
});
