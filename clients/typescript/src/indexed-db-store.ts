import { openDatabase, type Asked, type Database, type Table } from './indexed-db.js';
import type { Store } from './tokens.js';

const TABLE = 'values';

/**
 * Keeps something in the browser's IndexedDB: it outlives the page, and all windows find what one has saved at once. What is
 * in it may be read by every script of the page's origin.
 */
export class IndexedDbStore<T> implements Store<T> {
  private opened: Promise<Database> | null = null;

  /**
   * @param key what it is kept by; each store of an app has its own, such as `tokens`
   * @param database of the browser, one for all keys
   */
  constructor(
    private readonly key: string,
    private readonly database = 'school-directory',
  ) {}

  async load(): Promise<T | null> {
    return ((await this.within('readonly', (table) => table.get(this.key))) as T | undefined) ?? null;
  }

  async save(value: T): Promise<void> {
    await this.within('readwrite', (table) => table.put(value, this.key));
  }

  async clear(): Promise<void> {
    await this.within('readwrite', (table) => table.delete(this.key));
  }

  /** Resolves when it is written, not only asked for. */
  private async within(mode: 'readonly' | 'readwrite', work: (table: Table) => Asked): Promise<unknown> {
    const transaction = (await this.open()).transaction(TABLE, mode);
    const request = work(transaction.objectStore(TABLE));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(failureOf(transaction.error));
    });
  }

  private open(): Promise<Database> {
    this.opened ??= this.openDatabase().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  private openDatabase(): Promise<Database> {
    return new Promise((resolve, reject) => {
      const request = openDatabase(this.database);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
      request.onerror = () => reject(failureOf(request.error));
      request.onsuccess = () => {
        const database = request.result;
        const forget = () => (this.opened = null);
        database.onclose = forget;
        // Somebody deletes it, as a browser does with a site's data: it is made anew when it is asked for again.
        database.onversionchange = () => {
          database.close();
          forget();
        };
        resolve(database);
      };
    });
  }
}

const failureOf = (error: Error | null): Error => error ?? new Error('IndexedDB has failed');
