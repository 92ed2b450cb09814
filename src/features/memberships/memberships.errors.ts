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

export class MemberInAnotherRoleError extends CommandRefusedError {
  constructor() {
    super('This person is a member in another role, which no invitation changes: "membership add" does.');
  }
}
