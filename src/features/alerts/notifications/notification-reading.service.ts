import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { recordNotifications } from './notification-changes.js';
import { NotificationReadingsRepository, type ReadTarget } from './notification-readings.repository.js';

/** For whatever a notification leads to. */
@Injectable()
export class NotificationReadingService {
  constructor(
    private readonly notifications: NotificationReadingsRepository,
    private readonly clock: Clock,
  ) {}

  /** True when the member has an unread notification of the target. */
  hasUnread(member: Member, target: ReadTarget): Promise<boolean> {
    return this.notifications.hasUnread(member, target);
  }

  /** The member has read the item, and so what told them of it (contract section 9, rule 4). */
  async markRead(manager: EntityManager, member: Member, target: ReadTarget): Promise<void> {
    const read = await this.notifications.markRead(manager, member, target, this.clock.now());
    recordNotifications(manager, member, 'notification.read', read);
  }
}
