/** Fields of a student that a guardian may say are wrong (contract section 24). */
export const CORRECTION_FIELDS = [
  'name',
  'preferred_name',
  'address',
  'phone',
  'email',
  'grade',
  'graduation_year',
  'guardians',
  'other',
] as const;
export type CorrectionField = (typeof CORRECTION_FIELDS)[number];

export const CORRECTION_STATES = ['open', 'done', 'declined'] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];
