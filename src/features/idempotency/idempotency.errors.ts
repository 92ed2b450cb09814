import { ConflictError, ValidationFailedError } from '../../errors/app-error.js';

/** Contract section 14, rule 24. */
export const MAX_KEY_LENGTH = 200;

export class InvalidIdempotencyKeyError extends ValidationFailedError {
  constructor() {
    super(`Idempotency-Key has to be 1 to ${MAX_KEY_LENGTH} characters.`);
  }
}

export class IdempotencyKeyReusedError extends ConflictError {
  constructor() {
    super('This Idempotency-Key was used with another body.', { reason: 'idempotency_key_reused' });
  }
}
