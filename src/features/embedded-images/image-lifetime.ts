/** Milliseconds: an image that no item embeds is gone after them (contract section 0, rule 13). */
export const KEPT_UNUSED_FOR = 24 * 60 * 60 * 1000;
