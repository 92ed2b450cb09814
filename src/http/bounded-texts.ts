/** Texts that are costly to make, the least used of which go first. Each process keeps its own. */
export class BoundedTexts<Text extends string | Buffer = string> {
  private readonly texts = new Map<string, Text>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  find(key: string): Text | undefined {
    const text = this.texts.get(key);
    if (text === undefined) return undefined;
    this.texts.delete(key);
    this.texts.set(key, text);
    return text;
  }

  keep(key: string, text: Text): void {
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
const sizeOf = (key: string, text: string | Buffer): number =>
  2 * key.length + (typeof text === 'string' ? 2 * text.length : text.length);
