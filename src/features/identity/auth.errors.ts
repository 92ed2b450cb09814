import { NotAuthenticatedError, ValidationFailedError } from '../../errors/app-error.js';

/** The refresh token is unknown, spent, expired, or its session has ended. */
export class InvalidGrantError extends NotAuthenticatedError {
  constructor() {
    super({ reason: 'invalid_grant' });
  }
}

/** RFC 6238 code, emailed code or recovery code: wrong, used or too old. */
export class InvalidCodeError extends ValidationFailedError {
  constructor() {
    super('The code is wrong, used or too old.', { reason: 'invalid_code' });
  }
}

export class SecondStepNotNeededError extends ValidationFailedError {
  constructor() {
    super('This session needs no second step.');
  }
}

/** The session is an outside provider's: none of its second steps is ours. */
export class SecondStepElsewhereError extends ValidationFailedError {
  constructor() {
    super(
      'The second step of this sign-in is done with its provider: where one is missing, sign in there again.',
    );
  }
}

export class NoAuthenticatorError extends ValidationFailedError {
  constructor() {
    super('No authenticator app is set up for this account.', {
      fields: [{ path: 'method', message: 'totp is not set up' }],
    });
  }
}
