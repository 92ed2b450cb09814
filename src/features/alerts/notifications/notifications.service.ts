import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { SerializedJson } from '../../../platform/http/prepared-json.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { recordNotifications } from './notification-changes.js';
import type { NotificationsQuery, ReadNotifications } from './notification.dto.js';
import { NotificationsRepository } from './notifications.repository.js';

/** Notifications of a member, which nobody else may read, admins included. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async list(member: Member, { unreadOnly }: NotificationsQuery): Promise<SerializedJson> {
    return new SerializedJson(
      await this.notifications.findOwn(member, unreadOnly === 'true', this.clock.now()),
    );
  }

  /** Those that are read keep the time at which they were; those of others, and unknown ones, are passed over. */
  markRead(member: Member, { ids }: ReadNotifications): Promise<void> {
    return this.transactions.run(async (manager) => {
      const read = await this.notifications.markRead(manager, member, ids ?? null, this.clock.now());
      recordNotifications(manager, member, 'notification.read', read);
    });
  }
}
