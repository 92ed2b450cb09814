/** The name that was probably meant: at most a third of its letters are wrong. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(2, best.name.length / 3) ? best.name : null;
}

/** Letters to insert, remove or replace (Levenshtein); only the first hundred count. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from.slice(0, 100)].entries()) {
    const next = [line + 1];
    for (const [at, other] of [...to].entries()) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
