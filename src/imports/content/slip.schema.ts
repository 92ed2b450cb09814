import { MAX_QUESTIONS } from '../../features/questions/imported-question.js';
import { z } from 'zod';
import { ANSWER_PER } from '../../features/permission-slips/slip-vocabulary.js';
import { audienceSchema } from './organization.schema.js';
import { slipQuestionSchema } from './question.schema.js';
import { moment, name, optionalText, PLAIN_TEXT_LENGTH, RICH_TEXT_LENGTH } from './schema-fields.js';
import { RESULTS_VISIBILITIES } from '../../features/polls/results-visibility.js';

export const slipSchema = z
  .object({
    key: name(),
    title: name(),
    summary: optionalText(PLAIN_TEXT_LENGTH).describe('A line or two for lists.'),
    body: optionalText(RICH_TEXT_LENGTH).describe(
      'HTML; what rich text may not hold is dropped. Required for a slip that is not there yet.',
    ),
    statement: optionalText(PLAIN_TEXT_LENGTH).describe(
      'Plain text: what is signed. Required for a slip that is not there yet; another one raises its version.',
    ),
    organization: optionalText().describe('By short_name.'),
    audience: audienceSchema.nullish(),
    event: optionalText(300).describe(
      'One of the events by key, or an occurrence as `{key of the series}_{original start}`: `practice_20260907T193000Z`, `camp_20260907` when all day.',
    ),
    answer_per: z.enum(ANSWER_PER).optional().describe('`student` for a new one when absent.'),
    signature_required: z.boolean().optional(),
    second_guardian_required: z.boolean().optional(),
    opens_at: moment().describe('Required for a slip that is not there yet; its audience is told then.'),
    closes_at: moment(),
    visible_until: moment(),
    send_alert: z.boolean().nullish().describe('Whether its audience is told; true unless it says false.'),
    questions: z.array(slipQuestionSchema).max(MAX_QUESTIONS).optional().describe('All of them.'),
  })
  .describe(
    'Matched by key. What an entry does not name is kept; once it has answers only closes_at, visible_until and the statement change.',
  );

export type SlipEntry = z.output<typeof slipSchema>;

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
