interface Entry<Item> {
  item: Item;
  before: Entry<Item> | null;
  after: Entry<Item> | null;
}

/**
 * Entries that have begun and are not over, in the order in which they began. A `Set` through which everything passes makes
 * V8 retain its former entries, requests and all, until the next full collection: each of the tables that it outgrew leads
 * to the next.
 */
export class InFlightRequests<Item> implements Iterable<Item> {
  private first: Entry<Item> | null = null;
  private last: Entry<Item> | null = null;

  /** @returns says that it is over; to be called once */
  begin(item: Item): () => void {
    const entry: Entry<Item> = { item, before: this.last, after: null };
    if (this.last) this.last.after = entry;
    else this.first = entry;
    this.last = entry;
    return () => this.end(entry);
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let entry = this.first; entry; entry = entry.after) yield entry.item;
  }

  private end(entry: Entry<Item>): void {
    const { before, after } = entry;
    if (before) before.after = after;
    else this.first = after;
    if (after) after.before = before;
    else this.last = before;
    // Nothing that is over leads to what is not.
    entry.before = entry.after = null;
  }
}
