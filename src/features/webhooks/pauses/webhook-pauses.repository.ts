import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface PausedWebhook {
  id: string;
  /** Null for one of an application. */
  schoolId: string | null;
}

export interface AdminToTell {
  webhookId: string;
  schoolId: string;
  userId: string;
}

@Injectable()
export class WebhookPausesRepository {
  /** Pauses those that have failed since that moment, or longer. */
  async pauseFailing(manager: EntityManager, since: Date, now: Date): Promise<PausedWebhook[]> {
    const [paused] = await manager.query<[PausedWebhook[], number]>(
      `update webhooks set paused_at = $2 where failing_since <= $1 and paused_at is null
       returning id, school_id as "schoolId"`,
      [since, now],
    );
    return paused;
  }

  /** Pauses those of these for which more than `most` deliveries wait. */
  async pauseFull(manager: EntityManager, ids: string[], most: number, now: Date): Promise<PausedWebhook[]> {
    const [paused] = await manager.query<[PausedWebhook[], number]>(
      `update webhooks webhook set paused_at = $3 where id = any ($1::uuid[]) and paused_at is null
         and exists (select from webhook_deliveries waiting
           where waiting.webhook_id = webhook.id and waiting.state = 'pending' offset $2)
       returning id, school_id as "schoolId"`,
      [ids, most, now],
    );
    return paused;
  }

  /** Those of the school of each; nobody for one of an application. */
  async findSeniorAdmins(manager: EntityManager, paused: PausedWebhook[]): Promise<AdminToTell[]> {
    return await manager.query<AdminToTell[]>(
      `select webhook.id as "webhookId", admin.school_id as "schoolId", admin.user_id as "userId"
       from webhooks webhook
       join memberships admin on admin.school_id = webhook.school_id and admin.role = 'senior_admin'
         and admin.deactivated_at is null
       where webhook.id = any ($1::uuid[]) order by webhook.id, admin.id`,
      [paused.map(({ id }) => id)],
    );
  }
}
