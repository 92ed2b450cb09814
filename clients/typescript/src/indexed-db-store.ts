import { BrowserDatabase } from './browser-database.js';
import type { Asked, Table } from './indexed-db.js';
import type { Store } from './tokens.js';

const TABLE = 'values';

/**
 * Keeps something in the browser's IndexedDB: it outlives the page, and all windows find what one has saved at once. What is
 * in it may be read by every script of the page's origin.
 */
export class IndexedDbStore<T> implements Store<T> {
  private readonly database: BrowserDatabase;

  /**
   * @param key what it is kept by; each store of an app has its own, such as `tokens`
   * @param database of the browser, one for all keys
   */
  constructor(
    private readonly key: string,
    database = 'school-directory',
  ) {
    this.database = new BrowserDatabase(database, [TABLE]);
  }

  async load(): Promise<T | null> {
    return ((await this.within('readonly', (table) => table.get(this.key))) as T | undefined) ?? null;
  }

  async save(value: T): Promise<void> {
    await this.within('readwrite', (table) => table.put(value, this.key));
  }

  async clear(): Promise<void> {
    await this.within('readwrite', (table) => table.delete(this.key));
  }

  private within(mode: 'readonly' | 'readwrite', work: (table: Table) => Asked): Promise<unknown> {
    return this.database.within(mode, (transaction) => work(transaction.objectStore(TABLE)));
  }
}
