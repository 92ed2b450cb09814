import type { Cell, KnownPerson } from './cell.js';

/** Cells that know a person, and whether all of them could be asked. */
export interface KnownCells {
  cells: Cell[];
  isSure: boolean;
}

/**
 * Cells where a person has a place in a school; without one, those where they have an account. What a cell has issued itself is for
 * that cell alone.
 * @param find asks one cell; null when it cannot be asked
 */
export async function cellsOfPerson(
  cells: readonly Cell[],
  find: (cell: Cell) => Promise<KnownPerson | null>,
): Promise<KnownCells> {
  const found = await Promise.all(cells.map(find));
  const those = (what: keyof KnownPerson): Cell[] => cells.filter((_, at) => found[at]?.[what]);
  if (found.some((one) => one?.own)) return { isSure: true, cells: those('own') };
  const members = those('member');
  return { isSure: !found.includes(null), cells: members.length > 0 ? members : those('account') };
}
