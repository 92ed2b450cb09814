import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { utcText } from '../../platform/database/utc-text.js';
import { Webhook } from './webhook.entity.js';

/** A webhook as an operator sees it: without its secret. */
export interface ListedWebhook {
  webhook_id: string;
  url: string;
  kinds: string[];
  failing_since: string | null;
  paused_at: string | null;
  created_at: string;
  /** Deliveries that wait. */
  pending: number;
}

const LISTED = `
  select webhook.id as webhook_id, webhook.url, webhook.kinds, ${utcText('webhook.failing_since')} as failing_since,
    ${utcText('webhook.paused_at')} as paused_at, ${utcText('webhook.created_at')} as created_at,
    (select count(*)::int from webhook_deliveries waiting
      where waiting.webhook_id = webhook.id and waiting.state = 'pending') as pending
  from webhooks webhook`;

/** Of an application what a lock needs: the row is of another room. */
interface LockedApplication {
  id: string;
  revokedAt: Date | null;
}

@Injectable()
export class ApplicationWebhooksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Two that add a webhook to one application do so one after the other. False where it is revoked, or none. */
  async lockApplication(manager: EntityManager, applicationId: string): Promise<boolean> {
    const lock = { mode: 'for_no_key_update' } as const;
    const active = { id: applicationId, revokedAt: IsNull() };
    return (
      (await manager.getRepository<LockedApplication>('Application').findOne({ where: active, lock })) !==
      null
    );
  }

  async count(manager: EntityManager, applicationId: string): Promise<number> {
    return await manager.getRepository(Webhook).countBy({ applicationId });
  }

  async insert(
    manager: EntityManager,
    webhook: Pick<Webhook, 'applicationId' | 'url' | 'kinds' | 'secretSealed'>,
    now: Date,
  ): Promise<string> {
    const inserted = await manager
      .getRepository(Webhook)
      .save({ ...webhook, heardSince: now, createdAt: now, updatedAt: now });
    return inserted.id;
  }

  async listOfApplication(applicationId: string): Promise<ListedWebhook[]> {
    return await this.dataSource.query<ListedWebhook[]>(
      `${LISTED} where webhook.application_id = $1 order by webhook.created_at, webhook.id`,
      [applicationId],
    );
  }

  async listOfSchool(schoolId: string): Promise<ListedWebhook[]> {
    return await this.dataSource.query<ListedWebhook[]>(
      `${LISTED} where webhook.school_id = $1 order by webhook.created_at, webhook.id`,
      [schoolId],
    );
  }

  /** @returns how many there were with this address, or with this id */
  async remove(manager: EntityManager, applicationId: string, which: string): Promise<number> {
    const [, removed] = await manager.query<[unknown, number]>(
      'delete from webhooks where application_id = $1 and (url = $2 or id::text = $2)',
      [applicationId, which],
    );
    return removed;
  }
}
