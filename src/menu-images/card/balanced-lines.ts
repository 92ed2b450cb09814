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
