/** The members by their names: the document must not differ with the order in which modules happen to be read. */
export const sorted = <T>(members: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
