import { PdfTokenizer } from './pdf-tokenizer.js';
import {
  type Dictionary,
  expectKeys,
  type IndirectObject,
  integerOf,
  pairsOf,
  Reference,
  refusal,
  type Value,
} from './pdf-values.js';

const END_LENGTH = 64;
// Bounded: 64 characters (END_LENGTH).
const END = /\sstartxref\s+(\d+)\s+%%EOF\s*$/;

/**
 * A PDF as Typst writes it: one cross-reference table, no object streams, nothing encrypted, no later changes (section
 * 7.5). Objects are read when they are asked for.
 */
export class PdfPart extends PdfTokenizer {
  readonly trailer: Dictionary;
  readonly catalog: Dictionary;
  private readonly offsets = new Map<number, number>();
  private readonly objects = new Map<number, IndirectObject>();

  /** @throws Error when it is something else, or cut off */
  constructor(private readonly bytes: Buffer) {
    super(bytes.toString('latin1'));
    const start = END.exec(this.text.slice(-END_LENGTH))?.[1];
    if (!this.text.startsWith('%PDF-1.7') || start === undefined)
      throw refusal('it does not begin with %PDF-1.7 or does not end with %%EOF');
    this.position = Number(start);
    if (this.next() !== 'xref') throw refusal('it has no cross-reference table');
    while (this.next() !== 'trailer') this.readSection();
    this.trailer = this.dictionary(this.values('startxref')[0]);
    expectKeys('trailer', this.trailer, ['/Size', '/Root', '/Info', '/ID']);
    this.catalog = this.dictionary(this.trailer.get('/Root'));
  }

  object(number: number): IndirectObject {
    const object = this.objects.get(number) ?? this.readObject(number);
    this.objects.set(number, object);
    return object;
  }

  dictionary(value: Value | undefined): Dictionary {
    const found = this.resolve(value);
    if (!(found instanceof Map)) throw refusal('a dictionary is missing');
    return found;
  }

  array(value: Value | undefined): Value[] {
    const found = this.resolve(value);
    if (!Array.isArray(found)) throw refusal('an array is missing');
    return found;
  }

  /** The keys and values of a name tree or a number tree, which is one node or is not there (sections 7.9.6, 7.9.7). */
  tree(root: Value | undefined, list: '/Names' | '/Nums'): [Value, Value][] {
    const node = this.dictionary(root ?? new Map());
    expectKeys('tree of names or numbers', node, [list]);
    return pairsOf(this.array(node.get(list) ?? []));
  }

  private resolve(value: Value | undefined): Value | undefined {
    return value instanceof Reference ? this.object(value.number).value : value;
  }

  private readSection(): void {
    const first = integerOf(this.token);
    const end = first + integerOf(this.next());
    for (let number = first; number < end; number++) {
      const offset = integerOf(this.next());
      this.next();
      if (this.next() === 'n') this.offsets.set(number, offset);
    }
  }

  private readObject(number: number): IndirectObject {
    const offset = this.offsets.get(number);
    if (offset === undefined) throw refusal(`object ${number} is missing`);
    this.position = offset;
    const start = [this.next(), this.next(), this.next()].join(' ');
    const [value, ...others] = start === `${number} 0 obj` ? this.values('stream', 'endobj') : [];
    if (value === undefined || others.length > 0) throw refusal(`object ${number} is not where it should be`);
    return { value, stream: this.token === 'stream' ? this.readStream(value) : null };
  }

  /** The bytes begin on the line after `stream`, and are as many as /Length says (section 7.3.8). */
  private readStream(dictionary: Value): Buffer {
    const start = this.position + (this.text[this.position] === '\r' ? 2 : 1);
    const end = start + integerOf(this.resolve(this.dictionary(dictionary).get('/Length')));
    this.position = end;
    if (this.text[start - 1] !== '\n' || this.next() !== 'endstream' || this.next() !== 'endobj')
      throw refusal('a stream is not as long as it says');
    return this.bytes.subarray(start, end);
  }
}
