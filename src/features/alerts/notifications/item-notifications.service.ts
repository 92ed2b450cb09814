import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { RestrictedPairs } from '../../memberships/member-holdings.service.js';
import type { SchoolFeature } from '../../../policy/school-feature.js';
import type { NotificationTarget } from '../alert.js';
import {
  type ItemNotification,
  ItemNotificationsRepository,
  type NotifiedItem,
  type RenamedItem,
} from './item-notifications.repository.js';
import { ChangeMails } from '../mails/change-mails.service.js';
import { RestrictedNotificationsRepository } from './restricted-notifications.repository.js';
import { recordNotifications, recordRenewed } from './notification-changes.js';

export type { NotifiedItem } from './item-notifications.repository.js';

/** Notifications that a room writes with the change of its item: it may be gone once the journal is read. */
@Injectable()
export class ItemNotifications {
  constructor(
    private readonly notifications: ItemNotificationsRepository,
    private readonly restricted: RestrictedNotificationsRepository,
    private readonly mails: ChangeMails,
    private readonly clock: Clock,
  ) {}

  /**
   * Notifies the audience of these items of one school, with one mail for each person and transaction.
   * @see ItemNotificationsRepository.notifyAudience
   */
  async notifyAudience(
    manager: EntityManager,
    items: [NotifiedItem, ...NotifiedItem[]],
    from: { feature: SchoolFeature; author: string | null; now: Date },
  ): Promise<void> {
    const written = await this.notifications.notifyAudience(manager, items, from);
    recordRenewed(manager, { schoolId: items[0].school_id }, written);
    await this.mails.insertMails(manager, items, written, from.now);
  }

  /** Removes notifications that no longer hold; those that were read stay. */
  async removeUnread(manager: EntityManager, schoolId: string, stale: ItemNotification[]): Promise<void> {
    const removed = await this.notifications.removeUnread(manager, schoolId, stale);
    recordNotifications(manager, { schoolId }, 'notification.removed', removed);
  }

  /** Removes what reached members by way of students from whom they are kept apart, and mails that wait for it. */
  async removeRestricted(manager: EntityManager, restricted: RestrictedPairs): Promise<void> {
    const removed = await this.restricted.removeHidden(manager, restricted, this.clock.now());
    recordNotifications(manager, restricted, 'notification.removed', removed);
  }

  /** Notifications follow an item to another id. */
  async rename(
    manager: EntityManager,
    schoolId: string,
    type: NotificationTarget,
    renamed: RenamedItem[],
  ): Promise<void> {
    const moved = await this.notifications.rename(manager, schoolId, type, renamed);
    const [removed, changed] = [true, false].map((gone) => moved.filter(({ isGone }) => isGone === gone));
    recordNotifications(manager, { schoolId }, 'notification.removed', removed!);
    recordNotifications(manager, { schoolId }, 'notification.changed', changed!);
  }
}
