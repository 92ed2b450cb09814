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

  /**
   * Marks the owners of lines that have each of the pieces in them.
   * @param found a 1 for each owner who is found; they are not looked for again
   */
  mark(pieces: readonly string[], found: Uint8Array): void {
    const [longest = '', ...others] = pieces.toSorted((one, other) => other.length - one.length);
    // It would be found between two lines.
    if (longest.includes('\n')) return;
    this.markWhere(longest, found, (from, to) => {
      const line = others.length > 0 ? this.text.slice(from, to) : '';
      return others.every((piece) => line.includes(piece));
    });
  }

  /** @param beginnings of which the shortest is a part of each */
  markBeginning(beginnings: readonly string[], found: Uint8Array): void {
    if (beginnings.length === 0) return;
    const shortest = beginnings.reduce((one, other) => (other.length < one.length ? other : one));
    this.markWhere(shortest, found, (from) =>
      beginnings.some((beginning) => this.text.startsWith(beginning, from)),
    );
  }

  /** @param matches asked of each line with this text in it, by where it begins and the next one */
  private markWhere(
    text: string,
    found: Uint8Array,
    matches: (from: number, to: number | undefined) => boolean,
  ): void {
    const { starts, owners } = this;
    for (let line = 0; line < starts.length; line += 1) {
      if (found[owners[line]!] === 1) continue;
      const at = this.text.indexOf(text, starts[line]);
      if (at === -1) return;
      while (starts[line + 1]! <= at) line += 1;
      if (matches(starts[line]!, starts[line + 1])) found[owners[line]!] = 1;
    }
  }
}
