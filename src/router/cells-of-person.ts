import type { Cell } from './cell.js';

/** Cells that know a person, and whether all of them could be asked. */
export interface KnownCells {
  cells: Cell[];
  isSure: boolean;
}

/** Cells where a person with this address has a place in a school; without one, those where they have an account. */
export async function cellsOfPerson(email: string, cells: readonly Cell[]): Promise<KnownCells> {
  const found = await Promise.all(cells.map((cell) => cell.findPerson(email)));
  const isSure = !found.includes(null);
  const members = cells.filter((_, at) => found[at]?.member);
  return { isSure, cells: members.length > 0 ? members : cells.filter((_, at) => found[at]?.account) };
}
