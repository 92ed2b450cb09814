import { BoundedMap } from '../http/bounded-map.js';

/** Of memory, roughly. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What an object takes of memory for each character of its JSON, roughly. */
const BYTES_A_CHARACTER = 4;

interface Read {
  along: unknown;
  state: string | null;
}

/** Two ways to ask about one caller, who may be nobody. */
interface Reading<Row extends Read> {
  whole: () => Promise<Row | null>;
  /** As `whole`, but for `along`. */
  state: () => Promise<Row | null>;
}

/**
 * What callers were told along with their rights, and in which state of the database. The state is asked for with each
 * request: what is kept is given again only where the database says, after the request came in, that nothing has changed.
 */
export class KeptAlong {
  private readonly kept = new BoundedMap<Read>(MOST_BYTES);

  /** @param key of the caller and of what is asked */
  async read<Row extends Read>(key: string, { whole, state }: Reading<Row>): Promise<Row | null> {
    const known = this.kept.find(key);
    if (known) {
      const row = await state();
      if (!row) return null;
      if (row.state === known.state) return { ...row, along: known.along };
    }
    return this.keep(key, await whole());
  }

  private keep<Row extends Read>(key: string, row: Row | null): Row | null {
    if (!row) return null;
    const { along, state } = row;
    this.kept.keep(key, { along, state }, JSON.stringify([along, state]).length * BYTES_A_CHARACTER);
    return row;
  }
}
