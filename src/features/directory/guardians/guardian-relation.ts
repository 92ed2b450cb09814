import { CommandRefusedError } from '../../../platform/errors/operator.error.js';

/** How a guardian is related to a student (contract section 1, RosterStudentFull). */
export const GUARDIAN_RELATIONS = [
  'mother',
  'father',
  'parent',
  'stepparent',
  'grandparent',
  'guardian',
  'relative',
  'other',
] as const;

export type GuardianRelation = (typeof GUARDIAN_RELATIONS)[number];

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
