import { trimmedEnd } from '../text/trimmed-end.js';
import { ALLOWED_TABLE_PARTS } from './pasted-element.js';

/** Words look so from here on; each is an element around them. */
interface Format {
  name: string;
  tag: string;
  /** Whether it has been written once: what is opened anew is bounded. */
  isWritten: boolean;
}

interface Piece {
  html: string;
  kind: 'text' | 'break' | 'image';
  formats: readonly Format[];
}

/** `line`: not kept, but ends a line; `words`: holds no block; `parts`: holds none but its own parts. */
type Kind = 'inline' | 'line' | 'words' | 'flow' | 'list' | 'parts';

interface OpenElement {
  name: string;
  kind: Kind;
  formats: readonly Format[];
  /** Number of retained children written into it. */
  children: number;
  /** Where a paragraph was written that nobody had asked for. */
  paragraphAt?: number;
}

const KINDS: Record<string, Kind> = {
  ...{ p: 'words', h2: 'words', h3: 'words', h4: 'words' },
  ...{ li: 'flow', blockquote: 'flow', td: 'flow', th: 'flow', caption: 'flow' },
  ...{ ul: 'list', ol: 'list' },
  ...{ table: 'parts', colgroup: 'parts', thead: 'parts', tbody: 'parts', tfoot: 'parts', tr: 'parts' },
  ...{ div: 'line' },
};

/** Depth below which an element only begins a line of its own. */
const DEEPEST = 100;

/** Characters of the formats that are opened once more, for each block that they reach into. */
const MAX_REOPENED = 50_000;

// Bounded: a body of 1 MB, sanitised: each tag has its end.
const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[^<>]+/g;

/**
 * Blocks on lines of their own, and inline elements within them: what `pastedElement` has made of a text, as it is
 * stored. Words of two blocks never touch, whatever becomes of the blocks, and no block is in an inline element.
 */
export class RichTextLayout {
  private readonly out: string[] = [];
  private readonly open: OpenElement[] = [{ name: '', kind: 'flow', formats: [], children: 0 }];
  /** Open elements that hold words or blocks of their own. */
  private readonly blocks: OpenElement[] = [this.open[0]!];
  private pieces: Piece[] = [];
  /** Whether a line that is not kept as a block ended where the pieces begin. */
  private isAfterLine = false;
  private reopened = 0;

  /** @param html well-formed, as `sanitize-html` writes it */
  static of(html: string): string {
    const layout = new RichTextLayout();
    for (const [token, slash, name = '', attributes = ''] of html.matchAll(TOKEN)) {
      if (slash === undefined) layout.add('text', token);
      else if (slash) layout.close(name);
      else layout.start(name, attributes);
    }
    layout.endWords(false);
    return layout.out.join('');
  }

