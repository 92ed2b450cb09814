import { openDatabase, type Asked, type Database, type Transaction } from './indexed-db.js';

/** A database in the browser's IndexedDB, opened when it is used and made where it is missing. */
export class BrowserDatabase {
  private opened: Promise<Database> | null = null;

  constructor(
    private readonly name: string,
    private readonly tables: readonly string[],
  ) {}

  /**
   * Resolves when everything is written, not only asked for.
   * @returns the result of what `work` has returned
   */
  async within(
    mode: 'readonly' | 'readwrite',
    work: (transaction: Transaction) => Asked | undefined,
  ): Promise<unknown> {
    const transaction = (await this.open()).transaction(this.tables, mode);
    const asked = allOrNothing(transaction, work);
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(asked?.result);
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
      const request = openDatabase(this.name);
      request.onupgradeneeded = () => {
        for (const table of this.tables) request.result.createObjectStore(table);
      };
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

/** A value that cannot be kept throws at once: what was asked for before it would be written alone. */
function allOrNothing(
  transaction: Transaction,
  work: (transaction: Transaction) => Asked | undefined,
): Asked | undefined {
  try {
    return work(transaction);
  } catch (error) {
    transaction.abort();
    throw error;
  }
}

const failureOf = (error: Error | null): Error => error ?? new Error('IndexedDB has failed');
