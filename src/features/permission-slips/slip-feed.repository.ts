import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { ItemFeed } from '../publishing/item-feed.js';
import { PermissionSlip } from './permission-slip.entity.js';
import { SlipResponse } from './slip-response.entity.js';

@Injectable()
export class SlipFeedRepository {
  /** What the source brought before, by its keys; whoever would answer one of them waits. */
  async lockFed(
    { manager, schoolId, source }: ItemFeed,
    sourceIds: string[],
  ): Promise<Map<string, PermissionSlip>> {
    const where = { schoolId, source, sourceId: In(sourceIds) };
    const lock = { mode: 'for_no_key_update' } as const;
    const slips = await manager.find(PermissionSlip, { where, order: { id: 'asc' }, lock });
    return new Map(slips.map((slip) => [slip.sourceId, slip]));
  }

  /** Also by what is withdrawn. */
  isAnswered(manager: EntityManager, { id: slipId }: PermissionSlip): Promise<boolean> {
    return manager.existsBy(SlipResponse, { slipId });
  }

  async save(manager: EntityManager, slip: PermissionSlip): Promise<void> {
    await manager.upsert(PermissionSlip, slip, ['id']);
  }
}
