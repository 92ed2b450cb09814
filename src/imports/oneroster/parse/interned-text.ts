/** From this length on V8 keeps a piece of a text as a view of the whole, which here is a block of a file. */
const SHORTEST_VIEW = 13;

/** The same text, and nothing of the file that it was cut from stays in memory for it. */
export const interned = (text: string): string =>
  text.length < SHORTEST_VIEW ? text : Buffer.from(text).toString();

/** Lists that many rows have: each is made once. */
export class InternedLists {
  private readonly known = new Map<string, readonly string[]>();

  constructor(private readonly parse: (cell: string) => string[]) {}

  of(cell: string): readonly string[] {
    let list = this.known.get(cell);
    if (!list) {
      list = this.parse(cell).map(interned);
      this.known.set(interned(cell), list);
    }
    return list;
  }
}
