/** A field after a change: what is given, else what is there; null where there is neither (contract section 0, rule 5). */
export const merged = <T>(given: T | null | undefined, present: T | null | undefined): T | null =>
  (given === undefined ? present : given) ?? null;

/** A moment after a change, ISO 8601 with an offset; an empty text clears it as well. */
export const mergedMoment = (
  given: string | null | undefined,
  present: Date | null | undefined,
): Date | null => merged(given === undefined ? undefined : given ? new Date(given) : null, present);
