import { ConflictError, ValidationFailedError } from '../../platform/errors/app-error.js';
import { HasAnswersError } from '../publishing/answered-items.errors.js';

export class SignupClosedError extends ValidationFailedError {
  constructor() {
    super('It is closed.', { reason: 'closed' });
  }
}

export class WithdrawalClosedError extends ValidationFailedError {
  constructor() {
    super('It is too late to withdraw.', { reason: 'withdrawal_closed' });
  }
}

export class ClaimLimitError extends ValidationFailedError {
  /** @param left places that may still be claimed under the limit */
  constructor(left: number) {
    super(`Within the limit ${places(left)} left.`, { reason: 'limit_reached' });
  }
}

export class NotLinkedError extends ValidationFailedError {
  constructor() {
    super('A claim is for a student who is linked to you.', { reason: 'not_linked' });
  }
}

export class ItemFullError extends ConflictError {
  /** @param remaining places that the caller could have */
  constructor(remaining: number) {
    const message = `There are not enough places: ${places(remaining)} left.`;
    super(message, { reason: 'item_full', fields: [{ path: 'quantity', message }] });
  }
}

/** Two claims of a person on one item for the same student would be one; only a new claim is added to another. */
export class ClaimedTwiceError extends ConflictError {
  constructor() {
    super('You have a claim there already: change that one.');
  }
}

/** A limit of withdrawn claims: they are stored for the managers (contract section 0, rule 18). */
export class WithdrawnTooOftenError extends ConflictError {
  constructor() {
    super('You have withdrawn as many claims of this sign-up as are kept: ask whoever runs it.', {
      reason: 'limit_reached',
    });
  }
}

const places = (count: number): string => (count === 1 ? '1 place is' : `${count} places are`);

/** Refuses an import: answers that were given belong to the questions that were asked. */
export class ClaimedSignupError extends ValidationFailedError {
  constructor() {
    super('something is claimed in the sign-up: its questions do not change any more');
  }
}

/** Contract section 15, rules 1 to 3. */
export class SignupHasClaimsError extends HasAnswersError {
  constructor() {
    super('The sign-up has claims: its questions and its opening are fixed, and claimed items stay.');
  }
}
