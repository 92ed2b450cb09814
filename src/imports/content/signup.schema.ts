import { z } from 'zod';
import { CLAIM_PER, CLAIMANT_VISIBILITIES } from '../../features/signups/signup-words.js';
import { audienceSchema } from './audience.schema.js';
import { questionSchema } from './question.schema.js';
import { moment, name, optionalText, PLAIN_TEXT_LENGTH, RICH_TEXT_LENGTH } from './schema-fields.js';

const itemSchema = z
  .object({
    title: name(),
    description: optionalText(PLAIN_TEXT_LENGTH),
    capacity: z
      .int()
      .min(0)
      .max(100_000)
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
    per_person_limit: z.int().min(1).max(10_000).nullish(),
    claimant_visibility: z.enum(CLAIMANT_VISIBILITIES).optional(),
    send_alert: z.boolean().nullish().describe('Whether its audience is told; true unless it says false.'),
    questions: z
      .array(questionSchema)
      .max(50)
      .optional()
      .describe('All of them; fixed once something is claimed.'),
    items: z
      .array(itemSchema)
      .min(1)
      .max(500)
      .refine((items) => new Set(items.map(({ title }) => title)).size === items.length, {
        error: 'two items have the same title',
        params: { code: 'duplicate' },
      })
      .optional()
      .describe('Required for a sign-up that is not there yet. What is not named stays.'),
  })
  .describe('Matched by key. What an entry does not name is kept.');

export type SignupEntry = z.output<typeof signupSchema>;
