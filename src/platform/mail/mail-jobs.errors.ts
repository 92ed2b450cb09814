import { CommandRefusedError } from '../errors/operator.error.js';

export class UnknownJobError extends CommandRefusedError {
  constructor() {
    super('There is no job with this id.');
  }
}

export class JobNotDeadError extends CommandRefusedError {
  /** @param state what it is instead */
  constructor(state: string) {
    super(`The job is ${state}: only a dead one can be repeated.`);
  }
}
