/** A field after a change: what is given, else what is there; null where there is neither (contract section 0, rule 5). */
export const merged = <T>(given: T | null | undefined, present: T | null | undefined): T | null =>
  (given === undefined ? present : given) ?? null;
