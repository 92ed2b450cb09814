/** Contract section 0.1: the complete list. */
export const ERROR_STATUS = {
  validation_failed: 400,
  not_authenticated: 401,
  mfa_required: 401,
  not_authorized: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  upstream_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Stable sub-codes (contract section 0.1). */
export const ERROR_REASONS = [
  'closed',
  'not_open',
  'restricted',
  'already_responded',
  'invalid_answers',
  'item_full',
  'has_answers',
  'too_soon',
  'limit_reached',
  'withdrawal_closed',
  'edit_closed',
  'signature_required',
  'declined_by_other_guardian',
  'not_linked',
  'expired',
  'sole_senior_admin',
  'stale',
  'idempotency_key_reused',
  'too_many_occurrences',
  'unsupported_rule',
  'foreign_key_not_owned',
  'unsupported_type',
  'invalid_code',
  'invalid_grant',
  'locked',
] as const;

export type ErrorReason = (typeof ERROR_REASONS)[number];

export interface FieldError {
  /** Dotted path of the field in the body or query. */
  path: string;
  message: string;
}

interface AppErrorDetails {
  reason?: ErrorReason;
  fields?: FieldError[];
  headers?: Record<string, string>;
}

/** Everything that the product refuses on purpose. The filter turns it into `{ error: { code, message } }`. */
export abstract class AppError extends Error {
  abstract readonly code: ErrorCode;

  constructor(
    message: string,
    readonly details: AppErrorDetails = {},
  ) {
    super(message);
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export class ValidationFailedError extends AppError {
  readonly code = 'validation_failed';

  constructor(message = 'The request is not valid.', details: AppErrorDetails = {}) {
    super(message, details);
  }
}

export class NotAuthenticatedError extends AppError {
  readonly code = 'not_authenticated';

  constructor(details: AppErrorDetails = {}) {
    super('Valid credentials are needed.', { headers: { 'WWW-Authenticate': 'Bearer' }, ...details });
  }
}

export class MfaRequiredError extends AppError {
  readonly code = 'mfa_required';

  constructor() {
    super('Two-step verification has to be completed for this session.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
}

export class NotAuthorizedError extends AppError {
  readonly code = 'not_authorized';

  constructor(message = 'You may not do this.', details: { reason?: ErrorReason } = {}) {
    super(message, details);
  }
}

export class NotFoundError extends AppError {
  readonly code = 'not_found';

  constructor() {
    super('Nothing is here for you.');
  }
}

export class ConflictError extends AppError {
  readonly code = 'conflict';
}

export class StaleError extends ConflictError {
  constructor() {
    super('It was changed since you read it: read it again.', { reason: 'stale' });
  }
}

/** A quota of one person (contract section 0, rule 18). */
export class LimitReachedError extends ConflictError {
  constructor(message: string) {
    super(message, { reason: 'limit_reached' });
  }
}

export class PayloadTooLargeError extends AppError {
  readonly code = 'payload_too_large';

  constructor() {
    super('The request is too large.');
  }
}

export class RateLimitedError extends AppError {
  readonly code = 'rate_limited';

  /**
   * @param retryAfter seconds
   * @param limit which one was met, for the operator; the caller is not told
   */
  constructor(
    retryAfter: number,
    readonly limit: string,
  ) {
    super('Too many requests: wait a little.', { headers: { 'Retry-After': String(retryAfter) } });
  }
}

export class UpstreamFailedError extends AppError {
  readonly code = 'upstream_failed';
}

export class UnavailableError extends AppError {
  readonly code = 'unavailable';

  constructor() {
    super('The service is not available for the moment.', { headers: { 'Retry-After': '1' } });
  }
}

/** There are more requests than can be answered. Nothing was done. */
export class OverloadedError extends AppError {
  readonly code = 'unavailable';

  /**
   * @param retryAfter seconds
   * @param requestClass what kind of request was refused, for the operator; the caller is not told
   */
  constructor(
    retryAfter: number,
    readonly requestClass: string,
  ) {
    super('Too many people ask at the moment: try again soon.', {
      headers: { 'Retry-After': String(retryAfter) },
    });
  }
}

export class InternalError extends AppError {
  readonly code = 'internal_error';

  constructor(requestId: string) {
    super(`Something went wrong. Request id: ${requestId}`);
  }
}

/** A field that is not as it has to be, in the words and the shape in which the validation of a body says it. */
export const invalidField = (path: string, message: string): ValidationFailedError =>
  new ValidationFailedError('The request is not valid.', { fields: [{ path, message }] });
