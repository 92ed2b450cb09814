import { ConflictError, ValidationFailedError } from '../../../platform/errors/app-error.js';

/** Answers have ended, or the event was called off. */
export class RsvpClosedError extends ValidationFailedError {
  constructor() {
    super('The event takes no more answers.', { reason: 'closed' });
  }
}

/** The answers do not name those whom the event asks, each once. */
export class InvalidRsvpsError extends ValidationFailedError {
  constructor(message: string) {
    super(message, { reason: 'invalid_answers', fields: [{ path: 'answers', message }] });
  }
}

export class EventFullError extends ConflictError {
  /** @param remaining places that are left */
  constructor(remaining: number) {
    super(
      `There are not enough places: ${remaining === 1 ? '1 place is' : `${remaining} places are`} left.`,
      {
        reason: 'item_full',
      },
    );
  }
}
