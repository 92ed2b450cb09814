/** Why the target of a notification cannot be read (contract section 9). */
export const UNAVAILABLE_REASONS = ['expired', 'closed', 'not_visible', 'feature_off', 'deleted'] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];
