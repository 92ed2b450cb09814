import { inNormalForm } from '../../text/normalize.js';

/** What a search text asks for. */
export interface RosterSearch {
  /** Part of a name, to be compared in lower case; never a pattern. */
  text: string;
  /** Four digits are a graduation year as well. */
  year: number | null;
  /** Digits of what looks like part of a phone number. */
  phoneDigits: string | null;
}

/** UTF-16 units: more than two names of 200 characters have, however their case is folded. */
const LONGEST = 2_000;

/** Null: no search. */
export function rosterSearch(q: string | undefined): RosterSearch | null {
  const trimmed = q?.trim();
  if (!trimmed) return null;
  // One that is longer finds nothing, whatever its form.
  const text = trimmed.length > LONGEST ? trimmed : inNormalForm(trimmed);
  const digits = text.replace(/\D/g, '');
  return {
    text,
    year: /^\d{4}$/.test(text) ? Number(text) : null,
    phoneDigits: /^[\d\s+().-]+$/.test(text) && digits.length >= 3 ? digits : null,
  };
}

/** Nothing that is stored contains a NUL, which PostgreSQL cannot hold, or is that long. */
export const matchesNothing = (search: RosterSearch | null): boolean =>
  search !== null && (search.text.length > LONGEST || search.text.includes('\0'));
