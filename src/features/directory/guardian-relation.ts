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
