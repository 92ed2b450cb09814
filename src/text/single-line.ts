/** Explicit embeddings, overrides and isolates: they reorder what comes after them (UAX #9). */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Somebody's text within a line of ours: no breaks, no control characters, and nothing that turns round what follows.
 * Direction marks and joiners stay, since names and emoji need them.
 */
export const singleLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(BIDI_CONTROLS, '')
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
