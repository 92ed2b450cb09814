import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const WITHDRAW_AHEAD = `
  update signup_claims c set status = 'withdrawn', updated_at = $2
  from signup_items i, signups s
  where c.membership_id = any ($1::uuid[]) and c.status <> 'withdrawn' and i.id = c.item_id and s.id = c.signup_id
    and coalesce(i.starts_at, s.closes_at, 'infinity') > $2
  returning c.signup_id as "signupId", c.item_id as "itemId"`;

@Injectable()
export class ClaimDeparturesRepository {
  /**
   * Claims of items that have not begun; without a time of their own, of sign-ups that are not closed.
   * @returns the items concerned, by sign-up
   */
  async withdrawAhead(
    manager: EntityManager,
    membershipIds: string[],
    now: Date,
  ): Promise<Record<string, string[] | undefined>> {
    const [rows] = await manager.query<[{ signupId: string; itemId: string }[]]>(WITHDRAW_AHEAD, [
      membershipIds,
      now,
    ]);
    const bySignup: Record<string, string[] | undefined> = {};
    for (const { signupId, itemId } of rows) (bySignup[signupId] ??= []).push(itemId);
    return bySignup;
  }
}
