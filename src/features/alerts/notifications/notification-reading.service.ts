import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotificationReadingsRepository } from './notification-readings.repository.js';
import type { NotificationTarget } from '../alert.js';

/** For whatever a notification leads to. */
@Injectable()
export class NotificationReadingService {
  constructor(
    private readonly notifications: NotificationReadingsRepository,
    private readonly clock: Clock,
  ) {}

  /** The member has read the item, and so what told them of it (contract section 9, rule 4). */
  markRead(member: Member, target: { type: NotificationTarget; id: string }): Promise<void> {
    return this.notifications.markRead(member, target, this.clock.now());
  }
}
