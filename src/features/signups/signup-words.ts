export const CLAIMANT_VISIBILITIES = ['names', 'managers_only'] as const;
export type ClaimantVisibility = (typeof CLAIMANT_VISIBILITIES)[number];

/** Whom the limit of a sign-up counts for. */
export const CLAIM_PER = ['person', 'family', 'student'] as const;
export type ClaimPer = (typeof CLAIM_PER)[number];

export const CLAIM_STATUSES = ['confirmed', 'waitlisted', 'withdrawn'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Of a claim that is there; one that is withdrawn no longer is. */
export const PLACED_STATUSES = ['confirmed', 'waitlisted'] as const;
export type PlacedStatus = (typeof PLACED_STATUSES)[number];
