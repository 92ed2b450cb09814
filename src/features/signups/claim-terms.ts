export const CLAIMANT_VISIBILITIES = ['names', 'managers_only'] as const;
export type ClaimantVisibility = (typeof CLAIMANT_VISIBILITIES)[number];

/** Units that the limit of a sign-up counts for. */
export const CLAIM_PER = ['person', 'family', 'student'] as const;
export type ClaimPer = (typeof CLAIM_PER)[number];

export const CLAIM_STATUSES = ['confirmed', 'waitlisted', 'withdrawn'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** States of a claim that holds; a withdrawn one does not. */
export const ACTIVE_STATUSES = ['confirmed', 'waitlisted'] as const;
export type ActiveStatus = (typeof ACTIVE_STATUSES)[number];

/** Items of one sign-up. */
export const MAX_ITEMS = 500;
/** Places of one item. */
export const MAX_CAPACITY = 100_000;
/** The highest limit of places for one person, family or student. */
export const MAX_PER_PERSON = 10_000;
