import { ConflictError } from '../../platform/errors/app-error.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

/** Nobody confirms in a round that is over, and nobody is reminded of it. */
export class RoundClosedError extends ConflictError {
  constructor() {
    super('The school is not asking now.', { reason: 'closed' });
  }
}

export class RoundOpenError extends CommandRefusedError {
  constructor() {
    super('The school has an open round already: "confirmation close" ends it.');
  }
}

export class NoOpenRoundError extends CommandRefusedError {
  constructor() {
    super('The school has no open round: "confirmation list" says which there were.');
  }
}

/** A last day that is over before the first. */
export class RoundOverError extends CommandRefusedError {
  constructor() {
    super('The last day of a round has to be today at the school or later.');
  }
}

export class RoundMessageError extends CommandRefusedError {
  constructor(limit: number) {
    super(`The message of a round is a plain text of at most ${limit} characters.`);
  }
}
