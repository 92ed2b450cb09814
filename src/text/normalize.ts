/**
 * Trimmed and NFC-normalised; null when nothing is left, or nothing that shows (contract section 0, rule 4). Beside what
 * shows, what does not stays: it joins the parts of an emoji, and parts the letters of Persian.
 * NUL cannot be stored by PostgreSQL and means nothing in a name: it is dropped.
 */
export function normalizeText(value: string | null | undefined): string | null {
  const text = value?.toWellFormed().replaceAll('\0', '').normalize('NFC').trim();
  return text && !SHOWS_NOTHING.test(text) ? text : null;
}

const SHOWS_NOTHING = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Lower case after Unicode and white-space normalisation; no dot or plus folding (contract section 1, registration). */
export function normalizeEmail(value: string): string {
  return value
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\s\p{Cc}]+/gu, '')
    .toLowerCase();
}

/** `local@domain` without white space: enough to tell an address from a slip of the pen. */
export const looksLikeEmail = (value: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 254;

/** `[a-z0-9-]`, for short names made from a title. */
export function slug(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
