const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** Character references of stored rich text, read. */
export const decodedEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, decoded);

function decoded(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = decimal ? Number(decimal) : parseInt(hexadecimal ?? '', 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/**
 * Stored rich text as it reads without formatting: a line for each block, a dash for an entry of a list, the address of
 * a link behind its words. Null when nothing is left to read.
 * @param html as `sanitizedRichText` has left it
 */
export function plainText(html: string): string | null {
  // Bounded: 50,000 characters (MAX_RICH_TEXT), in which each tag has its end.
  const text = decodedEntities(
    html
      .replace(/\s+/g, ' ')
      .replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href: string, words: string) =>
        linkText(href, words),
      )
      .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '$1')
      .replace(/<li>\s*(<(p|h[2-4])>)?/g, '\n- ')
      .replace(/(<t[dh][^>]*>)\s*<(p|h[2-4])>/g, '$1')
      .replace(/(<\/(p|h[2-4])>)?\s*<\/t[dh]>/g, ' ')
      .replace(/<br>|<\/?(p|h[2-4]|ul|ol|blockquote|table|caption|tr)>/g, '\n')
      .replace(/<[^>]*>/g, ''),
  );
  return tidy(text) || null;
}

function linkText(href: string, words: string): string {
  const address = href.replace(/^(mailto|tel):/, '');
  // Bounded: 50,000 characters (MAX_RICH_TEXT), in which each tag has its end.
  return words.replace(/<[^>]*>/g, '').trim() === address ? words : `${words} (${address})`;
}

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Stored rich text with words in place of its images.
 * @param html as `sanitizedRichText` has left it
 * @param words HTML for an image, from its alternative text as HTML, empty where it has none
 */
// Bounded: 50,000 characters (MAX_RICH_TEXT), in which each tag has its end.
export const imagesAsText = (html: string, words: (alt: string) => string): string =>
  html.replace(/<img [^>]*>/g, (image) => words(/ alt="([^"]*)"/.exec(image)?.[1] ?? ''));
