import { CommandRefusedError } from '../../errors/command-refused.error.js';

export class NeededSeniorAdminError extends CommandRefusedError {
  /** @param schools short names */
  constructor(schools: string[]) {
    super(
      `sole_senior_admin: nobody else is senior admin of ${schools.join(', ')}. ` +
        'Make somebody one first: membership add --role senior_admin.',
    );
  }
}

export class PersonBusyError extends CommandRefusedError {
  constructor() {
    super('The person is doing something just now. Nothing was erased: try again.');
  }
}
