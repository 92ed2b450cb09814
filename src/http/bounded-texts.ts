/** Texts that are costly to make, the least used of which go first. Each process keeps its own. */
export class BoundedTexts {
  private readonly texts = new Map<string, string>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  find(key: string): string | undefined {
    const text = this.texts.get(key);
    if (text === undefined) return undefined;
    this.texts.delete(key);
    this.texts.set(key, text);
    return text;
  }

  keep(key: string, text: string): void {
    this.drop(key);
    this.texts.set(key, text);
    this.bytes += sizeOf(key, text);
    for (const oldest of this.texts.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const text = this.texts.get(key);
    if (text === undefined) return;
    this.texts.delete(key);
    this.bytes -= sizeOf(key, text);
  }
}

/** A string is at most two bytes a unit. */
const sizeOf = (key: string, text: string): number => 2 * (key.length + text.length);
