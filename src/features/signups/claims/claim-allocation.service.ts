import { Injectable } from '@nestjs/common';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import type { ActiveStatus } from '../claim-terms.js';
import { ClaimLimitError, ItemFullError } from '../signups.errors.js';
import type { SignupChange } from '../signup-locks.service.js';
import type { SignupClaimBody } from './signup-claim.dto.js';
import type { SignupItem } from '../signup.entity.js';
import type { SignupClaim } from './signup-claim.entity.js';
import { type Occupancy, SignupClaimsRepository } from './signup-claims.repository.js';
import { SignupWaitlists } from '../signup-waitlists.service.js';
import { SignupsRepository } from '../signups.repository.js';
import { record } from '../../../platform/journal/recorded-changes.js';

export interface WantedClaim {
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
    private readonly waitlists: SignupWaitlists,
    private readonly signups: SignupsRepository,
  ) {}

  /**
   * @throws ClaimLimitError
   * @throws ItemFullError
   */
  async allocate(
    change: SignupChange,
    { item, present, next, mayWait }: WantedClaim,
  ): Promise<SignupClaimBody> {
    const { manager, signup, now } = change;
    // Lowering never fails, not even above a limit that was set since.
    const asksForMore = !present || next.quantity > present.quantity || next.studentId !== present.studentId;
    if (asksForMore) await this.assertWithinLimit(change, next);
    const occupancy = await this.occupancyFor(change, item, next);
    const position = positionOf(occupancy, present, next, { mayWait, now });
    const claim = { ...next, ...position };
    if (present) {
      await this.claims.update(manager, claim);
      await this.waitlists.promote(manager, signup, [present.itemId, item.id], now);
    } else await this.claims.insert(manager, claim);
    record(change, { kind: 'signup.claimed', id: signup.id });
    return this.claims.findBody(manager, next);
  }

  /**
   * `per_person_limit` (contract section 3, rule 5): the claim and the others that count with it stay within it.
   * @throws ClaimLimitError
   */
  private async assertWithinLimit({ manager, signup }: SignupChange, claim: SignupClaim): Promise<void> {
    if (signup.perPersonLimit === null) return;
    const left = signup.perPersonLimit - (await this.claims.sumOthers(manager, signup, claim));
    if (claim.quantity > left) throw new ClaimLimitError(Math.max(0, left));
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
    await this.waitlists.promote(manager, signup, [item.id], now);
    return this.claims.findOccupancy(manager, item, next.id);
  }

  /** Its places go to those who wait. */
  async withdraw({ manager, signup, now }: SignupChange, claim: SignupClaim): Promise<void> {
    await this.claims.update(manager, { ...claim, status: 'withdrawn', updatedAt: now });
    await this.waitlists.promote(manager, signup, [claim.itemId], now);
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

interface Positioned {
  status: ActiveStatus;
  queuedAt: Date;
}

type Claimed = Pick<SignupClaim, 'itemId' | 'quantity' | 'status' | 'queuedAt'>;

/**
 * Where a claim stands after it was made, or changed (contract section 3, rules 2, 3 and 8; section 14, rule 18).
 * Whoever waits comes before whoever wants more, so that free places are none while someone waits. More than the item has
 * in all is refused and never waits.
 * @param present as it was, if it was
 * @param mayWait whether it joins the end of the queue where it does not fit
 * @throws ItemFullError
 */
function positionOf(
  { capacity, confirmed, waiting }: Occupancy,
  present: Claimed | null,
  next: Pick<Claimed, 'itemId' | 'quantity'>,
  { mayWait, now }: { mayWait: boolean; now: Date },
): Positioned {
  const before = present?.itemId === next.itemId ? present : null;
  if (before && next.quantity <= before.quantity)
    return { status: before.status as ActiveStatus, queuedAt: before.queuedAt };
  const free = capacity === null ? Infinity : capacity - confirmed;
  const everFits = capacity === null || next.quantity <= capacity;
  if (waiting === 0 && next.quantity <= free) return { status: 'confirmed', queuedAt: now };
  if (mayWait && everFits) return { status: 'waitlisted', queuedAt: now };
  const held = before?.status === 'confirmed' ? before.quantity : 0;
  throw new ItemFullError(waiting > 0 ? 0 : Math.max(0, free - held));
}
