import { leastUsed, type Used } from './least-used.js';

/** Texts that are costly to make, the least used of which go first. Each process keeps its own. */
export class BoundedTexts<Text extends string | Buffer = string> {
  private readonly texts = new Map<string, Used & { text: Text }>();
  private bytes = 0;
  private uses = 0;

  constructor(private readonly maxBytes: number) {}

  find(key: string): Text | undefined {
    const found = this.texts.get(key);
    if (!found) return undefined;
    found.usedAt = this.uses += 1;
    return found.text;
  }

  keep(key: string, text: Text): void {
    this.drop(key);
    this.texts.set(key, { text, usedAt: (this.uses += 1) });
    this.bytes += sizeOf(key, text);
    while (this.bytes > this.maxBytes) this.drop(leastUsed(this.texts));
  }

  private drop(key: string): void {
    const found = this.texts.get(key);
    if (!found) return;
    this.texts.delete(key);
    this.bytes -= sizeOf(key, found.text);
  }
}

/** A string is at most two bytes a unit. */
const sizeOf = (key: string, text: string | Buffer): number =>
  2 * key.length + (typeof text === 'string' ? 2 * text.length : text.length);
