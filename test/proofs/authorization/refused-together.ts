const MAX = 16;

/**
 * What is tried together, in order: neighbours that are refused change nothing, so they are sent at once, which takes
 * the database half of the work. Whatever succeeds is alone.
 */
export function refusedTogether<T>(tries: T[], isRefused: (one: T) => boolean): T[][] {
  const turns: T[][] = [];
  let refused: T[] | null = null;
  for (const one of tries) {
    if (isRefused(one) && refused && refused.length < MAX) {
      refused.push(one);
      continue;
    }
    const turn = [one];
    turns.push(turn);
    refused = isRefused(one) ? turn : null;
  }
  return turns;
}
