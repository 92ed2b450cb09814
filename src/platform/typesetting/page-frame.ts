import { fontFamilies } from '../fonts/installed-fonts.js';
import { languageFor } from '../messages/languages.js';
import { RTL_SCRIPTS } from './printable.js';

/** What the pages of a school have in common, for a template. */
export interface PageFrame {
  /** ISO 639, two or three letters. */
  language: string;
  /** ISO 3166, two letters. */
  region: string | null;
  dir: 'ltr' | 'rtl';
  /** Language of the fixed texts. */
  messagesLanguage: string;
  families: string[];
  paper: string;
}

/** Where CLDR (supplemental data, paperSize) has US Letter; everyone else has A4. */
const LETTER = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** @param country ISO 3166, two letters */
export const paperOf = (country: string): 'us-letter' | 'a4' =>
  LETTER.has(country.toUpperCase()) ? 'us-letter' : 'a4';

/**
 * @param school with its locale (BCP 47), which decides words and whether pages run from right to left, and its country (ISO 3166),
 *   which decides the paper
 */
export function pageFrameOf({ locale, country }: { locale: string; country: string }): PageFrame {
  const { language, region, script } = new Intl.Locale(locale).maximize();
  return {
    language: language.length > 3 ? 'und' : language,
    region: region && /^[A-Z]{2}$/.test(region) ? region : null,
    dir: RTL_SCRIPTS.includes(script ?? '') ? 'rtl' : 'ltr',
    messagesLanguage: languageFor(locale),
    families: fontFamilies(language),
    paper: paperOf(country),
  };
}
