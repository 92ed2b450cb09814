import { z } from 'zod';
import { MEAL_TYPES } from '../../features/menus/meal-type.js';
import { name, plainText } from './schema-fields.js';

const MOST_TAGS = 50;

/** Absent keeps what is stored; null clears it (contract section 0, rule 5). */
const tags = () =>
  z
    .array(name())
    .max(MOST_TAGS)
    .transform((given) => [...new Set(given)])
    .nullish();

/** A date that PostgreSQL and a school both know. */
const date = () =>
  z.iso
    .date({ error: 'a date such as 2026-09-07' })
    .refine((value) => value >= '1900', { error: 'a date from 1900 on' });

export const menuSchema = z
  .object({
    date: date(),
    meal_type: z.enum(MEAL_TYPES),
    items: plainText().describe('What is served, one dish a line or separated by commas.'),
    allergens: tags(),
    dietary_tags: tags(),
  })
  .describe('Matched by date and meal_type. What an entry does not name is kept.');

export type MenuEntryInput = z.output<typeof menuSchema>;
