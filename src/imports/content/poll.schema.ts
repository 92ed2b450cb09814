import { z } from 'zod';
import { RESULTS_VISIBILITIES } from '../../features/polls/poll-words.js';
import { audienceSchema } from './audience.schema.js';
import { moment, name, optionalText, RICH_TEXT_LENGTH } from './schema-fields.js';

const questionSchema = z.object({
  text: name(),
  choices: z.array(name()).min(1).max(50),
});

export const pollSchema = z
  .object({
    key: name(),
    title: name(),
    description: optionalText(RICH_TEXT_LENGTH).describe('HTML; what rich text may not hold is dropped.'),
    organization: optionalText().describe('By short_name.'),
    audience: audienceSchema.nullish(),
    opens_at: moment().describe('Required for a poll that is not there yet; its audience is told then.'),
    closes_at: moment().describe('Null for one that stays open. One that has closed alerts nobody.'),
    results_visibility: z
      .enum(RESULTS_VISIBILITIES)
      .nullish()
      .describe('`after_close` for a new one when absent.'),
    anonymous: z.boolean().nullish(),
    send_alert: z.boolean().nullish().describe('Whether its audience is told; true unless it says false.'),
    questions: z
      .array(questionSchema)
      .min(1)
      .max(50)
      .nullish()
      .describe('Required for a poll that is not there yet; all of them.'),
  })
  .describe(
    'Matched by key. What an entry does not name is kept; once it has answers only closes_at changes.',
  );

export type PollEntry = z.output<typeof pollSchema>;
