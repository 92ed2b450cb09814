interface Entry<Value> {
  value: Value;
  bytes: number;
  /** Since it was put where it stands. */
  isAskedFor: boolean;
}

/**
 * What is costly to make, within a bound of memory; what nobody asks for goes first. Each process keeps its own.
 * Entries change places when something has to go, and not with each use: that would make V8 build the map anew every
 * few uses.
 */
export class LruCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private total = 0;

  constructor(private readonly mostBytes: number) {}

  /** Of all that is kept, as it was reckoned. */
  get bytes(): number {
    return this.total;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry) entry.isAskedFor = true;
    return entry?.value;
  }

  /** In the place of what was there; not at all when it alone is too much. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (bytes > this.mostBytes) return;
    if (this.total + bytes > this.mostBytes) this.makeRoom(bytes);
    this.entries.set(key, { value, bytes, isAskedFor: false });
    this.total += bytes;
  }

  delete(key: string): void {
    this.total -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }

  /** From the oldest on; what was asked for begins again as the youngest. */
  private makeRoom(bytes: number): void {
    for (const [key, entry] of this.entries) {
      if (this.total + bytes <= this.mostBytes) return;
      if (!entry.isAskedFor) {
        this.delete(key);
        continue;
      }
      entry.isAskedFor = false;
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
  }
}
