import { inNormalForm } from '../../platform/text/normalize.js';
import { toE164 } from '../../platform/text/phone.js';
import type { CorrectionField } from './correction-field.js';

/** Fields whose proposed value is a text for people: nobody can tell whether the roster says the same. */
export const FREE_FIELDS = ['guardians', 'other'] as const satisfies CorrectionField[];

export interface OpenCorrection {
  field: CorrectionField;
  proposed: string;
  /** What the roster has of it now: see `ON_ROSTER`. */
  onRoster: (string | null)[];
  /** ISO 3166-1 alpha-2: where a phone without a country code belongs. */
  country: string;
}

/** True where the roster says what was proposed (contract section 24, rule 7). */
export function isBrought({ field, proposed, onRoster, country }: OpenCorrection): boolean {
  if (field === 'address') return isAddress(proposed, onRoster);
  const present = onRoster.filter((value) => value !== null && value !== '') as string[];
  if (field === 'phone') return present.some((phone) => isSamePhone(phone, proposed, country));
  return present.some((value) => folded(value) === folded(proposed));
}

/** Without regard to case and to how much white space there is. */
const folded = (text: string): string =>
  inNormalForm(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** A phone that is none in this country, or has an extension, is compared as it is written. */
function isSamePhone(one: string, other: string, country: string): boolean {
  const number = toE164(one, country);
  return number === null ? folded(one) === folded(other) : number === toE164(other, country);
}

/** Words of an address, without what stands between them: an apostrophe stands within one. */
const words = (text: string): string =>
  folded(text)
    .replace(/['’ʼ`´]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** People write the postal code before the town or after it, and leave out the country or the region. */
function isAddress(proposed: string, parts: (string | null)[]): boolean {
  const [line1 = null, line2 = null, city = null, region = null, code = null, country = null] = parts;
  if (line1 === null || city === null) return false;
  const towns = [
    [city, region, code],
    [code, city, region],
    [city, code, region],
    [city, code],
    [code, city],
  ];
  const written = words(proposed);
  return towns.some((town) =>
    [[], [country]].some(
      (end) => written === words([line1, line2, ...town, ...end].filter(Boolean).join(' ')),
    ),
  );
}
