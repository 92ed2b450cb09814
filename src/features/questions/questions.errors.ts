import { ValidationFailedError, type FieldError } from '../../errors/app-error.js';

export class InvalidAnswersError extends ValidationFailedError {
  constructor(fields: FieldError[]) {
    super('The answers do not fit the questions.', { reason: 'invalid_answers', fields });
  }
}
