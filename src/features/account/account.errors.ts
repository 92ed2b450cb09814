import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { NotAuthenticatedError, ValidationFailedError } from '../../platform/errors/app-error.js';

export class InvalidEmailError extends CommandRefusedError {
  constructor() {
    super('The email address is not valid.');
  }
}

export class LongNameError extends CommandRefusedError {
  constructor() {
    super('The first and the last name should have up to 200 characters each.');
  }
}

export class UserExistsError extends CommandRefusedError {
  constructor() {
    super('There is a user with this email already.');
  }
}

export class UnknownUserError extends CommandRefusedError {
  constructor() {
    super('There is no user with this email.');
  }
}

export class UnknownApplicationError extends CommandRefusedError {
  constructor() {
    super('There is no application with this client id.');
  }
}

export class WeakPasswordError extends CommandRefusedError {
  constructor() {
    super('The password should have 10 to 200 characters, and not be among those that are tried first.');
  }
}

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

/** A mailbox that sets the password must not give the second step as well. */
export class MailedCodeRefusedError extends ValidationFailedError {
  constructor() {
    super(
      'This account has an authenticator app or a passkey: use that, or a recovery code. Without both the operator helps.',
      { fields: [{ path: 'method', message: 'email is not for this account' }] },
    );
  }
}
