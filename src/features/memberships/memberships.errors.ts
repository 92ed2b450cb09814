import { CommandRefusedError } from '../../errors/command-refused.error.js';

export class UnknownMembershipError extends CommandRefusedError {
  constructor() {
    super('This person has no membership in this school.');
  }
}

export class DeactivatedMembershipError extends CommandRefusedError {
  constructor() {
    super('The membership of this person is deactivated: "membership reactivate" makes it active again.');
  }
}
