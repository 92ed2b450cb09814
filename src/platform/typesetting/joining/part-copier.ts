import type { ObjectWriter } from './object-writer.js';
import type { PdfPart } from './pdf-part.js';
import {
  bodyOf,
  type Dictionary,
  expectKeys,
  type IndirectObject,
  integerOf,
  Reference,
  referencesOf,
  refusal,
  serialized,
  type Value,
} from './pdf-values.js';

/** Copies the objects of one part that its pages and its structure need, with new numbers. */
export class PartCopier {
  /** Numbers of objects in the joined file, by those in the part. */
  private readonly numbers = new Map<number, number>();
  /** Whether other parts may use an object, by its number in the part. */
  private readonly shared = new Map<number, boolean>();
  private readonly unwritten: (IndirectObject & { number: number })[] = [];
  private readonly destinations: Map<Value, Value>;

  /**
   * @param keyShift what is added to the keys of the structure's parent tree
   * @param prefix of the identifiers of structure elements
   */
  constructor(
    private readonly part: PdfPart,
    private readonly writer: ObjectWriter,
    private readonly keyShift: number,
    private readonly prefix: string,
  ) {
    const names = part.dictionary(part.catalog.get('/Names') ?? new Map());
    expectKeys('dictionary of names', names, ['/Dests']);
    this.destinations = new Map(part.tree(names.get('/Dests'), '/Names'));
  }

  /** An object of the joined file takes the place of one of the part. */
  replace(old: Value | undefined, number: number): void {
    if (!(old instanceof Reference)) throw refusal('a reference is missing');
    this.numbers.set(old.number, number);
    this.shared.set(old.number, false);
  }

  /** @returns the value with the new numbers of all that it refers to, which is copied, too */
  copy(value: Value): string {
    const moved = this.moved(value);
    for (const { number } of referencesOf(moved)) this.copyObject(number);
    return serialized(moved, this.numbers);
  }

  /** @returns a node of the joined tree, with all that the part's tree has */
  copyTree(root: Value | undefined, list: '/Names' | '/Nums'): string[] {
    const pairs = this.part
      .tree(root, list)
      .map(([key, value]): [Value, Value] => [this.movedKey(key), value]);
    if (pairs.length === 0) return [];
    const limits = [pairs[0]![0], pairs.at(-1)![0]];
    const node = new Map<string, Value>([
      ['/Limits', limits],
      [list, pairs.flat()],
    ]);
    return [`${this.writer.write(bodyOf(this.copy(node)))} 0 R`];
  }

  /** Writes the objects that waited until all that they refer to have numbers. */
  finish(): void {
    for (const { number, value, stream } of this.unwritten)
      this.writer.write(bodyOf(serialized(value, this.numbers), stream), number);
  }

  /**
   * Pages and structure elements lead back to themselves: they are of this part alone, as annotations are (section
   * 12.5.2). All other objects are written once for all parts that have the same.
   */
  private copyObject(old: number): boolean {
    const known = this.shared.get(old);
    if (known !== undefined) return known;
    this.shared.set(old, false);
    const { value: original, stream } = this.part.object(old);
    const value = this.moved(original);
    const areShared = referencesOf(value).map(({ number }) => this.copyObject(number));
    const isShared = areShared.every(Boolean) && !(value instanceof Map && value.get('/Type') === '/Annot');
    const number = isShared
      ? this.writer.writeOnce(bodyOf(serialized(value, this.numbers), stream))
      : this.writer.allocate();
    if (!isShared) this.unwritten.push({ number, value, stream });
    this.shared.set(old, isShared);
    this.numbers.set(old, number);
    return isShared;
  }

  private moved(value: Value): Value {
    if (Array.isArray(value)) return value.map((each) => this.moved(each));
    if (!(value instanceof Map)) return value;
    return new Map([...value].map(([key, entry]) => [key, this.movedEntry(key, entry, value)]));
  }

  private movedEntry(key: string, value: Value, dictionary: Dictionary): Value {
    if (key === '/StructParent' || key === '/StructParents') return this.movedKey(value);
    if (key === '/ID' && dictionary.get('/Type') === '/StructElem') return this.movedKey(value);
    if (key === '/Headers') return this.part.array(value).map((id) => this.movedKey(id));
    if (key === '/Dest' || (key === '/D' && dictionary.get('/S') === '/GoTo')) return this.destination(value);
    return this.moved(value);
  }

  /** Numbers and literal strings are the keys that Typst writes. */
  private movedKey(key: Value): string {
    if (typeof key === 'string' && key.startsWith('(')) return `(${this.prefix}${key.slice(1)}`;
    return String(integerOf(key) + this.keyShift);
  }

  /** What stands behind a name takes its place, since parts use the same names. */
  private destination(value: Value): Value {
    if (typeof value !== 'string') return value;
    const found = this.destinations.get(value);
    if (found === undefined) throw refusal('a link leads to a name that it does not have');
    return found;
  }
}
