import { LRUCache } from 'lru-cache';

/**
 * Values that are costly to make, within a bound of memory; the least recently used goes first. Every process has its own.
 */
export class LruCache<Value extends object | string> {
  private readonly entries: LRUCache<string, Value>;

  constructor(maxBytes: number) {
    this.entries = new LRUCache({ maxSize: wholeBytes(maxBytes) });
  }

  /** Bytes of all entries, as their callers reckoned them. */
  get bytes(): number {
    return this.entries.calculatedSize;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key);
  }

  /** In the place of what was there; not at all when it alone is too much. */
  set(key: string, value: Value, bytes: number): void {
    // The package keeps the size that it knows when the same object is set again.
    this.entries.delete(key);
    this.entries.set(key, value, { size: wholeBytes(bytes) });
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}

/** The package takes no other sizes. */
const wholeBytes = (bytes: number): number => Math.max(1, Math.ceil(bytes));