  private start(name: string, attributes: string): void {
    // Bounded: a body of 1 MB, sanitised: each value has its end.
    const [looks = '', look = ''] = / class="([^"]*)"/.exec(attributes) ?? [];
    const others = attributes.replace(looks, '');
    const tag = `<${name}${others}>`;
    if (name === 'br') this.add('break', '<br>');
    else if (name === 'img') {
      if (others.includes(' src="')) this.add('image', tag);
    } else if (name === 'col') {
      if (this.container.kind === 'parts') this.out.push(tag);
    } else {
      const kind = this.kindOf(name);
      if (kind !== 'inline') this.startBlock(kind, tag);
      const link = name === 'a' && others.includes(' href="') ? tag : undefined;
      const formats = formatsOf(this.open.at(-1)!.formats, look, link);
      const element = { name, kind, formats, children: 0 };
      this.open.push(element);
      if (isBlock(element)) this.blocks.push(element);
    }
  }

  private startBlock(kind: Kind, tag: string): void {
    this.endWords(kind === 'line');
    if (kind === 'line' || kind === 'words') return;
    this.container.children += 1;
    this.out.push(tag);
  }

  /** Parts of a table outside one would end the cell of the page that shows the text; entries are no part of entries. */
  private kindOf(name: string): Kind {
    const kind = KINDS[name] ?? 'inline';
    if (kind === 'inline' || kind === 'line' || kind === 'words') return kind;
    const isStray = ALLOWED_TABLE_PARTS.includes(name)
      ? this.container.kind !== 'parts'
      : name === 'li' && this.container.name === 'li';
    return isStray || this.blocks.length > DEEPEST ? 'line' : kind;
  }

  private close(name: string): void {
    const at = this.open.findLastIndex((element) => element.name === name);
    if (at <= 0) return;
    const element = this.open[at]!;
    if (element.kind !== 'inline') this.endWords(element.kind === 'line');
    // An empty paragraph is not kept, and was between the words before and behind it.
    if (element.kind === 'words' && element.children === 0) this.isAfterLine = true;
    this.open.length = at;
    if (isBlock(element)) this.blocks.length = this.blocks.lastIndexOf(element);
    if (!isContainer(element)) return;
    // The only paragraph of a cell or an entry says nothing that the cell does not.
    if (element.children === 1 && element.paragraphAt !== undefined)
      for (const tag of [0, 2]) this.out[element.paragraphAt + tag] = '';
    this.out.push(`</${name}>`);
  }

  private add(kind: Piece['kind'], html: string): void {
    this.pieces.push({ kind, html, formats: this.open.at(-1)!.formats });
  }

  /** @param isLine whether a line ends here of which nothing else would be left */
  private endWords(isLine: boolean): void {
    const isOnLine = isLine || this.isAfterLine;
    this.isAfterLine = isLine;
    const pieces = isOnLine ? trimmed(this.pieces) : this.pieces;
    this.pieces = [];
    if (pieces.length === 0) return;
    const words = this.blocks.at(-1)!;
    if (words.kind === 'words') this.writeWords(words, pieces);
    else if (pieces.every(isBlank)) this.out.push(...pieces.map(({ html }) => html));
    else if (words.kind === 'list') this.writeIn('li', pieces);
    else if (isOnLine) {
      if (words.children === 0 && words.name) words.paragraphAt = this.out.length;
      this.writeIn('p', pieces);
    } else {
      words.children += 1;
      this.out.push(this.written(pieces));
    }
  }

  private writeWords(words: OpenElement, pieces: Piece[]): void {
    if (pieces.every(({ html }) => /^[ \t\r\n\f]*$/.test(html))) return;
    words.children += 1;
    this.writeIn(words.name, pieces);
  }

  private writeIn(name: string, pieces: Piece[]): void {
    this.container.children += 1;
    this.out.push(`<${name}>`, this.written(pieces), `</${name}>`);
  }

  /** The inline pieces as HTML, with each format around as many words as possible. */
  private written(pieces: Piece[]): string {
    const [out, opened]: [string[], Format[]] = [[], []];
    const closeDownTo = (count: number): void => {
      while (opened.length > count) out.push(`</${opened.pop()!.name}>`);
    };
    for (const { html, formats } of pieces) {
      const differs = formats.findIndex(({ tag }, at) => opened[at]?.tag !== tag);
      const common = differs < 0 ? formats.length : differs;
      closeDownTo(common);
      for (const format of formats.slice(common)) {
        if (format.isWritten) this.reopened += format.tag.length;
        if (this.reopened > MAX_REOPENED) break;
        format.isWritten = true;
        opened.push(format);
        out.push(format.tag);
      }
      out.push(html);
    }
    closeDownTo(0);
    return out.join('');
  }

  /** The innermost element that is kept and is no paragraph. */
  private get container(): OpenElement {
    return this.blocks.findLast(isContainer)!;
  }
}

const isBlock = ({ kind }: OpenElement): boolean => kind !== 'inline' && kind !== 'line';

const isContainer = (element: OpenElement): boolean => isBlock(element) && element.kind !== 'words';

const isBlank = ({ kind, html }: Piece): boolean =>
  kind === 'break' || (kind === 'text' && html.trim() === '');

/** Without blanks and breaks at the ends. */
function trimmed(pieces: Piece[]): Piece[] {
  const first = pieces.findIndex((piece) => !isBlank(piece));
  if (first < 0) return [];
  const words = pieces.slice(first, pieces.findLastIndex((piece) => !isBlank(piece)) + 1);
  words[0] = { ...words[0]!, html: words[0]!.html.trimStart() };
  const last = words.length - 1;
  words[last] = { ...words[last]!, html: trimmedEnd(words[last]!.html, /\s/) };
  return words;
}

/** @param link the tag of the element, if it is one */
function formatsOf(outer: readonly Format[], look: string, link?: string): readonly Format[] {
  const looks = look.split(' ').filter(Boolean);
  if (looks.length === 0 && !link) return outer;
  const ended = new Set(looks.filter((one) => one.startsWith('-')).map((one) => one.slice(1)));
  // A link in a link ends it, as browsers read it.
  const formats = outer.filter(({ name }) => !ended.has(name) && !(link && name === 'a'));
  if (link) formats.push({ name: 'a', tag: link, isWritten: false });
  const has = (wanted: string): boolean => formats.some(({ name }) => name === wanted);
  for (const one of looks) {
    if (one.startsWith('-') || (one === 'underlined' && has('a'))) continue;
    const name = one === 'underlined' ? 'u' : one;
    if (!has(name)) formats.push({ name, tag: `<${name}>`, isWritten: false });
  }
  return formats;
}
