import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SignupLimitsRepository } from './signup-limits.repository.js';
import type { Signup } from './signup.entity.js';
import type { SignupClaim } from './claims/signup-claim.entity.js';
import { ClaimLimitError } from './signups.errors.js';

/** `per_person_limit` (contract section 3, rule 5). */
@Injectable()
export class SignupLimits {
  constructor(private readonly claims: SignupLimitsRepository) {}

  /**
   * Refuses a claim that goes beyond the limit, together with the others that count for it.
   * @throws ClaimLimitError
   */
  async assertWithin(manager: EntityManager, signup: Signup, claim: SignupClaim): Promise<void> {
    if (signup.perPersonLimit === null) return;
    const left = signup.perPersonLimit - (await this.claims.sumOthers(manager, signup, claim));
    if (claim.quantity > left) throw new ClaimLimitError(Math.max(0, left));
  }
}
