import { lineWidth, setItems, type SetText, type TextStyle } from './set-text.js';

/** Never at the beginning of a line. */
const CLOSING = /^[\p{Pe}\p{Pf},.;:!?%…、。，．；：！？·ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
/** Never at the end of one. */
const OPENING = /[\p{Ps}\p{Pi}&+]$/u;

/**
 * Breaks a text into so many lines of about the same length, between words as the text's own script has them.
 * @param count at least 1; fewer lines come back where there are too few words
 */
export function balancedLines(text: string, count: number): string[] {
  const pieces = unbreakablePieces(text);
  const lines: string[] = [];
  let done = 0;
  for (let rest = count; pieces.length > 0; rest -= 1) {
    const target = (text.length - done) / rest;
    let line = pieces.shift()!;
    while (pieces.length > 0 && (rest === 1 || nearer(line.length, pieces[0]!.length, target)))
      line += pieces.shift()!;
    done += line.length;
    lines.push(line.trim());
  }
  return lines;
}

/** Whether a line of this length comes nearer to the wished one with the next piece than without. */
const nearer = (length: number, next: number, target: number): boolean =>
  Math.abs(length + next - target) < Math.abs(length - target);

/** Words with what follows them up to the next one. */
function unbreakablePieces(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const last = pieces.at(-1);
    const isBreak = last !== undefined && mayBreak(last, segment);
    if (last === undefined || isBreak) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

function mayBreak(before: string, after: string): boolean {
  if (/^\s/u.test(after) || CLOSING.test(after) || OPENING.test(before.trimEnd())) return false;
  return /\s$/u.test(before) || (isUnspaced(before.at(-1)!) && isUnspaced(after));
}

/** Scripts that are written without spaces between words. */
const isUnspaced = (text: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー、。]/u.test(
    text,
  );

/** Pictures of the texts that fit on the card, and their positions within the area for text. */
export interface CardLayout {
  blocks: { text: SetText; left: number; top: number }[];
  /** Where the flourish below the first dish stands; null without one. */
  flourishTop: number | null;
}

export interface TextPosition {
  /** Pixels. */
  width: number;
  height: number;
  /** `#RRGGBB` */
  color: string;
  headingColor: string;
}

/** Sides beside a first dish; longer menus have no first dish. */
const MAX_SIDES = 8;
/** From this many on they stand in two columns. */
const TWO_COLUMNS_FROM = 13;
/** Pixels, tried from the largest. */
const SIZES = [84, 72, 64, 56, 50, 44, 40, 36, 32, 29, 26, 23, 21, 19, 17, 15, 13];
const HEADING = 1.4;
const COLUMN_GAP = 36;
/** Between items, of the size of the letters. */
const GAP = 0.5;
const GAP_IN_COLUMNS = 0.34;
const GAP_IN_FULL_COLUMNS = 0.16;
const FULL_FROM = 25;
const FLOURISH_SPACE = 92;

/** A size at which widths are measured; they grow with it. */
const MEASURED_AT = 100;

interface Measured {
  text: string;
  /** Pixels in one line, for a size of one pixel. */
  width: number;
}

/** The largest letters with which everything fits; with the smallest, what does not fit is left out. */
export async function layOut(items: string[], area: TextPosition): Promise<CardLayout> {
  const withHeading = items.length > 1 && items.length <= MAX_SIDES + 1;
  const heading = withHeading || items.length === 1 ? await measured(items.slice(0, 1), true) : [];
  const sides = await measured(items.slice(heading.length), false);
  let fitting: CardLayout | null = null;
  let [from, to] = [0, SIZES.length - 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const tried = await layOutAt(SIZES[middle]!, heading, sides, area);
    if (tried) [fitting, to] = [tried, middle];
    else from = middle + 1;
  }
  fitting ??= await layOutAt(SIZES.at(-1)!, heading, sides, area);
  return fitting ?? layOut([...items.slice(0, Math.floor(items.length * 0.8)), '…'], area);
}

const measured = (items: string[], bold: boolean): Promise<Measured[]> =>
  Promise.all(
    items.map(async (text) => ({
      text,
      width: (await lineWidth(text, { size: MEASURED_AT, bold })) / MEASURED_AT,
    })),
  );

/** Null when it does not fit. */
async function layOutAt(
  size: number,
  heading: Measured[],
  sides: Measured[],
  area: TextPosition,
): Promise<CardLayout | null> {
  const headingText = heading.length > 0 ? await setHeading(size, heading, area) : null;
  const columns = await setColumns(size, sides, area);
  const flourish = headingText && columns.length > 0 ? FLOURISH_SPACE : 0;
  const columnHeight = Math.max(0, ...columns.map(({ height }) => height));
  const height = (headingText?.height ?? 0) + flourish + columnHeight;
  const tooWide = [headingText, ...columns].some((text) => (text?.width ?? 0) > area.width);
  if (height > area.height || tooWide) return null;
  let top = Math.round((area.height - height) / 2);
  const blocks: CardLayout['blocks'] = [];
  if (headingText) {
    blocks.push({ text: headingText, left: Math.round((area.width - headingText.width) / 2), top });
    top += headingText.height;
  }
  const columnWidth = area.width / columns.length;
  columns.forEach((text, at) =>
    blocks.push({
      text,
      left: Math.round(columnWidth * at + (columnWidth - text.width) / 2),
      top: top + flourish,
    }),
  );
  return { blocks, flourishTop: flourish > 0 ? top + Math.round(flourish / 2) : null };
}

const setHeading = (size: number, heading: Measured[], area: TextPosition): Promise<SetText> =>
  set(heading, {
    size: Math.round(size * HEADING),
    width: area.width,
    bold: true,
    color: area.headingColor,
    gap: GAP,
  });

async function setColumns(size: number, sides: Measured[], area: TextPosition): Promise<SetText[]> {
  if (sides.length === 0) return [];
  const style = { size, bold: false, color: area.color, gap: GAP };
  if (sides.length < TWO_COLUMNS_FROM) return [await set(sides, { ...style, width: area.width })];
  const half = Math.ceil(sides.length / 2);
  const width = (area.width - COLUMN_GAP) / 2;
  const gap = sides.length < FULL_FROM ? GAP_IN_COLUMNS : GAP_IN_FULL_COLUMNS;
  return Promise.all(
    [sides.slice(0, half), sides.slice(half)].map((column) => set(column, { ...style, width, gap })),
  );
}

/** A tenth less than there is room for: the lines of a balanced item are not all of one length. */
function set(items: Measured[], style: TextStyle & { gap: number }): Promise<SetText> {
  const lines = items.map(({ text, width }) => {
    const full = width * style.size;
    return full <= style.width ? [text] : balancedLines(text, Math.ceil(full / (style.width * 0.9)));
  });
  return setItems(lines, style);
}
