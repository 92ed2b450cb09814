import { slug } from '../../text/normalize.js';

const LENGTH = 80;

/** Hands out short names of one school, each once: `algebra-2`, then `algebra-2-2`. */
export class ShortNames {
  private readonly next = new Map<string, number>();

  constructor(private readonly taken: Set<string>) {}

  /** @param fallback when the text has no Latin letter and no digit */
  take(text: string, fallback: string): string {
    const base = slug(text).slice(0, LENGTH).replace(/-+$/, '') || fallback;
    for (let count = this.next.get(base) ?? 1; ; count += 1) {
      const name = count === 1 ? base : `${base}-${count}`;
      if (this.taken.has(name)) continue;
      this.taken.add(name);
      this.next.set(base, count + 1);
      return name;
    }
  }
}
