import { CommandRefusedError } from '../../errors/command-refused.error.js';

export class UnknownMembershipError extends CommandRefusedError {
  constructor() {
    super('This person has no membership in this school.');
  }
}
