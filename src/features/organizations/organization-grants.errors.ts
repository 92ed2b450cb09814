import { CommandRefusedError } from '../../errors/command-refused.error.js';

export class UnknownOrganizationError extends CommandRefusedError {
  constructor() {
    super('This school has no organization with this short name or id.');
  }
}

export class ArchivedOrganizationError extends CommandRefusedError {
  constructor() {
    super('The organization is archived; nobody can edit it.');
  }
}

export class UnknownGrantError extends CommandRefusedError {
  constructor() {
    super('This person has no grant on this organization.');
  }
}
