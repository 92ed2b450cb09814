import { CommandRefusedError } from '../../errors/command-refused.error.js';

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
    super('The password should have 8 to 200 characters.');
  }
}
