import { setImmediate as othersTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { ValidationFailedError } from '../../platform/errors/app-error.js';

/** An element with its namespace resolved. */
export interface XmlElement {
  /** Namespace and local name, as in `{DAV:}prop`. */
  name: string;
  uri: string;
  local: string;
  /** By local name; those with a prefix of their own are left out. */
  attributes: Record<string, string>;
  children: XmlElement[];
  /** All text directly within it. */
  text: string;
}

/** A request of a client has a few levels, and an element a few attributes; a multiget names each of some thousand cards. */
const MAX = { depth: 16, elements: 20_000, attributes: 16 };

/** Characters that are parsed before others have their turn. */
const PIECE = 16 * 1024;

const refuse = (): never => {
  throw new ValidationFailedError('The body is not XML that can be read here.');
};

/**
 * The root of an XML document (RFC 4918 section 20.6). A document type is refused, whose entities could stand for anything.
 * @throws ValidationFailedError it is none, or deeper or larger than any that a client needs
 */
export async function parseXml(text: string): Promise<XmlElement> {
  const tree = new TreeBuilder();
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await othersTurn();
    tree.add(text.slice(at, at + PIECE));
  }
  return tree.end();
}

/** The descendants of that name among the children, and theirs no more. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

class TreeBuilder {
  private readonly parser = new SaxesParser<{ xmlns: true; position: false }>({
    xmlns: true,
    position: false,
  });
  private readonly open: XmlElement[] = [];
  private root: XmlElement | undefined;
  private elements = 0;
  private attributes = 0;

  constructor() {
    this.parser.on('error', refuse);
    this.parser.on('doctype', refuse);
    this.parser.on('attribute', () => {
      if ((this.attributes += 1) > MAX.attributes) refuse();
    });
    this.parser.on('opentag', (tag) => this.begin(tag));
    this.parser.on('closetag', () => void this.open.pop());
    this.parser.on('text', (text) => this.addText(text));
    this.parser.on('cdata', (text) => this.addText(text));
  }

  add(piece: string): void {
    this.parser.write(piece);
  }

  end(): XmlElement {
    this.parser.close();
    return this.root ?? refuse();
  }

  private begin(tag: { uri: string; local: string; attributes: Record<string, AttributeNS> }): void {
    this.attributes = 0;
    const { uri, local } = tag;
    const plain = Object.values(tag.attributes).filter(({ prefix }) => prefix === '');
    const attributes = Object.fromEntries(plain.map((attribute) => [attribute.local, attribute.value]));
    const element = { name: `{${uri}}${local}`, uri, local, attributes, children: [], text: '' };
    if ((this.elements += 1) > MAX.elements || this.open.length >= MAX.depth) refuse();
    this.open.at(-1)?.children.push(element);
    this.root ??= element;
    this.open.push(element);
  }

  private addText(text: string): void {
    const element = this.open.at(-1);
    if (element) element.text += text;
  }
}

interface AttributeNS {
  prefix: string;
  local: string;
  value: string;
}
