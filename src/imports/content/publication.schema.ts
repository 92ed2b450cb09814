import { MAX_QUESTIONS } from '../../features/questions/imported-question.js';
import { z } from 'zod';
import { audienceSchema } from './organization.schema.js';
import {
  moment,
  name,
  optionalText,
  PLAIN_TEXT_LENGTH,
  plainText,
  RICH_TEXT_LENGTH,
} from './schema-fields.js';
import { distinctNames } from '../../platform/text/distinct-names.js';
import { MEAL_TYPES } from '../../features/menus/meal-type.js';
import {
  CLAIM_PER,
  CLAIMANT_VISIBILITIES,
  MAX_CAPACITY,
  MAX_ITEMS,
  MAX_PER_PERSON,
} from '../../features/signups/claim-terms.js';
import { questionSchema } from './question.schema.js';

/** Contract section 1, DocumentInput. */
const MAX_FILES = 20;

/** Members that a notice and a document have in common. */
const published = {
  key: name(),
  title: name(),
  category: optionalText().describe('One of the categories of the school, by name.'),
  organization: optionalText().describe('By short_name.'),
  audience: audienceSchema.nullish(),
  send_alert: z
    .boolean()
    .nullish()
    .describe('Whether an entry that is new tells its audience, as in the API; true unless it says false.'),
};

const RICH = 'HTML; what rich text may not hold is dropped.';

export const noticeSchema = z
  .object({
    ...published,
    body: optionalText(RICH_TEXT_LENGTH).describe(`${RICH} Required for a notice that is not there yet.`),
    starts_at: moment().describe('Now for a new one when absent; it alerts then.'),
    expires_at: moment().describe(
      'Required for a notice that is not there yet. One that is over alerts nobody.',
    ),
    pinned: z.boolean().nullish(),
    acknowledge: z
      .boolean()
      .nullish()
      .describe('Whether everybody whom it is addressed to is asked to acknowledge it.'),
  })
  .describe('Matched by key. What an entry does not name is kept.');

export const documentSchema = z
  .object({
    ...published,
    description: optionalText(RICH_TEXT_LENGTH).describe(RICH),
    files: z
      .array(z.string().min(1).max(1000))
      .max(MAX_FILES)
      .nullish()
      .describe(
        'Paths from the folder of the content file, and below it; all of them, in this order. PDF, doc, docx, xls, xlsx, JPEG or PNG, 10 MB at most.',
      ),
  })
  .describe('Matched by key. What an entry does not name is kept.');

export type NoticeEntry = z.output<typeof noticeSchema>;
export type DocumentEntry = z.output<typeof documentSchema>;

const MAX_TAGS = 50;

/** Absent keeps what is stored; null clears it (contract section 0, rule 5). */
const tags = () =>
  z
    .array(name())
    .max(MAX_TAGS)
    .transform((given) => distinctNames(given))
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

const itemSchema = z
  .object({
    title: name(),
    description: optionalText(PLAIN_TEXT_LENGTH),
    capacity: z
      .int()
      .min(0)
      .max(MAX_CAPACITY)
      .nullish()
      .describe('Null: unlimited, as for a new one when absent.'),
    waitlist_enabled: z.boolean().optional(),
    starts_at: moment().describe('An item that has begun is closed.'),
    ends_at: moment(),
  })
  .describe('Matched by title within its sign-up.');

export const signupSchema = z
  .object({
    key: name(),
    title: name(),
    description: optionalText(RICH_TEXT_LENGTH).describe('HTML; what rich text may not hold is dropped.'),
    location: optionalText(),
    organization: optionalText().describe('By short_name.'),
    audience: audienceSchema.nullish(),
    opens_at: moment().describe('Required for a sign-up that is not there yet; its audience is told then.'),
    closes_at: moment(),
    visible_until: moment(),
    withdraw_until: moment(),
    claim_per: z.enum(CLAIM_PER).optional(),
    per_person_limit: z.int().min(1).max(MAX_PER_PERSON).nullish(),
    claimant_visibility: z.enum(CLAIMANT_VISIBILITIES).optional(),
    send_alert: z.boolean().nullish().describe('Whether its audience is told; true unless it says false.'),
    questions: z
      .array(questionSchema)
      .max(MAX_QUESTIONS)
      .optional()
      .describe('All of them; fixed once something is claimed.'),
    items: z
      .array(itemSchema)
      .min(1)
      .max(MAX_ITEMS)
      .refine((items) => new Set(items.map(({ title }) => title)).size === items.length, {
        error: 'two items have the same title',
        params: { code: 'duplicate' },
      })
      .optional()
      .describe('Required for a sign-up that is not there yet. What is not named stays.'),
  })
  .describe('Matched by key. What an entry does not name is kept.');

export type SignupEntry = z.output<typeof signupSchema>;
