import { ValidationFailedError } from '../errors/app-error.js';

const MAX_DEPTH = 32;
/** Members and elements at every depth together: a hundred answers with a hundred choices each are half of it. */
const MAX_MEMBERS = 20_000;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const [LIST, LIST_END, OBJECT, OBJECT_END] = ['[', ']', '{', '}'].map((character) => character.charCodeAt(0));

/**
 * A JSON object or array (RFC 8259). What it holds is counted first, character by character: a megabyte of members takes ten
 * times as long to become an object, and as long again to be walked.
 * @throws ValidationFailedError it is no such text, or is deeper or has more members than any that an operation knows
 */
export function parseBody(text: string): unknown {
  assertWithinBounds(text);
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Refused below.
  }
  throw new ValidationFailedError('The request cannot be read.');
}

/** Each member and each element but the first of an array or object has a comma before it. */
function assertWithinBounds(text: string): void {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) members += 1;
    else if (code === LIST || code === OBJECT) {
      depth += 1;
      members += 1;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    if (depth > MAX_DEPTH) throw new ValidationFailedError('The request body is nested too deeply.');
    if (members > MAX_MEMBERS) throw new ValidationFailedError('The request body has too many members.');
  }
}

/** Where the text that begins here ends; behind everything when it does not. */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
