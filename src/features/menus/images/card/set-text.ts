import { FONT_FAMILY } from '../../../../platform/fonts/installed-fonts.js';
import { loadSharp } from '../../../../platform/images/image-type.js';

export interface TextStyle {
  /** Pixels. */
  size: number;
  bold: boolean;
  /** `#RRGGBB` */
  color: string;
  /** Pixels: what is longer is wrapped. */
  width: number;
}

/** A picture of a text, as large as its ink. */
export interface SetText {
  png: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/**
 * Line height relative to the size of the letters: the same for every script, whatever its font says, so that lines of
 * several look alike.
 */
const LINE = 1.36;

/**
 * Items one below the other, each of one or more lines, centred. Shaping, direction and missing letters are Pango's.
 * @param style.gap between two items, of the size of the letters
 */
export async function setItems(items: string[][], style: TextStyle & { gap: number }): Promise<SetText> {
  const gap = `\n<span size="1024" line_height="${pango(style.size * style.gap)}"> </span>\n`;
  return setMarkup(items.map((lines) => lines.map(escaped).join('\n')).join(gap), style);
}

/** Pixels, in one line. */
export async function lineWidth(text: string, style: Omit<TextStyle, 'width' | 'color'>): Promise<number> {
  return (await setMarkup(escaped(text), { ...style, width: 0, color: '#000000' })).width;
}

async function setMarkup(markup: string, { size, bold, color, width }: TextStyle): Promise<SetText> {
  const sharp = await loadSharp();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}" size="${pango(size)}" line_height="${pango(size * LINE)}">${markup}</span>`,
      font: `${FONT_FAMILY} ${bold ? 'Bold ' : ''}${Math.round(size)}`,
      // One point is one pixel.
      dpi: 72,
      align: 'centre',
      wrap: 'word-char',
      // The option that retains the colours of emoji.
      rgba: true,
      ...(width > 0 && { width: Math.round(width) }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** Pango counts in 1024ths of a point. */
const pango = (points: number): number => Math.round(points * 1024);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
