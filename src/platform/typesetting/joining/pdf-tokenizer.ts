import { dictionaryOf, integerOf, Reference, refusal, type Value } from './pdf-values.js';

const TOKEN =
  /(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*(<<|>>|[[\](]|<[\da-fA-F\0\t\n\f\r ]*>|\/?[^\0\t\n\f\r ()<>[\]{}/%]+)/y;
const SCALAR = /^(?:[/(<]|[-+.\d]+$|true$|false$|null$)/;
const STRING_PART = /\\[\s\S]|[()]/g;

/** Splits a file into tokens (ISO 32000-1, section 7.2) and puts them together to values (section 7.3). */
export class PdfTokenizer {
  protected position = 0;
  protected token = '';

  constructor(protected readonly text: string) {}

  protected next(): string {
    TOKEN.lastIndex = this.position;
    const token = TOKEN.exec(this.text)?.[1];
    if (token === undefined) throw refusal('it ends too early, or has a character where none may be');
    this.position = TOKEN.lastIndex;
    return (this.token = token === '(' ? this.literalString() : token);
  }

  /** Each `R` makes a reference of the two values before it. */
  protected values(...ends: string[]): Value[] {
    const values: Value[] = [];
    while (!ends.includes(this.next())) {
      const [number, generation] = this.token === 'R' ? values.splice(-2) : [];
      if (this.token !== 'R') values.push(this.value());
      else if (generation === '0') values.push(new Reference(integerOf(number)));
      else throw refusal('it has a reference to a later generation of an object');
    }
    return values;
  }

  private value(): Value {
    if (this.token === '[') return this.values(']');
    if (this.token === '<<') return dictionaryOf(this.values('>>'));
    if (!SCALAR.test(this.token)) throw refusal('a value is missing');
    return this.token;
  }

  /** Parentheses in it come in pairs, or stand behind a backslash (section 7.3.4.2). */
  private literalString(): string {
    const start = this.position - 1;
    STRING_PART.lastIndex = this.position;
    for (let depth = 1; depth > 0;) {
      const part = STRING_PART.exec(this.text)?.[0];
      if (part === undefined) throw refusal('a string has no end');
      if (part === '(') depth += 1;
      if (part === ')') depth -= 1;
    }
    this.position = STRING_PART.lastIndex;
    return this.text.slice(start, this.position);
  }
}
