import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import type { CommittedChange } from '../../platform/journal/journal.repository.js';
import { NotificationEventsRepository } from './notification-events.repository.js';
import type { WebhookEvent } from './deliveries/webhook-deliveries.repository.js';
import { NOTIFICATION_KIND } from './webhook-kinds.js';

/** What applications hear of notifications: one delivery for all that a row of the journal names, at most 1,000. */
@Injectable()
export class NotificationEvents {
  constructor(
    private readonly notifications: NotificationEventsRepository,
    private readonly clock: Clock,
  ) {}

  /** Nothing of a school in which nobody listens: most notifications are told to no application. */
  async eventsOf(
    manager: EntityManager,
    schoolId: string,
    changes: CommittedChange[],
  ): Promise<WebhookEvent[]> {
    const arrived = changes.filter(({ kind }) => kind === 'notification.arrived');
    if (arrived.length === 0) return [];
    if (!(await this.notifications.isHeard(manager, schoolId, this.clock.now()))) return [];
    const events: WebhookEvent[] = [];
    for (const { ids, at } of arrived) {
      const named = [ids?.['notifications'] ?? []].flat();
      const notifications = await this.notifications.find(manager, schoolId, named);
      if (notifications.length > 0)
        events.push({ kind: NOTIFICATION_KIND, data: { school_id: schoolId, notifications }, at });
    }
    return events;
  }
}
