import { hash } from 'node:crypto';
import type { OverlayOptions } from 'sharp';
import { loadSharp } from '../../images/load-sharp.js';
import { CARD_SIDE, cardArt, flourish, INK, PALETTES, TEXT_PLACE } from './card-art.js';
import { layOut } from './card-layout.js';
import { menuItems } from './menu-items.js';

/** Half of what `flourish` draws. */
const FLOURISH = { width: 320, height: 28 };

/**
 * A menu card of 1,024 pixels a side, as PNG: the items set as large as they fit, in any script that a font is there
 * for. Colours and what lies on the plate come from the items, so that a week of menus looks like different meals.
 */
export async function drawMenuCard(text: string): Promise<Buffer> {
  const [colours, motif] = hash('sha256', text, 'buffer');
  const palette = PALETTES[colours! % PALETTES.length]!;
  const { left, top, width, height } = TEXT_PLACE;
  const place = { width, height, color: INK, headingColor: palette.heading };
  const { blocks, flourishTop } = await layOut(menuItems(text), place);
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
