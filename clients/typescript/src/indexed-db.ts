/* What of the Indexed Database API 3.0 is used here: the types of Node.js know none of it. */

export interface Asked {
  readonly result: unknown;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

export interface Table {
  get(key: string): Asked;
  put(value: unknown, key: string): Asked;
  delete(key: string): Asked;
}

interface Transaction {
  readonly error: Error | null;
  objectStore(name: string): Table;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
}

export interface Database {
  transaction(table: string, mode: 'readonly' | 'readwrite'): Transaction;
  createObjectStore(name: string): Table;
  close(): void;
  onclose: (() => void) | null;
  onversionchange: (() => void) | null;
}

export interface Opening extends Asked {
  readonly result: Database;
  onupgradeneeded: (() => void) | null;
}

/** Of the browser. */
export const openDatabase = (name: string): Opening =>
  (globalThis as unknown as { indexedDB: { open(name: string, version: number): Opening } }).indexedDB.open(
    name,
    1,
  );
