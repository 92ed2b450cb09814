import type { Tag } from 'sanitize-html';
import { isUuid } from '../text/uuid.js';

export const ALLOWED_TABLE_PARTS = [
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
];

/** Those that a stored text may have, but for the inline ones, which are written anew. */
export const ALLOWED_BLOCKS = [
  ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote'],
  ...['table', ...ALLOWED_TABLE_PARTS],
];

/** Everything that a browser does not read as text between tags goes with its content. */
export const NON_TEXT_TAGS = [
  ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes', 'iframe', 'object'],
  ...['plaintext', 'template', 'title', 'svg', 'math', 'xml'],
];

/** Elements of browsers and word processors, with our own element for them. */
const SYNONYMS: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4', menu: 'ul', dir: 'ul' };

/** Not kept; but words in them and words outside are on lines of their own. */
const LINES = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'nav', 'main', 'search', 'hgroup', 'address'],
  ...['figure', 'figcaption', 'dl', 'dt', 'dd', 'pre', 'listing', 'hr', 'center', 'details', 'summary'],
  ...['dialog', 'form', 'fieldset', 'legend', 'optgroup', 'html', 'head', 'body'],
]);

/** How the words in an element look unless its style says otherwise. */
const LOOKS: Record<string, string[]> = {
  ...{ strong: ['strong'], b: ['strong'], em: ['em'], i: ['em'], u: ['u'] },
  ...{ s: ['s'], strike: ['s'], del: ['s'] },
};

const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:'];

type Attributes = Record<string, string>;

/**
 * An element of any writer as one of the few that `RichTextLayout` reads: a block that is kept, `div` for one that ends a
 * line, `a`, `img`, `br`, and `span` for everything else. Its class says how the words in it look.
 */
export function pastedElement(name: string, attributes: Attributes): Tag {
  if (name === 'a') return link(attributes);
  if (name === 'img') return image(attributes);
  // Safari and Chrome end what is copied so.
  if (name === 'br')
    return { tagName: /Apple-interchange/.test(attributes.class ?? '') ? 'span' : 'br', attribs: {} };
  const tagName = SYNONYMS[name] ?? name;
  if (NON_TEXT_TAGS.includes(name)) return { tagName, attribs: {} };
  if (ALLOWED_BLOCKS.includes(tagName))
    return { tagName, attribs: { ...spans(attributes), ...looks(tagName, attributes) } };
  return { tagName: LINES.has(name) ? 'div' : 'span', attribs: looks(name, attributes) };
}

function link(attributes: Attributes): Tag {
  const href = attributes.href ?? '';
  if (!isLink(href)) return { tagName: 'span', attribs: looks('a', attributes) };
  // The pages behind the login are nobody's business at the other end of a link.
  return {
    tagName: 'a',
    attribs: { href: href.trim(), rel: 'noopener noreferrer', ...looks('a', attributes) },
  };
}

const isLink = (href: string): boolean =>
  URL.canParse(href) && LINK_PROTOCOLS.includes(new URL(href).protocol);

const image = ({ src = '', alt = '' }: Attributes): Tag =>
  /^image:/i.test(src) && isUuid(src.slice('image:'.length))
    ? { tagName: 'img', attribs: { src: src.toLowerCase(), alt } }
    : { tagName: 'span', attribs: {} };

/** An `input`: whether an entry of a list is done is part of what it says. */
export const pastedInput = (_name: string, { type, checked }: Attributes): Tag => ({
  tagName: 'span',
  attribs: {},
  ...(type?.toLowerCase() === 'checkbox' && { text: checked === undefined ? '☐ ' : '☑ ' }),
});

const spans = ({ colspan, rowspan }: Attributes): Attributes => ({
  ...(colspan !== undefined && { colspan }),
  ...(rowspan !== undefined && { rowspan }),
});

/** `strong` for bold words, `-strong` for words that are not, whatever they stand in; nothing where nothing is said. */
function looks(name: string, { style = '' }: Attributes): Attributes {
  const look = new Set([
    ...withStyle('strong', LOOKS[name], isBold(declared(style, 'font-weight'))),
    ...withStyle('em', LOOKS[name], isItalic(declared(style, 'font-style'))),
    ...decorations(name, declared(style, 'text-decoration-line') ?? declared(style, 'text-decoration')),
  ]);
  // Headings are bold by themselves.
  if (/^(h\d|th)$/.test(name)) look.delete('strong');
  return look.size > 0 ? { class: [...look].join(' ') } : {};
}

/** @param said undefined where the style says nothing, null where it leaves it to what is outside */
function withStyle(look: string, own: string[] | undefined, said: boolean | null | undefined): string[] {
  if (said === null) return [];
  if (said === undefined) return own?.includes(look) ? [look] : [];
  return [said ? look : `-${look}`];
}

function isBold(weight: string | undefined): boolean | null | undefined {
  if (weight === undefined) return undefined;
  if (/^(bold|bolder)$/.test(weight)) return true;
  if (/^(normal|lighter|initial)$/.test(weight)) return false;
  return /^\d{1,4}$/.test(weight) ? Number(weight) >= 600 : null;
}

function isItalic(slant: string | undefined): boolean | null | undefined {
  if (slant === undefined) return undefined;
  if (/^(italic|oblique)/.test(slant)) return true;
  return /^(normal|initial)$/.test(slant) ? false : null;
}

/** Links are underlined by themselves: that of a style (`underlined`) is not kept in one. */
function decorations(name: string, said: string | undefined): string[] {
  if (said === undefined) return (LOOKS[name] ?? []).filter((look) => look === 'u' || look === 's');
  return [
    ...(said.includes('underline') ? ['underlined'] : []),
    ...(said.includes('line-through') ? ['s'] : []),
  ];
}

/** The value in the last declaration of a property. */
function declared(style: string, property: string): string | undefined {
  for (const declaration of style.toLowerCase().split(';').reverse()) {
    const colon = declaration.indexOf(':');
    if (colon > 0 && declaration.slice(0, colon).trim() === property)
      return declaration
        .slice(colon + 1)
        .replace('!important', '')
        .trim();
  }
  return undefined;
}
