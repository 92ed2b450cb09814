import { CommandRefusedError } from '../../platform/errors/operator.error.js';

export class NothingStoredError extends CommandRefusedError {
  constructor() {
    super('Nothing is held on anyone with this email.');
  }
}
