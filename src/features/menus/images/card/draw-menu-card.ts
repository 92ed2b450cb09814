import { hash } from 'node:crypto';
import type { OverlayOptions } from 'sharp';
import { loadSharp } from '../../../../platform/images/image-type.js';
import { CARD_SIDE, cardArt, flourish, INK, PALETTES, TEXT_AREA } from './card-art.js';
import { layOut } from './card-layout.js';
import { singleLineOf, shortened } from '../../../../platform/text/shortened.js';

const MAX_ITEMS = 40;
/** Characters of one item. */
const MAX_ITEM = 140;

const BULLET = /^(?:[-*•·‣▪–—]+|\d{1,2}[.)])\s+/u;
/** Anything that leaves ink. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Not the comma of `1,5`, and not one between brackets. */
// Bounded: 5,000 characters, a menu.
const SEPARATOR = /(?:[;;；|•·،、，]|,(?!\d))(?![^(（[]*[)）\]])/u;

/**
 * The dishes of a menu's text: one a line, or else separated by commas and the like.
 * @returns at most 40, each of at most 140 characters; the last one is `…` when there are more
 */
export function menuItems(text: string): string[] {
  const lines = tidy(text.split(/[\n\r\u2028\u2029]+/));
  const items = lines.length > 1 ? lines : tidy((lines[0] ?? '').split(SEPARATOR));
  const shortItems = items.map((item) => shortened(item, MAX_ITEM));
  return shortItems.length > MAX_ITEMS ? [...shortItems.slice(0, MAX_ITEMS - 1), '…'] : shortItems;
}

const tidy = (items: string[]): string[] =>
  items.map((item) => singleLineOf(item).replace(BULLET, '')).filter((item) => VISIBLE.test(item));

/** Half of what `flourish` draws. */
const FLOURISH = { width: 320, height: 28 };

/**
 * A menu card of 1,024 pixels a side, as PNG: the items set as large as they fit, in any script that a font is there
 * for. Colours and what lies on the plate come from the items, so that a week of menus looks like different meals.
 */
export async function drawMenuCard(text: string): Promise<Buffer> {
  const [colours, motif] = hash('sha256', text, 'buffer');
  const palette = PALETTES[colours! % PALETTES.length]!;
  const { left, top, width, height } = TEXT_AREA;
  const area = { width, height, color: INK, headingColor: palette.heading };
  const { blocks, flourishTop } = await layOut(menuItems(text), area);
  const layers: OverlayOptions[] = blocks.map(({ text: set, ...at }) => ({
    input: set.png,
    left: left + at.left,
    top: top + at.top,
  }));
  if (flourishTop !== null) {
    layers.push({
      input: Buffer.from(flourish(palette)),
      left: (CARD_SIDE - FLOURISH.width) / 2,
      top: top + flourishTop - FLOURISH.height / 2,
    });
  }
  const sharp = await loadSharp();
  return sharp(Buffer.from(cardArt(palette, motif!)))
    .composite(layers)
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A font that was named once is known to every later text of the process. */
export async function loadFonts(files: string[]): Promise<void> {
  const sharp = await loadSharp();
  for (const fontfile of files) await sharp({ text: { text: '.', fontfile } }).toBuffer();
}
