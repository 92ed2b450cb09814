import { CommandRefusedError } from '../../platform/errors/operator.error.js';

export type OneRosterRefusal =
  | 'unreadable'
  | 'not_oneroster'
  | 'unknown_version'
  | 'zip_bounds'
  | 'broken_zip'
  | 'archive_limit'
  | 'invalid_option';

/** The run as a whole is refused; nothing was written. The message is one line. */
export class OneRosterRefusedError extends CommandRefusedError {
  constructor(
    readonly code: OneRosterRefusal,
    message: string,
  ) {
    super(message);
  }
}
