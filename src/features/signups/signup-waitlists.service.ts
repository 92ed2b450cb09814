import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { record } from '../../platform/journal/recorded-changes.js';
import { SignupClaimsRepository } from './claims/signup-claims.repository.js';
import { isClosed, isGone } from './signup-times.js';
import type { Signup } from './signup.entity.js';

/** The waitlists of a sign-up that is locked. */
@Injectable()
export class SignupWaitlists {
  constructor(private readonly claims: SignupClaimsRepository) {}

  /**
   * Gives free places of items to those who wait for them: in their order, and nobody before someone who came earlier
   * and does not fit (contract section 3, rule 4). Each of them is told, again where they had got a place of the sign-up
   * before. None once it has closed or is gone.
   */
  async promote(manager: EntityManager, signup: Signup, itemIds: string[], now: Date): Promise<void> {
    if (isClosed(signup, now) || isGone(signup, now)) return;
    const membershipIds = await this.claims.confirmFirst(manager, signup, itemIds, now);
    if (membershipIds.length === 0) return;
    const { schoolId, id } = signup;
    record({ manager, schoolId }, { kind: 'signup.promoted', id, ids: { members: membershipIds } });
  }
}
