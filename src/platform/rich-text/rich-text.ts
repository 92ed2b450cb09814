import sanitizeHtml from 'sanitize-html';
import { maxLength } from 'class-validator';
import { inNormalForm, isStreamSafe, withoutControls } from '../text/normalize.js';
import { invalidField } from '../errors/app-error.js';
import { ALLOWED_BLOCKS, NON_TEXT_TAGS, pastedElement, pastedInput } from './pasted-element.js';
import { RichTextLayout } from './rich-text-layout.js';

/** Rich text as it is stored and shown (contract section 0, rule 13). */
export interface RichText {
  /** Sanitised HTML; null when it shows nothing. */
  html: string | null;
  /** Ids of the images that it embeds, without repetition. */
  imageIds: string[];
}

const INLINE = ['br', 'strong', 'em', 'u', 's', 'a', 'img'];
const SPANS = ['colspan', 'rowspan'];

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED_BLOCKS, ...INLINE],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'], td: SPANS, th: SPANS },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['image'] },
  allowProtocolRelative: false,
  selfClosing: ['img', 'br', 'col'],
  nonTextTags: NON_TEXT_TAGS,
};

/**
 * Keeps what the contract allows and drops everything else: scripts, styles, handlers, `data:` and remote images.
 * Sanitising what has been sanitised changes nothing. What is not stream-safe (`isStreamSafe`) stays so.
 */
export function sanitizedRichText(given: string): RichText {
  // Twice: what is dropped may have kept apart two elements that the next reader of the text would not nest. The second
  // time it has no character references but those of markup.
  const laidOut = RichTextLayout.of(clean(withoutControls(given), pasted()));
  const html = normalized(clean(withoutControls(laidOut), RULES));
  return { html: showsSomething(html) ? html : null, imageIds: embeddedImageIds(html) };
}

/** Ids of the images that a sanitised text embeds, without repetition. */
export const embeddedImageIds = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img src="image:([^"]+)"/g)].map(([, id]) => id!)),
];

/** A sanitised text with those of its images alone that are named. */
// Bounded: 50,000 characters (MAX_RICH_TEXT), in which each tag has its end.
export const withoutImages = (html: string, allowed: ReadonlySet<string>): string =>
  html.replace(/<img src="image:([^"]+)"[^>]*>/g, (tag, id: string) => (allowed.has(id) ? tag : ''));

// The one space that the library writes before the end of an empty element; in texts and values `>` is escaped.
const clean = (html: string, rules: sanitizeHtml.IOptions): string =>
  sanitizeHtml(html, rules).replaceAll(' />', '>');

/** Rules that turn the HTML of any editor into what the layout reads. */
function pasted(): sanitizeHtml.IOptions {
  let preformatted = 0;
  return {
    ...RULES,
    allowedTags: [...ALLOWED_BLOCKS, ...INLINE, 'div', 'span'],
    allowedAttributes: { ...RULES.allowedAttributes, '*': ['class'] },
    transformTags: { input: pastedInput, '*': pastedElement },
    onOpenTag: (name) => void (preformatted += Number(name === 'pre')),
    onCloseTag: (name) => void (preformatted -= Number(name === 'pre')),
    textFilter: (text) => (preformatted > 0 ? preformattedText(text) : text),
  };
}

/** Lines and columns stay where they are. */
const preformattedText = (text: string): string =>
  text.replace(/[ \t](?=[ \t])/g, '\u00a0').replace(/\r\n?|\n/g, '<br>');

/** Piece by piece: a combining character after a tag would otherwise become one with the tag's end. */
const normalized = (html: string): string => html.replace(/[^<>]+/g, (piece) => inNormalForm(piece)).trim();

// Bounded: a body of 1 MB, sanitised: each tag has its end.
const showsSomething = (html: string): boolean =>
  html.includes('<img') || html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== '';

/** Characters (contract section 0, rule 4). */
export const MAX_RICH_TEXT = 50_000;
/** Less-than signs: each may begin a tag, which costs more than a letter to read. A table of 50 pages has fewer. */
const MAX_TAGS = 10_000;

/**
 * A rich text as it is stored; null when it shows nothing. What the caller reads they may send back: the limit is of
 * the stored text too, counted as that of what is sent.
 * @throws ValidationFailedError it is too long, or has too many tags or more than 30 combining marks in a row
 */
export function storedRichText(field: string, given: string | null): string | null {
  if (hasTooManyTags(given)) throw tooManyTags(field);
  const html = given === null ? null : sanitizedRichText(given).html;
  if (html && !maxLength(html, MAX_RICH_TEXT))
    throw invalidField(field, `${field} must be shorter than or equal to ${MAX_RICH_TEXT} characters`);
  // Lines of a preformatted text become tags.
  if (hasTooManyTags(html)) throw tooManyTags(field);
  // A character reference may have been a mark.
  if (html && !isStreamSafe(html))
    throw invalidField(field, `${field} must have no more than 30 combining marks in a row`);
  return html;
}

const hasTooManyTags = (text: string | null): boolean =>
  text !== null && text.split('<').length - 1 > MAX_TAGS;

const tooManyTags = (field: string): Error =>
  invalidField(field, `${field} must have no more than ${MAX_TAGS} tags`);
