import { ValidationFailedError } from '../../platform/errors/app-error.js';

export class PollClosedError extends ValidationFailedError {
  constructor() {
    super('The poll is closed.', { reason: 'closed' });
  }
}

export class PollAlreadyAnsweredError extends ValidationFailedError {
  constructor() {
    super('You have responded to this poll: a response is final.', { reason: 'already_responded' });
  }
}

export class InvalidPollAnswersError extends ValidationFailedError {
  constructor(message: string) {
    super('Every question of the poll is answered once, with one of its choices.', {
      reason: 'invalid_answers',
      fields: [{ path: 'answers', message }],
    });
  }
}

/** Refuses an import: contract section 14, rule 2. */
export class AnsweredPollError extends ValidationFailedError {
  constructor() {
    super('the poll has answers: nothing of it changes any more but closes_at');
  }
}
