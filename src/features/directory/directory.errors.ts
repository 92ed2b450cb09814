import { CommandRefusedError } from '../../errors/command-refused.error.js';

export class UnknownStudentError extends CommandRefusedError {
  constructor(readonly sourceId: string) {
    super(`There is no student ${sourceId} in this school.`);
  }
}

export class AmbiguousStudentError extends CommandRefusedError {
  constructor(readonly sourceId: string) {
    super(`More than one source has a student ${sourceId} in this school.`);
  }
}
