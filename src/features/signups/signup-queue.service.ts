import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AlertsService } from '../alerts/alerts.service.js';
import { SignupLimitsRepository, SignupQueueRepository } from './signup-locks.repository.js';
import { isClosed, isGone } from './new-signup.js';
import type { Signup, SignupClaim } from './signup.entity.js';
import { LimitReachedError } from './signups.errors.js';

/** The waitlists of a sign-up that is locked. */
@Injectable()
export class SignupQueue {
  constructor(
    private readonly queues: SignupQueueRepository,
    private readonly alerts: AlertsService,
  ) {}

  /**
   * Gives free places of items to those who wait for them: in their order, and nobody before someone who came earlier
   * and does not fit (contract section 3, rule 4). Each of them is told, again where they had got a place of the sign-up
   * before. None once it has closed or is gone.
   */
  async promote(manager: EntityManager, signup: Signup, itemIds: string[], now: Date): Promise<void> {
    if (isClosed(signup, now) || isGone(signup, now)) return;
    const membershipIds = await this.queues.confirmFirst(manager, signup, itemIds, now);
    const { schoolId, id } = signup;
    const alert = { kind: 'signup_promoted', item: 'signup', schoolId, id } as const;
    await this.alerts.renotify(manager, alert, membershipIds);
  }
}

/** `per_person_limit` (contract section 3, rule 5). */
@Injectable()
export class SignupLimits {
  constructor(private readonly claims: SignupLimitsRepository) {}

  /**
   * What a claim is about to be, among the others that the limit counts with it.
   * @throws LimitReachedError
   */
  async assertWithin(manager: EntityManager, signup: Signup, claim: SignupClaim): Promise<void> {
    if (signup.perPersonLimit === null) return;
    const left = signup.perPersonLimit - (await this.claims.sumOthers(manager, signup, claim));
    if (claim.quantity > left) throw new LimitReachedError(Math.max(0, left));
  }
}
