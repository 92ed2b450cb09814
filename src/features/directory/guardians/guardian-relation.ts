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

export class UnknownGuardianError extends CommandRefusedError {
  constructor() {
    super('This student has no such guardian: "guardian list" says who is on file.');
  }
}

/** The record says from whom the student is kept apart: without it the person would be like any other parent. */
export class RestrictedGuardianError extends CommandRefusedError {
  constructor() {
    super(
      'This guardian is restricted, and the record keeps them apart from the student. End that first: "guardian unrestrict".',
    );
  }
}

export class NotRestrictedError extends CommandRefusedError {
  constructor() {
    super('This guardian is not restricted: "guardian list" says who is.');
  }
}

/** A restriction that is over before it begins. */
export class RestrictionOverError extends CommandRefusedError {
  constructor() {
    super('The last day of a restriction has to be today at the school or later.');
  }
}
