import { ConflictError, ValidationFailedError } from '../../platform/errors/app-error.js';
import { HasAnswersError } from '../publishing/answered-items.errors.js';

export class SlipClosedError extends ValidationFailedError {
  constructor() {
    super('The slip is closed.', { reason: 'closed' });
  }
}

export class SlipEditClosedError extends ValidationFailedError {
  constructor() {
    super('The slip is closed: the office can record a change on paper.', { reason: 'edit_closed' });
  }
}

export class SignatureRequiredError extends ValidationFailedError {
  /** @param path what is missing */
  constructor(path: 'signature' | 'signature.relation', message: string) {
    super('It has to be signed.', { reason: 'signature_required', fields: [{ path, message }] });
  }
}

/** Refuses an import: contract section 14, rule 2. */
export class AnsweredSlipError extends ValidationFailedError {
  constructor() {
    super(
      'the slip has answers: nothing of it changes any more but closes_at, visible_until and the statement',
    );
  }
}

export class SlipAlreadyAnsweredError extends ConflictError {
  constructor() {
    super('It has been answered.', { reason: 'already_responded' });
  }
}

export class DeclinedByOtherGuardianError extends ConflictError {
  constructor() {
    super('Another guardian has declined: they have to withdraw that first.', {
      reason: 'declined_by_other_guardian',
    });
  }
}

/** Refuses a change by a manager: contract section 15, rules 1 and 3. */
export class SlipHasAnswersError extends HasAnswersError {
  constructor() {
    super('The slip has answers: what it asks, how and from when on is fixed.');
  }
}
