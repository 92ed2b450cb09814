import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { takesWrites } from '../../platform/database/moved-schools.js';

/** What is stored of the secrets of a webhook. */
export interface SealedWebhook {
  id: string;
  secret_sealed: string;
  former_secret_sealed: string | null;
}

@Injectable()
export class SealedWebhooksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * In every school that takes writes, and those of applications.
   * @param prefix what is sealed and begins so is left out
   * @param after id of a webhook: those that come after it
   */
  async findOthers(prefix: string, after: string | null, limit: number): Promise<SealedWebhook[]> {
    return await this.dataSource.query<SealedWebhook[]>(
      `select id, secret_sealed, former_secret_sealed from webhooks
       where (not starts_with(secret_sealed, $1) or not starts_with(former_secret_sealed, $1))
         and ($2::uuid is null or id > $2) and (school_id is null or ${takesWrites('webhooks.school_id')})
       order by id limit $3`,
      [prefix, after, limit],
    );
  }

  /** Replaces stored secrets, unless a senior admin has renewed them meanwhile. @returns whether they were replaced */
  async replace(before: SealedWebhook, after: Omit<SealedWebhook, 'id'>): Promise<boolean> {
    const [, replaced] = await this.dataSource.query<[unknown, number]>(
      `update webhooks set secret_sealed = $3, former_secret_sealed = $4
       where id = $1 and secret_sealed = $2 and former_secret_sealed is not distinct from $5`,
      [
        before.id,
        before.secret_sealed,
        after.secret_sealed,
        after.former_secret_sealed,
        before.former_secret_sealed,
      ],
    );
    return replaced === 1;
  }
}
