import { ConflictError } from '../../platform/errors/app-error.js';

/** Nobody can say any more what the caller has of the school. */
export class StaleCursorError extends ConflictError {
  constructor() {
    super('The cursor leads no further: fetch a new one, then read everything anew.', { reason: 'stale' });
  }
}
