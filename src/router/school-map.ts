import { setTimeout as delay } from 'node:timers/promises';
import type { Cell } from './cell.js';

/** Milliseconds between two looks at what the cells say: for so long a school that has moved is looked for where it was. */
const INTERVAL_MS = 1_000;

/**
 * Which school is at which cell, as the cells themselves say it: there is no second list that could say something else. Where
 * two cells name the same school, the one that was asked about first keeps it.
 */
export class SchoolMap {
  private places = new Map<string, Cell>();
  private readonly stopping = new AbortController();
  private readonly listeners: (() => Promise<void>)[] = [];
  private readonly changes: (() => void)[] = [];

  constructor(readonly cells: readonly Cell[]) {}

  /** The cell of the school; undefined for one that nobody has. @param schoolId in lower case */
  of(schoolId: string): Cell | undefined {
    return this.places.get(schoolId);
  }

  /** The cell whose own name this is, which has its pages; else the first. @param host of the request, with its port */
  home(host: string | undefined): Cell {
    return this.cells.find((cell) => cell.host === host?.toLowerCase()) ?? this.cells[0]!;
  }

  get entries(): [schoolId: string, cell: string][] {
    return [...this.places].map(([id, { name }]) => [id, name]);
  }

  /** Called after each look, with what is known then. */
  afterLook(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Called when a school has come, moved or gone. */
  whenChanged(listener: () => void): void {
    this.changes.push(listener);
  }

  async look(): Promise<void> {
    const changed = await Promise.all(this.cells.map((cell) => cell.refresh()));
    if (changed.includes(true)) {
      this.places = placesOf(this.cells);
      for (const listener of this.changes) listener();
    }
    await Promise.all(this.listeners.map((listener) => listener()));
  }

  /** Looks again and again, until it is stopped. */
  async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.look();
    }
  }

  stop(): void {
    this.stopping.abort();
  }
}

function placesOf(cells: readonly Cell[]): Map<string, Cell> {
  const places = new Map<string, Cell>();
  for (const cell of cells) for (const id of cell.schools) if (!places.has(id)) places.set(id, cell);
  return places;
}
