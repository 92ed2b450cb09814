import { ConflictError } from '../../platform/errors/app-error.js';

/** Contract section 15, rules 1 to 3. */
export class HasAnswersError extends ConflictError {
  constructor(message: string) {
    super(message, { reason: 'has_answers' });
  }
}

/** Contract section 15, rule 4. */
export class TooSoonError extends ConflictError {
  constructor() {
    super('Reminders went out less than 24 hours ago.', { reason: 'too_soon' });
  }
}

/** Nobody owes an answer now. */
export class NotAnswerableError extends ConflictError {
  constructor(reason: 'closed' | 'not_open') {
    super(reason === 'closed' ? 'It is closed.' : 'It has not opened yet.', { reason });
  }
}
