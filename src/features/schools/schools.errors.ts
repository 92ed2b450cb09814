import { CommandRefusedError } from '../../errors/command-refused.error.js';

export class UnknownSchoolError extends CommandRefusedError {
  constructor() {
    super('There is no school with this short name or id.');
  }
}

export class ShortNameTakenError extends CommandRefusedError {
  constructor() {
    super('There is a school with this short name already.');
  }
}

export class InvalidSchoolError extends CommandRefusedError {}
