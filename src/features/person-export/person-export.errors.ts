import { CommandRefusedError } from '../../errors/command-refused.error.js';

export class NothingHeldError extends CommandRefusedError {
  constructor() {
    super('Nothing is held on anyone with this email.');
  }
}
