import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Cell } from './cell.js';
import { type KnownCells, cellsOfPerson } from './cells-of-person.js';

/** Tokens that are remembered, by their digests: of people, and of nobody. */
const TOKENS = 50_000;
const STRANGERS = 5_000;
/** Milliseconds for which it is remembered who knows the person of a token; whom nobody knows may be known soon, after a sign-up. */
const KNOWN_MS = 60_000;
const UNSURE_MS = 1_000;
const UNKNOWN_MS = 5_000;

/** Finds out which cells know the person of a bearer token: it asks them, which check it, and believes nothing itself. */
export class TokenCells {
  private readonly known: LRUCache<string, KnownCells, string>;
  /** Whatever is invented pushes out nobody who is known. */
  private readonly strangers = new LRUCache<string, true>({ max: STRANGERS, ttl: UNKNOWN_MS });
  /** What was found last when all cells could be asked, for as long as one of them cannot. */
  private readonly latest = new LRUCache<string, readonly Cell[]>({ max: TOKENS });

  constructor(private readonly cells: readonly Cell[]) {
    this.known = new LRUCache<string, KnownCells, string>({
      max: TOKENS,
      ttl: KNOWN_MS,
      // Requests that come side by side share one search.
      fetchMethod: async (digest, _stale, { context, options }) => {
        const found = await this.find(context);
        if (!found.isSure) options.ttl = UNSURE_MS;
        else if (found.cells.length > 0) this.latest.set(digest, found.cells);
        return found;
      },
    });
  }

  /** @param authorization the header */
  async of(authorization: string): Promise<KnownCells> {
    const digest = hash('sha256', authorization, 'base64url');
    if (this.strangers.has(digest)) return { cells: [], isSure: true };
    // A search that is under way when everything is forgotten fails: what it has found may be true no more.
    const searched = await this.known.fetch(digest, { context: authorization }).catch(() => undefined);
    const found = searched ?? (await this.find(authorization));
    if (found.isSure && found.cells.length === 0) {
      this.known.delete(digest);
      this.strangers.set(digest, true);
    }
    const latest = this.latest.get(digest);
    return found.isSure || !latest ? found : { isSure: true, cells: this.both(found.cells, latest) };
  }

  forgetAll(): void {
    this.known.clear();
    this.strangers.clear();
  }

  private both(one: readonly Cell[], other: readonly Cell[]): Cell[] {
    return this.cells.filter((cell) => one.includes(cell) || other.includes(cell));
  }

  private find(authorization: string): Promise<KnownCells> {
    return cellsOfPerson(this.cells, (cell) => cell.findBearer(authorization));
  }
}
