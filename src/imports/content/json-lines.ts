/**
 * The lines on which the top-level keys (`students`) and the entries below them (`students.0`) of a JSON text
 * begin, counted from 1. Reads the text once and keeps nothing of it.
 * @param text valid JSON
 */
export function jsonLines(text: string): Map<string, number> {
  const scan = new Scan(text);
  while (scan.next());
  return scan.lines;
}

class Scan {
  readonly lines = new Map<string, number>();
  private at = 0;
  private line = 1;
  private depth = 0;
  private key = '';
  private entries = 0;
  private inEntry = false;

  constructor(private readonly text: string) {}

  next(): boolean {
    const char = this.text[this.at];
    if (char === undefined) return false;
    if (char === '\n') this.line += 1;
    if (char <= ' ') this.at += 1;
    else this.token(char);
    return true;
  }

  private token(char: string): void {
    if (char === ']' || char === '}') {
      this.depth -= 1;
    } else if (char === ',') {
      if (this.depth === 2) this.inEntry = false;
    } else {
      this.noteEntry();
      if (char === '[' || char === '{') this.open();
    }
    if (char === '"') this.string();
    else this.at += 1;
  }

  private noteEntry(): void {
    if (this.depth !== 2 || this.inEntry) return;
    this.lines.set(`${this.key}.${this.entries}`, this.line);
    this.entries += 1;
    this.inEntry = true;
  }

  private open(): void {
    this.depth += 1;
    if (this.depth === 2) {
      this.entries = 0;
      this.inEntry = false;
    }
  }

  /** At the top level a text before a colon is a key; one that is a value is noted as well and never asked for. */
  private string(): void {
    const from = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at += 1;
    if (this.depth !== 1) return;
    this.key = JSON.parse(this.text.slice(from, this.at)) as string;
    this.lines.set(this.key, this.line);
  }
}
