import type { JSXNode } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

type Element = JSX.Element | JSXNode;

/** A piece that goes into HTML of ours. Texts and attributes are escaped where they stand. */
export function renderFragment(element: Element): string {
  const html: unknown = (element as { toString(): unknown }).toString();
  if (typeof html !== 'string') throw new Error('An element that waits for something cannot be rendered');
  return html;
}

/** A whole page or mail. */
export const renderDocument = (document: Element): string => `<!DOCTYPE html>\n${renderFragment(document)}\n`;
