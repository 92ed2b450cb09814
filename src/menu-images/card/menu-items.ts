import { oneLine, shortened } from '../../text/shortened.js';

const MOST_ITEMS = 40;
/** Characters of one item. */
const LONGEST_ITEM = 140;

const BULLET = /^(?:[-*•·‣▪–—]+|\d{1,2}[.)])\s+/u;
/** Anything that leaves ink. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Not the comma of `1,5`, and not one between brackets. */
const SEPARATOR = /(?:[;;；|•·،、，]|,(?!\d))(?![^(（[]*[)）\]])/u;

/**
 * The dishes of a menu's text: one a line, or else separated by commas and the like.
 * @returns at most 40, each of at most 140 characters; the last one is `…` when there are more
 */
export function menuItems(text: string): string[] {
  const lines = tidy(text.split(/[\n\r\u2028\u2029]+/));
  const items = lines.length > 1 ? lines : tidy((lines[0] ?? '').split(SEPARATOR));
  const shown = items.map((item) => shortened(item, LONGEST_ITEM));
  return shown.length > MOST_ITEMS ? [...shown.slice(0, MOST_ITEMS - 1), '…'] : shown;
}

const tidy = (items: string[]): string[] =>
  items.map((item) => oneLine(item).replace(BULLET, '')).filter((item) => VISIBLE.test(item));
