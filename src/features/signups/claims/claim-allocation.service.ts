import { Injectable } from '@nestjs/common';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import { placed, type Occupancy } from './claim-allocation.js';
import type { SignupChange } from '../new-signup.js';
import type { SignupClaimBody } from './signup-claim.dto.js';
import type { SignupItem } from '../signup.entity.js';
import type { SignupClaim } from './signup-claim.entity.js';
import { SignupClaimsRepository } from './signup-claims.repository.js';
import { SignupQueue } from '../signup-queue.service.js';
import { SignupLimits } from '../signup-limits.service.js';
import { SignupsRepository } from '../signups.repository.js';
import { record } from '../../../platform/journal/recorded-changes.js';

export interface Placing {
  /** Where it is to be. */
  item: SignupItem;
  /** The claim before the change; null when it is new. */
  present: SignupClaim | null;
  /** The claim after the change; its position in the queue is decided here. */
  next: SignupClaim;
  /** Whether it waits where it does not fit. */
  mayWait: boolean;
}

/** Writes claims, within limits and places, and gives what becomes free to those who wait. */
@Injectable()
export class ClaimAllocation {
  constructor(
    private readonly claims: SignupClaimsRepository,
    private readonly limits: SignupLimits,
    private readonly queue: SignupQueue,
    private readonly signups: SignupsRepository,
  ) {}

  /**
   * @throws ClaimLimitError
   * @throws ItemFullError
   */
  async allocate(change: SignupChange, { item, present, next, mayWait }: Placing): Promise<SignupClaimBody> {
    const { manager, signup, now } = change;
    // Lowering never fails, not even above a limit that was set since.
    const asksForMore = !present || next.quantity > present.quantity || next.studentId !== present.studentId;
    if (asksForMore) await this.limits.assertWithin(manager, signup, next);
    const occupancy = await this.occupancyFor(change, item, next);
    const allocation = placed(occupancy, present, next, { mayWait, now });
    const claim = { ...next, ...allocation };
    if (present) {
      await this.claims.update(manager, claim);
      await this.queue.promote(manager, signup, [present.itemId, item.id], now);
    } else await this.claims.insert(manager, claim);
    record(change, { kind: 'signup.claimed', id: signup.id });
    return this.claims.findBody(manager, next);
  }

  /** Those who wait for places that are free come first: behind one who will never fit, they may not have got them yet. */
  private async occupancyFor(
    { manager, signup, now }: SignupChange,
    item: SignupItem,
    next: SignupClaim,
  ): Promise<Occupancy> {
    const occupancy = await this.claims.findOccupancy(manager, item, next.id);
    if (occupancy.waiting === 0 || item.capacity === null || occupancy.confirmed >= item.capacity)
      return occupancy;
    await this.queue.promote(manager, signup, [item.id], now);
    return this.claims.findOccupancy(manager, item, next.id);
  }

  /** Its places go to those who wait. */
  async withdraw({ manager, signup, now }: SignupChange, claim: SignupClaim): Promise<void> {
    await this.claims.update(manager, { ...claim, status: 'withdrawn', updatedAt: now });
    await this.queue.promote(manager, signup, [claim.itemId], now);
  }

  /** @throws StaleError `ifMatch` names another state of the sign-up than the one that the caller would read now */
  async assertFresh(
    { manager, member, signup, now }: SignupChange,
    ifMatch: string | undefined,
  ): Promise<void> {
    if (ifMatch === undefined) return;
    assertMatches(ifMatch, await this.signups.findDetail(member, signup.id, now, manager));
  }
}
