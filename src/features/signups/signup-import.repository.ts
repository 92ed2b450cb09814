import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { ItemImporter } from '../publishing/item-import.js';
import { SignupItem } from './signup-item.entity.js';
import { Signup } from './signup.entity.js';

@Injectable()
export class SignupImportRepository {
  /** What the source brought before, by its keys; whoever would claim something of one of them waits. */
  async lockImported(
    { manager, schoolId, source }: ItemImporter,
    sourceIds: string[],
  ): Promise<Map<string, Signup>> {
    const where = { schoolId, source, sourceId: In(sourceIds) };
    const lock = { mode: 'for_no_key_update' } as const;
    const signups = await manager.find(Signup, { where, order: { id: 'asc' }, lock });
    return new Map(signups.map((signup) => [signup.sourceId, signup]));
  }

  async save(manager: EntityManager, signup: Signup): Promise<void> {
    await manager.upsert(Signup, signup, ['id']);
  }

  async isClaimed(manager: EntityManager, { id }: Signup): Promise<boolean> {
    const claims = 'select 1 from signup_claims where signup_id = $1 limit 1';
    return (await manager.query<unknown[]>(claims, [id])).length > 0;
  }

  /** By their titles. */
  async findItems(manager: EntityManager, signupId: string): Promise<Map<string, SignupItem>> {
    const items = await manager.findBy(SignupItem, { signupId });
    return new Map(items.map((item) => [item.title, item]));
  }

  async saveItems(manager: EntityManager, items: SignupItem[]): Promise<void> {
    if (items.length > 0) await manager.upsert(SignupItem, items, ['id']);
  }

  /** Memberships of those who have something of these items, waiting included. */
  async findClaimants(manager: EntityManager, itemIds: string[]): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `select distinct membership_id as id from signup_claims
       where item_id = any ($1::uuid[]) and status <> 'withdrawn'`,
      [itemIds],
    );
    return rows.map(({ id }) => id);
  }
}
