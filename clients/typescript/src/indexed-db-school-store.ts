import { BrowserDatabase } from './browser-database.js';
import { keysFrom, type Transaction } from './indexed-db.js';
import type { SchoolStore, SyncedItem, SyncedKey, SyncedType } from './school-store.js';

const ITEMS = 'items';
const CURSOR = 'cursor';

/** Keeps a school in the browser's IndexedDB. What is in it may be read by every script of the page's origin. */
export class IndexedDbSchoolStore implements SchoolStore {
  private readonly database: BrowserDatabase;

  /** @param database of the browser: one for each account and school */
  constructor(database: string) {
    this.database = new BrowserDatabase(database, [ITEMS, CURSOR]);
  }

  async cursor(): Promise<string | null> {
    const found = await this.database.within('readonly', (all) => all.objectStore(CURSOR).get(CURSOR));
    return (found as string | undefined) ?? null;
  }

  async replace(items: readonly SyncedItem[], cursor: string): Promise<void> {
    await this.database.within('readwrite', (all) => {
      all.objectStore(ITEMS).clear();
      write(all, items, cursor);
      return undefined;
    });
  }

  async change(put: readonly SyncedItem[], drop: readonly SyncedKey[], cursor: string): Promise<void> {
    await this.database.within('readwrite', (all) => {
      for (const key of drop) all.objectStore(ITEMS).delete(nameOf(key));
      write(all, put, cursor);
      return undefined;
    });
  }

  async all<Type extends SyncedType>(type: Type): Promise<SyncedItem<Type>[]> {
    const found = this.database.within('readonly', (all) =>
      all.objectStore(ITEMS).getAll(keysFrom(`${type} `)),
    );
    return (await found) as SyncedItem<Type>[];
  }

  async clear(): Promise<void> {
    await this.database.within('readwrite', (all) => {
      all.objectStore(ITEMS).clear();
      return all.objectStore(CURSOR).clear();
    });
  }
}

const nameOf = ({ type, id }: SyncedKey): string => `${type} ${id}`;

function write(all: Transaction, items: readonly SyncedItem[], cursor: string): void {
  for (const item of items) all.objectStore(ITEMS).put(item, nameOf(item));
  all.objectStore(CURSOR).put(cursor, CURSOR);
}
