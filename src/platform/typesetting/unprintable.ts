import { printableCharacters } from '../fonts/font-coverage.js';
import { cleaned } from './printable.js';

/** Characters of a text, each once, that no font here has: they are printed as an empty box. */
export type FindUnprintable = (text: string) => string[];

/** More are not named: whoever reads twenty knows which script it is. */
export const MAX_NAMED = 20;

/** They are spaces, or show nothing: joiners, variation selectors and the like. */
const SHOWS_NOTHING = /[\s\p{Default_Ignorable_Code_Point}]/u;

/** Most names, and nothing of them has to be looked at: the first font has all of it. */
const IS_LATIN = /^[\n\x20-\x7e\xa0-\u02ff]*$/;

/** The fonts are read for the first text, not at the start of a service that may never print one. */
export async function unprintableFinder(): Promise<FindUnprintable> {
  const printed = await printableCharacters();
  const isMissing = (character: string): boolean =>
    !printed.has(character.codePointAt(0)!) && !SHOWS_NOTHING.test(character);
  return (text) => (IS_LATIN.test(text) ? [] : [...new Set(cleaned(text))].filter(isMissing));
}

/** The characters of all the texts, as people are told of them: `U+1F9FF 🧿`. At most 20. */
export async function unprintableIn(texts: (string | null | undefined)[]): Promise<string[]> {
  const find = await unprintableFinder();
  const found = new Set(texts.flatMap((text) => find(text ?? '')));
  return [...found].slice(0, MAX_NAMED).map(named);
}

/** `U+1F9FF 🧿` */
export const named = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} ${character}`;
