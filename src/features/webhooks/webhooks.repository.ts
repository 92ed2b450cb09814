import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { lockSchoolRow } from '../../platform/auth/school-lock.repository.js';
import { Webhook } from './webhook.entity.js';

/** A webhook that a school has, and no application. */
export type WebhookOfSchool = Webhook & { schoolId: string };

@Injectable()
export class WebhooksRepository {
  constructor(@InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>) {}

  /** In the order in which they were made. */
  findOfSchool(schoolId: string): Promise<Webhook[]> {
    return this.webhooks.find({ where: { schoolId }, order: { createdAt: 'asc', id: 'asc' } });
  }

  find(schoolId: string, id: string): Promise<Webhook | null> {
    return this.webhooks.findOneBy({ schoolId, id });
  }

  /** Counts them under a lock: another request that would add one waits until the transaction ends. */
  async countOfSchool(manager: EntityManager, schoolId: string): Promise<number> {
    await lockSchoolRow(manager, schoolId);
    return manager.getRepository(Webhook).countBy({ schoolId });
  }

  /** Whoever else would change it waits until the transaction ends. */
  async lock(manager: EntityManager, schoolId: string, id: string): Promise<WebhookOfSchool | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    const webhook = await manager.getRepository(Webhook).findOne({ where: { schoolId, id }, lock });
    return webhook && { ...webhook, schoolId };
  }

  insert(manager: EntityManager, webhook: Omit<Webhook, 'id'>): Promise<Webhook> {
    return manager.getRepository(Webhook).save(webhook);
  }

  async update(manager: EntityManager, { id, schoolId, ...changed }: WebhookOfSchool): Promise<void> {
    await manager.getRepository(Webhook).update({ schoolId, id }, changed);
  }

  /** Its deliveries go with it. */
  async remove(manager: EntityManager, schoolId: string, id: string): Promise<boolean> {
    const { affected } = await manager.getRepository(Webhook).delete({ schoolId, id });
    return affected === 1;
  }
}
