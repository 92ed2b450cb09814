import { Injectable } from '@nestjs/common';
import { record } from '../../../platform/journal/recorded-changes.js';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { ClaimOffboardingRepository } from './claim-offboarding.repository.js';
import { SignupLocksRepository } from '../signup-locks.repository.js';
import { SignupWaitlists } from '../signup-waitlists.service.js';
import type { Leaver, NamingItems, RestrictedPairs } from '../../memberships/member-holdings.service.js';
import type { Signup } from '../signup.entity.js';

/** Withdraws the claims of someone who leaves, or is deactivated (contract section 3, rule 11). */
@Injectable()
export class ClaimOffboarding {
  constructor(
    private readonly locks: SignupLocksRepository,
    private readonly claims: ClaimOffboardingRepository,
    private readonly waitlists: SignupWaitlists,
    private readonly clock: Clock,
  ) {}

  /**
   * Withdraws what lies ahead in a school, and gives the places to those who wait. The memberships are locked before, and no lock is
   * waited for after it that someone who holds a sign-up wants: so it is once for all who go in a transaction.
   */
  async withdrawAll(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<void> {
    const signups = await this.locks.lockSignupsOf(manager, schoolId, membershipIds);
    const now = this.clock.now();
    const itemIds = await this.claims.withdrawAhead(manager, schoolId, membershipIds, now);
    await this.giveAway(manager, signups, itemIds, now);
  }

  /** The same of what members have claimed for students from whom they are kept apart. */
  async withdrawForStudents(manager: EntityManager, restricted: RestrictedPairs): Promise<void> {
    const { schoolId, pairs } = restricted;
    const membershipIds = [...new Set(pairs.map(({ membershipId }) => membershipId))];
    const signups = await this.locks.lockSignupsOf(manager, schoolId, membershipIds);
    const now = this.clock.now();
    const itemIds = await this.claims.withdrawForStudents(manager, restricted, now);
    await this.giveAway(manager, signups, itemIds, now);
  }

  /**
   * Gives free places of a sign-up, which is locked and was changed, to those who wait. What was closed when somebody
   * was deactivated, or kept apart from a student, may lie ahead now: it is withdrawn before.
   */
  async promote(manager: EntityManager, signup: Signup, itemIds: string[], now: Date): Promise<void> {
    await this.claims.withdrawOvertaken(manager, signup, now);
    await this.waitlists.promote(manager, signup, itemIds, now);
  }

  /** The sign-ups that name a member who leaves. */
  async findNaming(manager: EntityManager, leaver: Leaver): Promise<NamingItems> {
    return { signups: await this.claims.findSignupsOf(manager, leaver) };
  }

  private async giveAway(
    manager: EntityManager,
    signups: Signup[],
    itemIds: Record<string, string[] | undefined>,
    now: Date,
  ): Promise<void> {
    for (const signup of signups) {
      const items = itemIds[signup.id];
      if (!items) continue;
      record({ manager, schoolId: signup.schoolId }, { kind: 'signup.withdrawn', id: signup.id });
      await this.waitlists.promote(manager, signup, items, now);
    }
  }
}
