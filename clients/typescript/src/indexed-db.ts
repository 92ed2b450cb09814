/* What of the Indexed Database API 3.0 is used here: the types of Node.js know none of it. */

export interface Asked {
  readonly result: unknown;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

export interface Table {
  get(key: string): Asked;
  getAll(range: unknown): Asked;
  put(value: unknown, key: string): Asked;
  delete(key: string): Asked;
  clear(): Asked;
}

export interface Transaction {
  readonly error: Error | null;
  objectStore(name: string): Table;
  abort(): void;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
}

export interface Database {
  transaction(tables: readonly string[], mode: 'readonly' | 'readwrite'): Transaction;
  createObjectStore(name: string): Table;
  close(): void;
  onclose: (() => void) | null;
  onversionchange: (() => void) | null;
}

export interface Opening extends Asked {
  readonly result: Database;
  onupgradeneeded: (() => void) | null;
}

interface Browser {
  indexedDB: { open(name: string, version: number): Opening };
  IDBKeyRange: { bound(from: string, to: string): unknown };
}

const browser = globalThis as unknown as Browser;

export const openDatabase = (name: string): Opening => browser.indexedDB.open(name, 1);

/** Keys that begin with a text. */
export const keysFrom = (text: string): unknown => browser.IDBKeyRange.bound(text, `${text}\uffff`);
