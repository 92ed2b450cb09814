import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Signup } from '../signup.entity.js';

/** $1 the school, $3 now. */
const withdrawAhead = (whose: string): string => `
  update signup_claims c set status = 'withdrawn', updated_at = $3
  from signup_items i, signups s
  where c.school_id = $1 and ${whose} and c.status <> 'withdrawn'
    and i.school_id = c.school_id and i.id = c.item_id and s.school_id = c.school_id and s.id = c.signup_id
    and coalesce(i.starts_at, s.closes_at, 'infinity') > $3
  returning c.signup_id as "signupId", c.item_id as "itemId"`;

const OF_MEMBERS = withdrawAhead('c.membership_id = any ($2::uuid[])');
const OF_DEACTIVATED = withdrawAhead(`c.signup_id = $2 and exists (
    select from memberships m where m.school_id = c.school_id and m.id = c.membership_id and m.deactivated_at is not null)`);

@Injectable()
export class ClaimOffboardingRepository {
  /**
   * Claims of items that have not begun; without a time of their own, of sign-ups that are not closed.
   * @returns the items concerned, by sign-up
   */
  async withdrawAhead(
    manager: EntityManager,
    schoolId: string,
    membershipIds: string[],
    now: Date,
  ): Promise<Record<string, string[] | undefined>> {
    const [rows] = await manager.query<[{ signupId: string; itemId: string }[]]>(OF_MEMBERS, [
      schoolId,
      membershipIds,
      now,
    ]);
    const bySignup: Record<string, string[] | undefined> = {};
    for (const { signupId, itemId } of rows) (bySignup[signupId] ??= []).push(itemId);
    return bySignup;
  }

  /** Withdraws all claims of deactivated members on one sign-up. */
  async withdrawDeactivated(manager: EntityManager, { schoolId, id }: Signup, now: Date): Promise<void> {
    await manager.query(OF_DEACTIVATED, [schoolId, id, now]);
  }
}
