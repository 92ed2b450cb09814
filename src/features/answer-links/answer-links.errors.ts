import { ValidationFailedError } from '../../platform/errors/app-error.js';

/** The item takes no more answers. */
export class AnswerClosedError extends ValidationFailedError {
  constructor() {
    super('It takes no more answers.', { reason: 'closed' });
  }
}
