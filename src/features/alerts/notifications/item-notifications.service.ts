import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SchoolFeature } from '../../../policy/school-feature.js';
import type { NotificationTarget } from '../alert.js';
import {
  type ItemNotification,
  ItemNotificationsRepository,
  type NotifiedItem,
  type RenamedItem,
} from './item-notifications.repository.js';

export type { NotifiedItem } from './item-notifications.repository.js';

/** Notifications, without mail, that a room writes with the change of its item: it may be gone once the journal is read. */
@Injectable()
export class ItemNotifications {
  constructor(private readonly notifications: ItemNotificationsRepository) {}

  /** @see ItemNotificationsRepository.notifyAudience */
  notifyAudience(
    manager: EntityManager,
    items: NotifiedItem[],
    from: { feature: SchoolFeature; author: string | null; now: Date },
  ): Promise<void> {
    return this.notifications.notifyAudience(manager, items, from);
  }

  /** Removes notifications that no longer hold; those that were read stay. */
  removeUnread(manager: EntityManager, schoolId: string, stale: ItemNotification[]): Promise<void> {
    return this.notifications.removeUnread(manager, schoolId, stale);
  }

  /** Notifications follow an item to another id. */
  rename(
    manager: EntityManager,
    schoolId: string,
    type: NotificationTarget,
    renamed: RenamedItem[],
  ): Promise<void> {
    return this.notifications.rename(manager, schoolId, type, renamed);
  }
}
