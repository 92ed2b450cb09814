import { decodedEntities } from '../../../platform/rich-text/plain-text.js';

export interface HtmlElement {
  name: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
}
export type HtmlNode = HtmlElement | string;

/** What lies deeper is read as part of this level. */
const DEEPEST = 100;

const VOID = new Set(['br', 'img', 'col']);
const PIECE = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|([^<]+|<)/gi;
const ATTRIBUTE = /([a-z]+)="([^"]*)"/gi;

/** Reads what `sanitizedRichText` wrote: no comments, no scripts, values between double quotes. */
export function readHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [, slash, name = '', attributes = '', text] of html.matchAll(PIECE)) {
    const parent = open.at(-1)!;
    if (text !== undefined) parent.children.push(decodedEntities(text));
    else if (slash) close(open, name.toLowerCase());
    else {
      const element = { name: name.toLowerCase(), attributes: attributesIn(attributes), children: [] };
      parent.children.push(element);
      if (!VOID.has(element.name) && open.length < DEEPEST) open.push(element);
    }
  }
  return root.children;
}

function close(open: HtmlElement[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name);
  if (at > 0) open.length = at;
}

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, value]): [string, string] => [
      name!,
      decodedEntities(value!),
    ]),
  );

export const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string';
