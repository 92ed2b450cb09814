import { invalidField } from '../../../platform/errors/app-error.js';
import type { SignupClaimInput } from './signup-claim.dto.js';
import type { SignupClaim } from './signup-claim.entity.js';
import type { ActiveStatus } from '../claim-terms.js';
import { ItemFullError } from '../signups.errors.js';

const MAX = 99;

/**
 * A claim with a second one added to it; what the second one says beside its quantity replaces what the first one said.
 * @throws ValidationFailedError together they are too many
 */
export function mergedClaim(
  present: SignupClaim,
  { quantity = 1, comment }: Pick<SignupClaimInput, 'quantity' | 'comment'>,
  { answers, now }: { answers: SignupClaim['answers']; now: Date },
): SignupClaim {
  const sum = present.quantity + quantity;
  if (sum > MAX)
    throw invalidField('quantity', `quantity and the ${present.quantity} claimed are above ${MAX}`);
  return {
    ...present,
    quantity: sum,
    comment: comment === undefined ? present.comment : comment,
    answers,
    updatedAt: now,
  };
}

/** Room that the other claims on an item leave. */
export interface Occupancy {
  /** Null: unlimited. */
  capacity: number | null;
  /** Places. */
  confirmed: number;
  /** Entries, but for those that are larger than the item: they never get a place, and keep nobody from one. */
  waiting: number;
}

export interface Positioned {
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
export function placed(
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
