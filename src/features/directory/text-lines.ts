/** Short texts in one long one: to look through that takes a fraction of looking into each of thousands. */
export class TextLines {
  /** A line break before each. */
  private text = '';
  /** Where in the text each begins. */
  private readonly starts: number[] = [];
  /** In order. */
  private readonly owners: number[] = [];

  add(line: string, owner: number): void {
    this.text += `\n${line}`;
    this.starts.push(this.text.length - line.length);
    this.owners.push(owner);
  }

  /** Owners of lines that have each of the pieces in them. */
  having(pieces: readonly string[]): number[] {
    const [longest = '', ...others] = pieces.toSorted((one, other) => other.length - one.length);
    // It would be found between two lines.
    if (longest.includes('\n')) return [];
    return this.ownersAt(longest, (from, to) => {
      const line = others.length > 0 ? this.text.slice(from, to) : '';
      return others.every((piece) => line.includes(piece));
    });
  }

  beginningWith(text: string): number[] {
    return this.ownersAt(`\n${text}`, () => true);
  }

  private ownersAt(text: string, matches: (from: number, to: number | undefined) => boolean): number[] {
    const { starts, owners } = this;
    const found: number[] = [];
    let line = 0;
    let at = this.text.indexOf(text);
    while (at !== -1) {
      while (starts[line + 1]! <= at + 1) line += 1;
      const owner = owners[line]!;
      if (matches(starts[line]!, starts[line + 1])) {
        found.push(owner);
        while (owners[line + 1] === owner) line += 1;
      }
      line += 1;
      at = line < starts.length ? this.text.indexOf(text, starts[line]! - 1) : -1;
    }
    return found;
  }
}
