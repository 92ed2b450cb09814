import { maxLength } from 'class-validator';
import { invalidField } from '../errors/invalid-field.js';
import { isStreamSafe } from '../text/normalize.js';
import { sanitizedRichText } from './rich-text.js';

/** Characters (contract section 0, rule 4). */
export const MOST_RICH_TEXT = 50_000;

/**
 * A rich text as it is stored; null when it shows nothing. What the caller reads they may send back: the limit is of
 * the stored text too, counted as that of what is sent.
 * @throws ValidationFailedError it is too long, or has more than 30 combining marks in a row
 */
export function storedRichText(field: string, given: string | null): string | null {
  const html = given === null ? null : sanitizedRichText(given).html;
  if (html && !maxLength(html, MOST_RICH_TEXT))
    throw invalidField(field, `${field} must be shorter than or equal to ${MOST_RICH_TEXT} characters`);
  // A character reference may have been a mark.
  if (html && !isStreamSafe(html))
    throw invalidField(field, `${field} must have no more than 30 combining marks in a row`);
  return html;
}
