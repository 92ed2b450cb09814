/** Milliseconds: contract section 5, rule 7. */
export const UNSAVED_FOR = 24 * 60 * 60 * 1000;
