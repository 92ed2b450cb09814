import { normalizeText } from '../../platform/text/normalize.js';
import { zoneNamed } from '../../platform/clock/wall-clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

export class UnknownSchoolError extends CommandRefusedError {
  constructor() {
    super('There is no school with this short name or id.');
  }
}

export class ShortNameTakenError extends CommandRefusedError {
  constructor() {
    super('There is a school with this short name already.');
  }
}

export class InvalidSchoolError extends CommandRefusedError {}

export interface NewSchool {
  name: string;
  shortName: string;
  /** IANA name. */
  timeZone: string;
  /** ISO 3166-1 alpha-2; default US. */
  country?: string | undefined;
  /** BCP 47; default en-US. */
  locale?: string | undefined;
}

/** Changes of a school; an absent member stays. */
export interface SchoolChanges {
  name?: string | undefined;
  timeZone?: string | undefined;
  locale?: string | undefined;
  graceDays?: number | undefined;
  guardiansMayRegister?: boolean | undefined;
  addressBooks?: boolean | undefined;
}

/** @throws InvalidSchoolError naming what is wrong */
export function checkedChanges(input: SchoolChanges): SchoolChanges {
  const { name, timeZone, locale, graceDays, guardiansMayRegister, addressBooks } = input;
  if (graceDays !== undefined && !(Number.isInteger(graceDays) && graceDays >= 0 && graceDays <= 3_650))
    throw new InvalidSchoolError('The days of grace should be a whole number from 0 to 3650.');
  return {
    ...(name !== undefined && { name: checkedName(name) }),
    ...(timeZone !== undefined && { timeZone: checkedTimeZone(timeZone) }),
    ...(locale !== undefined && { locale: checkedLocale(locale) }),
    ...(graceDays !== undefined && { graceDays }),
    ...(guardiansMayRegister !== undefined && { guardiansMayRegister }),
    ...(addressBooks !== undefined && { addressBooks }),
  };
}

function checkedName(text: string): string {
  const name = normalizeText(text);
  if (!name || name.length > 200) throw new InvalidSchoolError('The name should have 1 to 200 characters.');
  return name;
}

/** @throws InvalidSchoolError naming what is wrong */
export function checkedSchool(input: NewSchool): Required<{ [K in keyof NewSchool]: string }> {
  const name = checkedName(input.name);
  if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(input.shortName)) {
    throw new InvalidSchoolError('The short name should have lower-case letters, digits and hyphens only.');
  }
  return {
    name,
    shortName: input.shortName,
    timeZone: checkedTimeZone(input.timeZone),
    country: checkedCountry(input.country ?? 'US'),
    locale: checkedLocale(input.locale ?? 'en-US'),
  };
}

/**
 * The zone in the spelling of IANA, however it was typed: calendar clients compare it letter by letter.
 * @throws InvalidSchoolError
 */
export function checkedTimeZone(text: string): string {
  const timeZone = isValid(() => new Intl.DateTimeFormat('en', { timeZone: text })) && zoneNamed(text);
  if (!timeZone) {
    throw new InvalidSchoolError('The time zone should be an IANA name such as America/New_York.');
  }
  return timeZone;
}

function checkedCountry(country: string): string {
  if (!/^[A-Za-z]{2}$/.test(country))
    throw new InvalidSchoolError('The country should be two letters such as US.');
  return country.toUpperCase();
}

function checkedLocale(locale: string): string {
  if (!isValid(() => new Intl.Locale(locale))) {
    throw new InvalidSchoolError('The locale should be a language tag such as en-US.');
  }
  return new Intl.Locale(locale).toString();
}

function isValid(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}
