import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Signup, SignupItem } from './signup.entity.js';

@Injectable()
export class SignupImportRepository {
  async isClaimed(manager: EntityManager, { schoolId, id }: Signup): Promise<boolean> {
    const claims = 'select 1 from signup_claims where school_id = $1 and signup_id = $2 limit 1';
    return (await manager.query<unknown[]>(claims, [schoolId, id])).length > 0;
  }

  /** By their titles. */
  async findItems(manager: EntityManager, { schoolId, id }: Signup): Promise<Map<string, SignupItem>> {
    const items = await manager.findBy(SignupItem, { schoolId, signupId: id });
    return new Map(items.map((item) => [item.title, item]));
  }

  async saveItems(manager: EntityManager, items: SignupItem[]): Promise<void> {
    if (items.length > 0) await manager.upsert(SignupItem, items, ['schoolId', 'id']);
  }

  /** Memberships of those who have something of these items, waiting included. */
  async findClaimants(manager: EntityManager, schoolId: string, itemIds: string[]): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `select distinct membership_id as id from signup_claims
       where school_id = $1 and item_id = any ($2::uuid[]) and status <> 'withdrawn'`,
      [schoolId, itemIds],
    );
    return rows.map(({ id }) => id);
  }
}
