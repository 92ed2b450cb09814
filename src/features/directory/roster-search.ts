/** What a search text asks for. */
export interface RosterSearch {
  /** Part of a name, to be compared in lower case; never a pattern. */
  text: string;
  /** Four digits are a graduation year as well. */
  year: number | null;
  /** Digits of what looks like part of a phone number. */
  phoneDigits: string | null;
}

/** Null: no search. */
export function rosterSearch(q: string | undefined): RosterSearch | null {
  const text = q?.normalize('NFC').trim();
  if (!text) return null;
  const digits = text.replace(/\D/g, '');
  return {
    text,
    year: /^\d{4}$/.test(text) ? Number(text) : null,
    phoneDigits: /^[\d\s+().-]+$/.test(text) && digits.length >= 3 ? digits : null,
  };
}

/** PostgreSQL cannot hold a NUL, so nothing stored contains one. */
export const matchesNothing = (search: RosterSearch | null): boolean => search?.text.includes('\0') ?? false;
