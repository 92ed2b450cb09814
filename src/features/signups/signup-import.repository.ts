import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SignupClaim } from './claims/signup-claim.entity.js';
import { type Signup, SignupItem } from './signup.entity.js';

@Injectable()
export class SignupImportRepository {
  isClaimed(manager: EntityManager, { schoolId, id }: Signup): Promise<boolean> {
    return manager.getRepository(SignupClaim).existsBy({ schoolId, signupId: id });
  }

  /** By their titles. */
  async findItems(manager: EntityManager, { schoolId, id }: Signup): Promise<Map<string, SignupItem>> {
    const items = await manager.getRepository(SignupItem).findBy({ schoolId, signupId: id });
    return new Map(items.map((item) => [item.title, item]));
  }

  async saveItems(manager: EntityManager, items: SignupItem[]): Promise<void> {
    if (items.length > 0) await manager.getRepository(SignupItem).upsert(items, ['schoolId', 'id']);
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
