import { invalidField } from '../../errors/invalid-field.js';
import type { SignupClaimInput } from './signup-claim.dto.js';
import type { SignupClaim } from './signup-claim.entity.js';

const MOST = 99;

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
  if (sum > MOST)
    throw invalidField('quantity', `quantity and the ${present.quantity} claimed are above ${MOST}`);
  return {
    ...present,
    quantity: sum,
    comment: comment === undefined ? present.comment : comment,
    answers,
    updatedAt: now,
  };
}
