import { z } from 'zod';
import { decodedEntities } from '../../platform/rich-text/plain-text.js';
import {
  isStreamSafe,
  looksLikeEmail,
  normalizeEmail,
  normalizeText,
  type Lines,
} from '../../platform/text/normalize.js';

/** Contract section 0, rule 4: counted in characters, as JSON Schema does, not in UTF-16 units. */
export const NAME_LENGTH = 200;
export const PLAIN_TEXT_LENGTH = 5_000;
export const RICH_TEXT_LENGTH = 50_000;

const tidy = (value: string, lines?: Lines): string => normalizeText(value, lines) ?? '';
const withinLength = (value: string, max: number): boolean => value.length <= max || [...value].length <= max;

/** A text without surplus blanks; one that is no longer than a name has one line. */
export const tidyText = (max: number) =>
  z
    .string()
    .overwrite((value) => tidy(value, max > NAME_LENGTH ? 'several lines' : 'one line'))
    .refine((value) => withinLength(value, max), {
      error: `longer than ${max} characters`,
      params: { code: 'too_long' },
    })
    .refine((value) => isStreamSafe(max === RICH_TEXT_LENGTH ? decodedEntities(value) : value), {
      error: 'more than 30 combining marks in a row',
      params: { code: 'too_many_marks' },
    });

/** Must be there and say something. */
export const name = () => tidyText(NAME_LENGTH).min(1).meta({ minLength: 1, maxLength: NAME_LENGTH });

/** Absent keeps what is stored. Null and the empty text are of somebody who has one name, which is the first one. */
export const lastName = () =>
  tidyText(NAME_LENGTH)
    .meta({ maxLength: NAME_LENGTH })
    .nullish()
    .transform((value) => (value === null ? '' : value));

/** Must be there and say something; of several lines if need be. */
export const plainText = () =>
  tidyText(PLAIN_TEXT_LENGTH).min(1).meta({ minLength: 1, maxLength: PLAIN_TEXT_LENGTH });

/** Absent keeps what is stored; null and the empty text clear it (contract section 0, rule 5). */
export const optionalText = (max = NAME_LENGTH) =>
  tidyText(max)
    .meta({ maxLength: max })
    .transform((value) => value || null)
    .nullish();

export const email = () =>
  z
    .string()
    .overwrite(normalizeEmail)
    .refine(looksLikeEmail, { error: 'not an email address' })
    .meta({ format: 'email' });

export const optionalEmail = () =>
  z
    .string()
    .overwrite(normalizeEmail)
    .refine((value) => value === '' || looksLikeEmail(value), { error: 'not an email address' })
    .transform((value) => value || null)
    .nullish();

export const country = () =>
  z
    .string()
    .overwrite((value) => tidy(value).toUpperCase())
    .regex(/^[A-Z]{2}$/, { error: 'a country is two letters, as in ISO 3166-1' });

/** A moment; without its offset it would have to be guessed, and is refused. */
export const instant = () =>
  z.iso.datetime({ offset: true, error: 'a time has its offset, as in 2026-09-05T08:00:00-04:00' });

/** Centuries away there is no school, and beyond them times that the database does not know. */
export const isInReach = (text: string): boolean => /^(19|20|21)/.test(text);
export const REACH = { error: 'a year is between 1900 and 2199', params: { code: 'out_of_range' } };

export const moment = () => instant().refine(isInReach, REACH).nullish();
