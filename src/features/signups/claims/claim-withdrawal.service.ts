import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { NotAuthorizedError, NotFoundError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { ClaimAllocation } from './claim-allocation.service.js';
import { isPublished, mayWithdraw } from '../signup-times.js';
import type { SignupClaim } from './signup-claim.entity.js';
import type { ClaimReference } from './signup-claims.service.js';
import { SignupClaimsRepository } from './signup-claims.repository.js';
import { type SignupChange, SignupLocks } from '../signup-locks.service.js';
import { WithdrawalClosedError } from '../signups.errors.js';

@Injectable()
export class ClaimWithdrawal {
  constructor(
    private readonly locks: SignupLocks,
    private readonly claims: SignupClaimsRepository,
    private readonly allocation: ClaimAllocation,
  ) {}

  /**
   * Its author, a guardian of the student whom it is for, and at any time a manager (contract section 3, rule 9): in time,
   * also where the sign-up is gone or is addressed to others by now. Its author is told where somebody else does it.
   * @throws NotFoundError not there; or there, and not the caller’s, of a sign-up that they may see or that is not published
   * @throws NotAuthorizedError not the caller’s, of a published sign-up that is addressed to others
   * @throws WithdrawalClosedError
   * @throws StaleError `ifMatch` names another state of the sign-up than the present one
   */
  withdraw(member: Member, { signupId, claimId }: ClaimReference, ifMatch?: string): Promise<void> {
    return this.locks.withLockedSignup(member, signupId, async (change) => {
      const claim = isUuid(claimId) ? await this.claims.find(change, claimId) : null;
      if (!claim || !(await this.belongsToCaller(change, claim))) throw refusal(change);
      if (!change.managed) await this.assertInTime(change, claim);
      await this.allocation.assertFresh(change, ifMatch);
      await this.allocation.withdraw(change, claim);
      record(change, { kind: 'signup.withdrawn', id: signupId });
      if (claim.membershipId !== change.member.membershipId)
        record(change, { kind: 'signup.changed', id: signupId, ids: { members: [claim.membershipId] } });
    });
  }

  private async belongsToCaller(
    change: SignupChange,
    { membershipId, studentId }: SignupClaim,
  ): Promise<boolean> {
    if (change.managed || membershipId === change.member.membershipId) return true;
    return studentId !== null && this.claims.isLinked(change, studentId);
  }

  private async assertInTime(change: SignupChange, { itemId }: SignupClaim): Promise<void> {
    const item = await this.claims.findItem(change, itemId);
    if (!item || !mayWithdraw(change.signup, item, change.now)) throw new WithdrawalClosedError();
  }
}

/** The refusal for a claim that does not exist, or is not the caller's. */
const refusal = ({ signup, addressed, managed, now }: SignupChange): Error =>
  managed || addressed || !isPublished(signup, now) ? new NotFoundError() : new NotAuthorizedError();
