import { DAY_MS } from '../../platform/database/retention.js';
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

/**
 * Reminders go out once in 24 hours.
 * @throws TooSoonError
 */
export function assertMayRemind(lastReminderAt: Date | null, now: Date): void {
  if (lastReminderAt && now.getTime() < lastReminderAt.getTime() + DAY_MS) throw new TooSoonError();
}

/** Nobody owes an answer now. */
export class NotAnswerableError extends ConflictError {
  constructor(reason: 'closed' | 'not_open') {
    super(reason === 'closed' ? 'It is closed.' : 'It has not opened yet.', { reason });
  }
}
