import { BoundedMap } from '../http/bounded-map.js';

/** Of memory, roughly. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What an object takes of memory for each character of its JSON, roughly. */
const BYTES_A_CHARACTER = 4;

interface Read {
  along: unknown;
  state: string | null;
}

/**
 * What callers were told along with their rights, and in which state of the database. The state is asked for with each
 * request: what is kept is given again only where the database says, after the request came in, that nothing has changed.
 */
export class KeptAlong {
  private readonly kept = new BoundedMap<Read>(MOST_BYTES);

  /**
   * @param key of the caller and of what is asked
   * @param read with the state that is known here; it need not read anything for the same one
   */
  async read<Row extends Read>(
    key: string,
    read: (known: string | null) => Promise<Row | null>,
  ): Promise<Row | null> {
    const known = this.kept.find(key);
    const row = await read(known?.state ?? null);
    if (!row) return null;
    if (known?.state === row.state) return { ...row, along: known.along };
    const { along, state } = row;
    this.kept.keep(key, { along, state }, JSON.stringify([along, state]).length * BYTES_A_CHARACTER);
    return row;
  }
}
