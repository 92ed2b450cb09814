/** Milliseconds: contract section 5, rule 7. */
export const UNSAVED_FOR = 24 * 60 * 60 * 1000;

/** Milliseconds: an item that is saved with it in the last moment still finds its object. */
export const OBJECT_KEPT_FOR = UNSAVED_FOR + 5 * 60 * 1000;
