import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { hearsOf } from './webhook-hearing.js';
import { NOTIFICATION_KIND } from './webhook-kinds.js';

/** A notification as an application hears of it. */
export interface DeliveredNotification {
  membership_id: string;
  notification_id: string;
  kind: string;
}

@Injectable()
export class NotificationEventsRepository {
  /** Whether an application wants to hear of the notifications in the school. */
  async isHeard(manager: EntityManager, schoolId: string, now: Date): Promise<boolean> {
    const [row] = await manager.query<[{ found: boolean }]>(
      `select exists (select from webhooks webhook where webhook.application_id is not null
         and webhook.paused_at is null and '${NOTIFICATION_KIND}' = any (webhook.kinds)
         and ${hearsOf('$1::uuid', '$2::timestamptz', '$2::timestamptz')}) as found`,
      [schoolId, now],
    );
    return row.found;
  }

  /** Those that are still there, in one order. */
  async find(manager: EntityManager, schoolId: string, ids: string[]): Promise<DeliveredNotification[]> {
    return await manager.query<DeliveredNotification[]>(
      `select membership_id, id as notification_id, kind from notifications
       where school_id = $1 and id = any ($2::uuid[]) order by membership_id, id`,
      [schoolId, ids],
    );
  }
}
