/** Where CLDR (supplemental data, paperSize) has US Letter; everyone else has A4. */
const LETTER = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** @param country ISO 3166, two letters */
export const paperOf = (country: string): 'us-letter' | 'a4' =>
  LETTER.has(country.toUpperCase()) ? 'us-letter' : 'a4';
