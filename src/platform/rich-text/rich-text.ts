import sanitizeHtml from 'sanitize-html';
import { maxLength } from 'class-validator';
import { isUuid } from '../auth/uuid.js';
import { inNormalForm, isStreamSafe, withoutControls } from '../text/normalize.js';
import { invalidField } from '../errors/app-error.js';

/** Rich text as it is stored and shown (contract section 0, rule 13). */
export interface RichText {
  /** Sanitised HTML; null when it shows nothing. */
  html: string | null;
  /** Of the images that it embeds, each once. */
  imageIds: string[];
}

const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:'];
const TABLE_PARTS = ['caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const SPANS = ['colspan', 'rowspan'];

/** What browsers and word processors write for what we have a name of our own for. */
const SYNONYMS = { b: 'strong', i: 'em', strike: 's', del: 's', h1: 'h2', h5: 'h4', h6: 'h4' };

const NONE: Record<string, string> = {};

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'a', 'img'],
    ...['table', ...TABLE_PARTS],
  ],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'], td: SPANS, th: SPANS },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['image'] },
  allowProtocolRelative: false,
  selfClosing: ['img', 'br', 'col'],
  nestingLimit: 100,
  // Everything that a browser does not read as text between tags goes with its content.
  nonTextTags: [
    ...[
      'script',
      'style',
      'textarea',
      'option',
      'xmp',
      'noscript',
      'noembed',
      'noframes',
      'iframe',
      'object',
    ],
    ...['plaintext', 'template', 'title', 'svg', 'math'],
  ],
  transformTags: {
    ...SYNONYMS,
    a: (tagName, { href = '' }) => ({
      tagName,
      // The pages behind the login are nobody's business at the other end of a link.
      attribs: isLink(href) ? { href: href.trim(), rel: 'noopener noreferrer' } : NONE,
    }),
    img: (tagName, { src = '', alt = '' }) => ({
      tagName,
      attribs: embedsAnImage(src) ? { src: src.toLowerCase(), alt } : NONE,
    }),
  },
};

/**
 * Keeps what the contract allows and drops everything else: scripts, styles, handlers, `data:` and remote images.
 * Sanitising what has been sanitised changes nothing. What is not stream-safe (`isStreamSafe`) stays so.
 */
export function sanitizedRichText(given: string): RichText {
  // Twice: what is dropped may have kept apart two elements that the next reader of the text would not nest. The second
  // time it has no character references but those of markup.
  const html = normalized(clean(withoutControls(clean(withoutControls(given)))));
  return { html: showsSomething(html) ? html : null, imageIds: embeddedImageIds(html) };
}

/** Of the images that a sanitised text embeds, each once. */
export const embeddedImageIds = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img src="image:([^"]+)"/g)].map(([, id]) => id!)),
];

/** A sanitised text with those of its images alone that are named. */
// Bounded: 50,000 characters (MAX_RICH_TEXT), in which each tag has its end.
export const withoutImages = (html: string, allowed: ReadonlySet<string>): string =>
  html.replace(/<img src="image:([^"]+)"[^>]*>/g, (tag, id: string) => (allowed.has(id) ? tag : ''));

// The one space that the library writes before the end of an empty element; in texts and values `>` is escaped.
const clean = (html: string): string => sanitizeHtml(html, rules()).replaceAll(' />', '>');

/** Outside a table its parts are none: in a cell of the page that shows the text they would end the cell. */
function rules(): sanitizeHtml.IOptions {
  let tables = 0;
  return {
    ...RULES,
    onOpenTag: (name) => void (tables += Number(name === 'table')),
    onCloseTag: (name) => void (tables -= Number(name === 'table')),
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'a' && !attribs.href && 'excludeTag') ||
      (TABLE_PARTS.includes(tag) && tables === 0 && 'excludeTag') ||
      (tag === 'img' && !attribs.src),
  };
}

/** Piece by piece: a combining character after a tag would otherwise become one with the tag's end. */
const normalized = (html: string): string => html.replace(/[^<>]+/g, (piece) => inNormalForm(piece)).trim();

// Bounded: a body of 1 MB, sanitised: each tag has its end.
const showsSomething = (html: string): boolean =>
  html.includes('<img') || html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== '';

const isLink = (href: string): boolean =>
  URL.canParse(href) && LINK_PROTOCOLS.includes(new URL(href).protocol);

const embedsAnImage = (src: string): boolean => /^image:/i.test(src) && isUuid(src.slice('image:'.length));

/** Characters (contract section 0, rule 4). */
export const MAX_RICH_TEXT = 50_000;

/**
 * A rich text as it is stored; null when it shows nothing. What the caller reads they may send back: the limit is of
 * the stored text too, counted as that of what is sent.
 * @throws ValidationFailedError it is too long, or has more than 30 combining marks in a row
 */
export function storedRichText(field: string, given: string | null): string | null {
  const html = given === null ? null : sanitizedRichText(given).html;
  if (html && !maxLength(html, MAX_RICH_TEXT))
    throw invalidField(field, `${field} must be shorter than or equal to ${MAX_RICH_TEXT} characters`);
  // A character reference may have been a mark.
  if (html && !isStreamSafe(html))
    throw invalidField(field, `${field} must have no more than 30 combining marks in a row`);
  return html;
}
