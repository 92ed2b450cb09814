import { setTimeout as delay } from 'node:timers/promises';
import type { Cell } from './cell.js';

/** Milliseconds between two refreshes: for so long a school that has moved is looked for where it was. */
const INTERVAL_MS = 1_000;

/**
 * Which school is at which cell, as the cells themselves say it: there is no second list that could say something else. A school that
 * two cells name stays where it was, and so does one that none names for a moment, while it moves.
 */
export class SchoolMap {
  private bySchool = new Map<string, Cell>();
  private readonly stopping = new AbortController();
  private readonly listeners: (() => Promise<void>)[] = [];
  private readonly changes: (() => void)[] = [];

  constructor(readonly cells: readonly Cell[]) {}

  /** The cell of the school; undefined for one that nobody has. @param schoolId in lower case */
  of(schoolId: string): Cell | undefined {
    return this.bySchool.get(schoolId);
  }

  /** The cell whose own name this is, which has its pages; else the first. @param host of the request, with its port */
  home(host: string | undefined): Cell {
    return this.cells.find((cell) => cell.host === host?.toLowerCase()) ?? this.cells[0]!;
  }

  /** Whether every cell has said at least once what it has: until then a school may be where nobody knows of it. */
  get isComplete(): boolean {
    return this.cells.every(({ hasListed }) => hasListed);
  }

  /** Ids of schools that more than one cell names: a backup from before a move was restored, say. */
  get twice(): string[] {
    const isNamedBy = (id: string): Cell[] => this.cells.filter(({ schools }) => schools.has(id));
    return [...this.bySchool.keys()].filter((id) => isNamedBy(id).length > 1);
  }

  get entries(): [schoolId: string, cell: string][] {
    return [...this.bySchool].map(([id, { name }]) => [id, name]);
  }

  /** Called after each refresh, with what is known then. */
  afterRefresh(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Called when a school has come, moved or gone. */
  whenChanged(listener: () => void): void {
    this.changes.push(listener);
  }

  async refresh(): Promise<void> {
    const changed = await Promise.all(this.cells.map((cell) => cell.refresh()));
    if (changed.includes(true)) {
      this.bySchool = cellsBySchool(this.cells, this.bySchool);
      for (const listener of this.changes) listener();
    }
    await Promise.all(this.listeners.map((listener) => listener()));
  }

  /** Refreshes once a second, until it is stopped. */
  async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.refresh();
    }
  }

  stop(): void {
    this.stopping.abort();
  }
}

function cellsBySchool(cells: readonly Cell[], before: ReadonlyMap<string, Cell>): Map<string, Cell> {
  const bySchool = new Map(before);
  for (const cell of cells)
    for (const id of cell.schools) if (!bySchool.get(id)?.schools.has(id)) bySchool.set(id, cell);
  return bySchool;
}
