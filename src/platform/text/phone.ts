import { getCountryCallingCode, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

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

/** Of a country, without a plus; of one that has none, one that no number has. */
export function callingCode(country: string): string {
  try {
    return getCountryCallingCode(country as CountryCode);
  } catch {
    return '999';
  }
}
