import { inNormalForm } from './normalize.js';
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js';

/**
 * A phone number as E.164, which is what dials it from anywhere. Null when the text is more or less than a number, or
 * has an extension, which E.164 cannot say.
 * @param country ISO 3166-1 alpha-2: where a number without a country code belongs
 */
export function toE164(phone: string, country: string): string | null {
  const number = parsePhoneNumberFromString(phone, {
    defaultCountry: country as CountryCode,
    extract: false,
  });
  return number?.isPossible() && !number.ext ? number.number : null;
}

/** Calling code of a country, without a plus; null where it has none. */
const callingCode = (country: string): string | null =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : null;

/**
 * The digits of a phone, after a plus where they begin with the code of a country. A zero in brackets is dialled within the
 * country alone.
 */
export function phoneKey(phone: string): string {
  const bare = inNormalForm(phone, 'NFKC').replace(/\(\s*0\s*\)/g, '');
  const digits = bare.replace(/\D/g, '');
  return /^[\s(]*(\+|00)/.test(bare) ? `+${digits.replace(/^00/, '')}` : digits;
}

/**
 * Beginnings of a {@link phoneKey} that is dialled like this one, whole or in part: with the code of the country, or as it
 * is dialled at home, with a zero before it or without. The shortest is a part of each.
 * @param phone a key
 * @param country ISO 3166-1 alpha-2: where numbers without a country code belong
 */
export function phoneBeginnings(phone: string, country: string): string[] {
  const code = callingCode(country);
  if (code === null) return phone.startsWith('+') ? [phone] : [];
  if (phone.startsWith(`+${code}`)) {
    const national = phone.slice(code.length + 1).replace(/^0/, '');
    return national ? [phone, `+${code}0${national}`, phone.slice(1), national, `0${national}`] : [phone];
  }
  if (phone.startsWith('+')) return [phone];
  const national = phone.replace(/^0/, '');
  return phone === national ? [] : [`+${code}${national}`, `+${code}0${national}`, national];
}
