import { ConflictError, ValidationFailedError } from '../../platform/errors/app-error.js';

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

/** To a feed: contract section 14, rule 2. */
export class AnsweredSlipError extends ValidationFailedError {
  constructor() {
    super(
      'the slip has answers: nothing of it changes any more but closes_at, visible_until and the statement',
    );
  }
}

export class AlreadyRespondedError extends ConflictError {
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

/** For whom one answer is given. */
export const ANSWER_PER = ['student', 'family'] as const;
export type AnswerPer = (typeof ANSWER_PER)[number];

export const SLIP_DECISIONS = ['granted', 'declined'] as const;
export type SlipDecision = (typeof SLIP_DECISIONS)[number];

export const RESPONSE_STATES = ['current', 'superseded', 'withdrawn'] as const;
export type ResponseState = (typeof RESPONSE_STATES)[number];

/** Where a student stands. */
export const STUDENT_STATES = ['needed', 'granted', 'declined', 'withdrawn'] as const;
export type StudentState = (typeof STUDENT_STATES)[number];
