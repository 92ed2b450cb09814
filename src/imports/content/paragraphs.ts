const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** Plain text as rich text: nothing in it is markup, an empty line starts a paragraph, a line break stays one. */
export function toParagraphs(text: string): string {
  return text
    .split(/\r?\n[^\S\n]*\r?\n\s*/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => `<p>${escape(paragraph.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}
