import { slug } from '../../text/normalize.js';

/** What a content file may call an organization. */
export const SHORT_NAME = /^[a-z0-9][a-z0-9-]{0,99}$/;

/** Of those that are made of a title. */
const LENGTH = 80;

/**
 * Hands out short names of one school, each once: `algebra-2`, then `algebra-2-2`. A text that is one already is kept to
 * the letter: a content file finds its organizations again by it.
 */
export class ShortNames {
  private readonly next = new Map<string, number>();

  constructor(private readonly taken: Set<string>) {}

  /** @param fallback when the text has no Latin letter and no digit */
  take(text: string, fallback: string): string {
    const made = () => slug(text).slice(0, LENGTH).replace(/-+$/, '') || fallback;
    const base = SHORT_NAME.test(text) ? text : made();
    for (let count = this.next.get(base) ?? 1; ; count += 1) {
      const name = count === 1 ? base : `${base}-${count}`;
      if (this.taken.has(name)) continue;
      this.taken.add(name);
      this.next.set(base, count + 1);
      return name;
    }
  }
}
